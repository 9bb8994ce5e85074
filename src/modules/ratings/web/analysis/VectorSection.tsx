import { Collapse } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useId, useState } from 'react';
import { shownDay } from '#platform/dates.ts';
import { BetaBadge } from '#ui/badge/BetaBadge.tsx';
import { GradeBadge } from '#ui/badge/GradeBadge.tsx';
import type { RatingsData } from '../../entities.ts';
import type { ShowDialog } from '../RatingsDialogs.tsx';
import { byGrade, isFixable, type NamedVector } from '../standing.ts';
import { Steps, VectorFinding } from './VectorFinding.tsx';
import classes from './Analysis.module.css';

type VectorSectionProps = {
  vector: NamedVector;
  anchor: string;
  data: RatingsData;
  opened: boolean;
  onDialog: ShowDialog;
};

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
                <VectorFinding
                  key={finding.key}
                  finding={finding}
                  vector={vector}
                  data={data}
                  onDialog={onDialog}
                />
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
