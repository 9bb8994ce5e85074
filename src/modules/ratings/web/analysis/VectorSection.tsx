import { Button, Collapse } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useId, useState } from 'react';
import { ratingsPaths } from '../../paths.ts';
import { askExpert } from '#modules/plans/web/public.ts';
import { shownDay } from '#platform/dates.ts';
import { BetaBadge } from '#ui/badge/BetaBadge.tsx';
import { GradeBadge } from '#ui/badge/GradeBadge.tsx';
import { WebAddress } from '#ui/text/WebAddress.tsx';
import type { RatingFindingView, RatingsData, RemedyStep } from '../../entities.ts';
import type { ShowDialog } from '../RatingsDialogs.tsx';
import { byGrade, findingWord, isFixable, seenLine, whoWord, type NamedVector } from '../standing.ts';
import classes from './Analysis.module.css';

type VectorSectionProps = {
  vector: NamedVector;
  anchor: string;
  data: RatingsData;
  opened: boolean;
  onDialog: ShowDialog;
};

/** Takes a finding along to somebody who knows. */
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

const counted = (fixes: number) => (fixes === 1 ? '1 to fix' : `${fixes} to fix`);

/** One risk vector: what it is, its grade, what was seen, and what to do about it. */
export function VectorSection({ vector, anchor, data, opened, onDialog }: VectorSectionProps) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? opened;
  const id = useId();
  const { info, grade, name } = vector;
  const fixes = info.findings.filter(isFixable).length;
  return (
    <article className={`${classes.vector} card`} id={anchor} tabIndex={-1} aria-labelledby={`${id}-name`}>
      <h3>
        <button
          type="button"
          className={`${classes.toggle} px-4 py-3.5 grid items-center w-full gap-3 font-semibold text-start rounded-card hover-bg`}
          aria-expanded={open}
          aria-controls={`${id}-body`}
          onClick={() => setChosen(!open)}
        >
          <GradeBadge grade={grade} label={`${name}: grade`} />
          <span id={`${id}-name`}>
            {name} {vector.beta && <BetaBadge />}
          </span>
          <span className={`${classes.vectorFact} text-small font-normal text-dimmed`}>
            {grade === 'N/A' ? 'Not measured' : fixes > 0 ? counted(fixes) : 'Nothing to fix'}
          </span>
          <IconChevronDown size={18} stroke={1.5} aria-hidden data-open={open || undefined} />
        </button>
      </h3>
      <Collapse expanded={open} id={`${id}-body`}>
        <div className={`${classes.body} grid gap-3`}>
          <p>{info.description}</p>
          <p>
            <b>Why it matters.</b> {info.why}
          </p>
          <p className="text-small text-dimmed">
            {info.weight !== null &&
              (info.weight > 0 ? `${info.weight}% of the rating. ` : 'Does not count in the rating. ')}
            {info.measuredAt && `Measured ${shownDay(info.measuredAt)}.`}
          </p>
          {info.note && <p className="rounded bg-hover px-4 py-3">{info.note}</p>}
          {info.findings.length > 0 ? (
            <ul className="mt-1 grid gap-4">
              {info.findings.toSorted(byGrade).map((finding) => (
                <li
                  key={finding.key}
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
                    {finding.gain !== null &&
                      finding.gain > 0 &&
                      ` Fixing it alone brings ${finding.gain} points.`}
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
                          data.assets.some(
                            ({ asset }) => asset === finding.asset && asset !== data.domain,
                          ) && (
                            <Button
                              variant="subtle"
                              size="xs"
                              onClick={(event) =>
                                onDialog({ kind: 'disown', asset: finding.asset }, event.currentTarget)
                              }
                            >
                              Not ours
                            </Button>
                          )}
                      </div>
                    </>
                  )}
                </li>
              ))}
            </ul>
          ) : (
            <Steps steps={info.remedy} />
          )}
        </div>
      </Collapse>
    </article>
  );
}

/** What to do, one after the other, each with who does it. */
function Steps({ steps }: { steps: readonly RemedyStep[] }) {
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
