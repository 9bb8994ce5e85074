import { Button } from '@mantine/core';
import { ratingsPaths } from '../../paths.ts';
import { askExpert } from '#modules/plans/web/public.ts';
import { WebAddress } from '#ui/text/WebAddress.tsx';
import type { RatingFindingView, RatingsData, RemedyStep } from '../../entities.ts';
import type { ShowDialog } from '../RatingsDialogs.tsx';
import { findingWord, isFixable, seenLine, whoWord, type NamedVector } from '../standing.ts';
import classes from './Analysis.module.css';

/** Takes a finding along to an expert. */
const ask = (finding: RatingFindingView, vector: NamedVector) =>
  askExpert({
    kind: 'rating',
    id: finding.key,
    title: finding.title,
    route: ratingsPaths.risk(vector.id),
    facts: [
      { label: 'Risk vector', value: `${vector.name}, grade ${vector.grade}` },
      { label: 'Where', value: finding.asset },
      { label: 'What was seen', value: finding.evidence },
      { label: 'When', value: seenLine(finding) },
    ],
  });

type VectorFindingProps = {
  finding: RatingFindingView;
  vector: NamedVector;
  data: RatingsData;
  onDialog: ShowDialog;
};

/** One finding of a risk vector: what was seen where, and what to do about it. */
export function VectorFinding({ finding, vector, data, onDialog }: VectorFindingProps) {
  return (
    <li
      className={`${classes.finding} pt-4 grid gap-2 border-t`}
      data-left-out={finding.notOurs || undefined}
    >
      <div className={`${classes.findingHead} flex items-baseline gap-2.5`}>
        <span
          className={`${classes.judged} flex-none text-tiny font-medium text-dimmed border rounded-full`}
          data-grade={finding.grade}
        >
          {finding.notOurs ? 'Left out' : findingWord[finding.grade]}
        </span>
        <h4>{finding.title}</h4>
      </div>
      <p className={`${classes.evidence} text-body wrap-anywhere`}>
        <span className="font-medium">
          <WebAddress>{finding.asset}</WebAddress>
        </span>
        {finding.evidence && ` ${finding.evidence}`}
      </p>
      <p className="text-small text-dimmed">
        {seenLine(finding)}.
        {finding.gain !== null && finding.gain > 0 && ` Fixing it alone brings ${finding.gain} points.`}
      </p>
      {isFixable(finding) && (
        <>
          <Steps steps={finding.remedy} />
          {finding.check && (
            <p>
              <b>How to see that it is fixed.</b> {finding.check}
            </p>
          )}
          <div className={`${classes.findingActions} flex flex-wrap gap-2`}>
            <Button variant="subtle" size="xs" onClick={() => ask(finding, vector)}>
              Ask an expert
            </Button>
            {data.canPlan &&
              data.assets.some(({ asset }) => asset === finding.asset && asset !== data.domain) && (
                <Button
                  variant="subtle"
                  size="xs"
                  onClick={(event) => onDialog({ kind: 'disown', asset: finding.asset }, event.currentTarget)}
                >
                  Not ours
                </Button>
              )}
          </div>
        </>
      )}
    </li>
  );
}

/** What to do, one after the other, each with who does it. */
export function Steps({ steps }: { steps: readonly RemedyStep[] }) {
  if (steps.length === 0) return null;
  return (
    <>
      <p className="font-semibold">What to do</p>
      <ol className={`${classes.steps} bullets grid gap-1.5`}>
        {steps.map(({ who, text }) => (
          <li key={text}>
            <b>{whoWord[who]}:</b> {text}
          </li>
        ))}
      </ol>
    </>
  );
}
