import { Button, Checkbox, Modal, Progress, Text } from '@mantine/core';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AssessmentProgress } from '#modules/maturity/web/public.ts';
import { aboutTime } from '#platform/taskTime.ts';
import { fillWords } from '#platform/web/boot.ts';
import { logError } from '#platform/web/logError.ts';
import { Link } from '#ui/text/Link.tsx';
import { maturityPaths } from '#modules/maturity/paths.ts';
import { maturityPrompt, type MaturityPrompt } from '../rules.ts';
import classes from './MaturityPrompts.module.css';
import { markMaturity } from './markViewed.ts';
import { usePortalData } from './queries.ts';

type Shown = Exclude<MaturityPrompt, null>;

function ReleaseNotes({
  assessment,
  onClose,
}: {
  assessment: AssessmentProgress | null;
  onClose: () => void;
}) {
  const way = assessment
    ? assessment.begun
      ? assessment.nextPath
      : assessment.startPath
    : maturityPaths.home;
  return (
    <>
      <Text>
        {fillWords('{brand} now measures how mature your security is. ')}
        Answer plain questions about people, processes, and technology, get a level from 0 to 5, and see what
        to do next.
      </Text>
      <ul className="bullets mt-3 grid gap-1">
        <li>Stop and continue whenever you like. Every answer is kept.</li>
        <li>The report lists your weakest elements first, with the steps that raise them.</li>
        <li>Change an answer at any time. The level updates at once.</li>
      </ul>
      <div className={`${classes.actions} row flex-wrap justify-end gap-2 mt-6`}>
        <Button component={Link} href={way} onClick={onClose} data-autofocus>
          Go to Assessment
        </Button>
      </div>
    </>
  );
}

type RoadBlockProps = {
  assessment: AssessmentProgress;
  never: boolean;
  onNever: (never: boolean) => void;
  onClose: () => void;
};

function RoadBlock({ assessment, never, onNever, onClose }: RoadBlockProps) {
  const { begun, minutesLeft } = assessment;
  return (
    <>
      <Text>
        {begun
          ? `You have started the assessment. Finish it in ${aboutTime(minutesLeft)} to get your level and the steps that help most.`
          : `Answer plain questions to see where your company stands and what to do first. Plan ${aboutTime(minutesLeft)}, in as many sittings as you like.`}
      </Text>
      <div className="grid gap-1.5 mt-4">
        <Progress value={assessment.percent} aria-label="Questions answered" />
        <Text size="sm" c="dimmed">
          {assessment.percent}% done
        </Text>
      </div>
      <div className={`${classes.actions} row flex-wrap justify-end gap-2 mt-6`}>
        <Checkbox
          label="Don't show this again"
          checked={never}
          onChange={(event) => onNever(event.currentTarget.checked)}
        />
        <Button variant="default" onClick={onClose}>
          Skip
        </Button>
        <Button
          component={Link}
          href={begun ? assessment.nextPath : assessment.startPath}
          onClick={onClose}
          data-autofocus
        >
          {begun ? 'Finish Assessment' : 'Start Assessment'}
        </Button>
      </div>
    </>
  );
}

const promptTitles: Record<Shown, string> = {
  'release-notes': 'New: Cyber Maturity',
  roadblock: 'How mature is your security?',
};

/** In the cache, so that whoever signs in next has a visit of their own. */
const visitKey = ['maturity-prompted'];

const mark = (change: Parameters<typeof markMaturity>[0]): void =>
  void markMaturity(change).catch((error: unknown) => void logError(error));

/**
 * The dialogs about the cyber maturity assessment: one opens by itself a visit at most, or the one that is asked for.
 * @param wanted asked for behind "What is new"
 * @param assessment null where it is not known how far it is; nothing opens by itself then
 */
export function MaturityPrompts({
  assessment,
  wanted = null,
  onClose,
}: {
  assessment: AssessmentProgress | null;
  wanted?: MaturityPrompt;
  onClose?: () => void;
}) {
  const { data } = usePortalData();
  const client = useQueryClient();
  const { data: before } = useQuery<boolean>({ queryKey: visitKey, queryFn: skipToken, gcTime: Infinity });
  const [shown, setShown] = useState<Shown | null>(null);
  const [past, setPast] = useState(before === true);
  const [never, setNever] = useState(false);
  const due = wanted ?? (data && !past ? maturityPrompt(data, assessment, false) : null);
  if (due && shown === null) {
    setShown(due);
    setPast(true);
  }
  useEffect(() => {
    if (shown) client.setQueryData(visitKey, true);
    // seen is what was shown, whatever is done with it
    if (shown === 'release-notes') mark({ hasSeenReleaseNotes: true });
  }, [client, shown]);
  const close = () => {
    // however it is closed, it does not open by itself again
    if (shown === 'roadblock') mark({ closedRoadBlock: true, ...(never ? { dontShowRoadBlock: true } : {}) });
    setShown(null);
    onClose?.();
  };
  return (
    <Modal opened={shown !== null} onClose={close} title={shown ? promptTitles[shown] : ''} size={520}>
      {shown === 'release-notes' && <ReleaseNotes assessment={assessment} onClose={close} />}
      {shown === 'roadblock' && assessment && (
        <RoadBlock assessment={assessment} never={never} onNever={setNever} onClose={close} />
      )}
    </Modal>
  );
}
