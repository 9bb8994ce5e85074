import { Anchor, Button, Checkbox } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { useState } from 'react';
import { shownTime } from '#platform/dates.ts';
import { askExpert } from '#platform/web/askExpert.ts';
import { usePortal } from '#platform/web/boot.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Link } from '#ui/Link.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { SkeletonPanel } from '#ui/SkeletonPanel.tsx';
import type { IncidentGuide } from '../entities.ts';
import { conciergePaths } from '../paths.ts';
import classes from './Incident.module.css';
import letter from './Letter.module.css';
import { messageOf } from './messages.ts';
import { useIncidentGuide } from './queries.ts';

type Part = IncidentGuide['now'];
type Done = Record<string, string>;

/** Ticks are kept in this page alone, each with its time: what was done when is asked later. */
function Steps({ part, id, done, onTick }: { part: Part; id: string; done: Done; onTick: (key: string, on: boolean) => void }) {
  return (
    <ol className={classes.steps}>
      {part.steps.map(({ text, why }, i) => {
        const key = `${id}-${i}`;
        return (
          <li key={key} className={classes.step} data-done={Boolean(done[key]) || undefined}>
            <Checkbox
              label={text}
              description={done[key] ? `Done ${shownTime(done[key])}` : why}
              checked={Boolean(done[key])}
              onChange={(event) => onTick(key, event.currentTarget.checked)}
            />
          </li>
        );
      })}
    </ol>
  );
}

/** The first hour of an incident. */
export function IncidentScreen() {
  const guide = useIncidentGuide();
  const { conciergeSchedulingLink, conciergeEmail } = usePortal().brand;
  const [kind, setKind] = useState<string | null>(null);
  const [done, setDone] = useState<Done>({});
  const tick = (key: string, on: boolean) =>
    setDone(({ [key]: _before, ...rest }) => (on ? { ...rest, [key]: new Date().toISOString() } : rest));
  if (guide.isPending) return <SkeletonPanel lines={12} height={640} label="Loading the first hour" />;
  if (!guide.data)
    return (
      <Panel>
        <ErrorState
          title="The list could not be loaded"
          retrying={guide.isFetching}
          onRetry={() => void guide.refetch()}
          kept={`You reach the experts at ${conciergeEmail}.`}
        >
          {messageOf(guide.error)}
        </ErrorState>
      </Panel>
    );
  const { title, summary, now, kinds, later } = guide.data;
  const chosen = kinds.find((one) => one.id === kind) ?? null;
  const facts = () => {
    const words = [now, ...(chosen ? [chosen] : []), later].flatMap((part, p) =>
      part.steps.map((step, i) => [`${['now', chosen?.id ?? 'later', 'later'][p]}-${i}`, step.text] as const),
    );
    return words.flatMap(([key, text]) => (done[key] ? [{ label: shownTime(done[key]), value: text }] : []));
  };
  const callForHelp = () =>
    askExpert({
      kind: 'incident',
      id: chosen?.id ?? 'incident',
      title: chosen?.title ?? 'An incident',
      route: conciergePaths.incident,
      facts: facts(),
    });
  return (
    <div className={letter.page}>
      <PageHeader
        trail={
          <Anchor component={Link} href={conciergePaths.home} className={letter.back}>
            <IconArrowLeft size={16} stroke={1.75} aria-hidden /> Cyber Concierge
          </Anchor>
        }
        title={title}
        purpose={summary}
        menu={
          <Button variant="default" leftSection={<IconPrinter size={18} stroke={1.5} aria-hidden />} onClick={() => window.print()}>
            Print
          </Button>
        }
        action={<Button onClick={callForHelp}>Write to the experts</Button>}
      />
      {conciergeSchedulingLink && (
        <p className={classes.call}>
          <IconPhone size={18} stroke={1.5} aria-hidden />
          <Anchor href={conciergeSchedulingLink} target="_blank" rel="noopener noreferrer">
            Schedule a Call
          </Anchor>
          with an expert at once.
        </p>
      )}
      <div className={classes.stack}>
        <Panel title={now.title}>
          <Steps part={now} id="now" done={done} onTick={tick} />
        </Panel>
        <Panel title="What is it?" description="Choose what comes closest. You can change it.">
          <fieldset className={classes.kinds} aria-label="Kind of incident">
            {kinds.map((one) => (
              <button
                key={one.id}
                type="button"
                className={classes.kind}
                aria-pressed={one.id === kind}
                onClick={() => setKind(one.id === kind ? null : one.id)}
              >
                {one.title}
              </button>
            ))}
          </fieldset>
          {chosen && <Steps part={chosen} id={chosen.id} done={done} onTick={tick} />}
        </Panel>
        <Panel title={later.title}>
          <Steps part={later} id="later" done={done} onTick={tick} />
        </Panel>
      </div>
    </div>
  );
}
