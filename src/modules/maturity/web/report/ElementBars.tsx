import { type Day } from '#platform/days.ts';
// Rows laid out as blocks on a phone lose the table's meaning in some browsers: hence the roles the elements have anyway.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { useState } from 'react';
import { Panel } from '#ui/page/Panel.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type { Report, ReportElement } from '../../entities.ts';
import { CompareFields } from './CompareFields.tsx';
import { comparableDays, levelsAt, moveOf, now, type Levels } from './comparison.ts';
import { LevelBar } from './LevelBar.tsx';
import classes from './Report.module.css';
import { TargetField } from './TargetField.tsx';

/** Fifteen elements and their levels, by area, with the target marked; two days side by side where asked for. */
export function ElementBars({ report }: { report: Report }) {
  const [from, setFrom] = useState<Day | ''>('');
  const [to, setTo] = useState<Day | typeof now>(now);
  const days = comparableDays(report);
  const before = from ? levelsAt(report, from) : null;
  const after = to === now ? null : levelsAt(report, to);
  return (
    <Panel
      title="Levels of your elements"
      description={`Five steps each. The mark shows your target, level ${report.target}.`}
    >
      <div className={`${classes.controls} flex flex-wrap items-end gap-3 gap-x-4 mb-2`}>
        <TargetField target={report.target} />
        {days.length > 0 && <CompareFields days={days} from={from} to={to} onFrom={setFrom} onTo={setTo} />}
      </div>
      <table role="table" className={`${classes.bars} w-full`}>
        <caption>
          <span className="visually-hidden">
            Level of each element by security area. The target is level {report.target}.
          </span>
        </caption>
        <thead role="rowgroup" className={`${classes.barsHead} visually-hidden-narrow`}>
          <tr role="row">
            <th role="columnheader" scope="col">
              Element
            </th>
            <th role="columnheader" scope="col">
              Level
            </th>
            <th role="columnheader" scope="col">
              {before ? 'Change' : 'Standing'}
            </th>
          </tr>
        </thead>
        {report.areas.map((area) => (
          <tbody key={area.id} role="rowgroup">
            <tr role="row" className={classes.areaRow}>
              <th role="rowheader" scope="rowgroup" colSpan={3}>
                {area.title}
              </th>
            </tr>
            {report.elements
              .filter((element) => element.area === area.id)
              .map((element) => (
                <ElementRow
                  key={element.id}
                  element={element}
                  target={report.target}
                  before={before}
                  after={after}
                />
              ))}
          </tbody>
        ))}
      </table>
    </Panel>
  );
}

type ElementRowProps = {
  element: ReportElement;
  target: number;
  before: Levels | null;
  after: Levels | null;
};

function ElementRow({ element, target, before, after }: ElementRowProps) {
  const reached = element.complete || element.level > 0 ? element.level : undefined;
  const level = after ? after[element.id] : reached;
  const earlier = before ? before[element.id] : undefined;
  const first = element.next?.actions[0];
  const isWeakest = element.weakest && !after;
  return (
    <tr role="row" data-weakest={isWeakest || undefined}>
      <th role="rowheader" scope="row">
        {element.title}
        {isWeakest && first && (
          <span className="block text-small leading-4.5 font-normal text-dimmed text-pretty mt-0.5">
            Missing for level {element.next!.level}: {first.text}
          </span>
        )}
      </th>
      <td role="cell">
        <LevelCell
          earlier={earlier}
          level={level}
          target={target}
          compares={before !== null}
          weakest={isWeakest && !before}
        />
      </td>
      <td role="cell">
        {before ? (
          <Move before={earlier} after={level} />
        ) : (
          <Standing element={element} target={target} weakest={isWeakest} />
        )}
      </td>
    </tr>
  );
}

type LevelCellProps = {
  earlier: number | undefined;
  level: number | undefined;
  target: number;
  compares: boolean;
  weakest: boolean;
};

function LevelCell({ earlier, level, target, compares, weakest }: LevelCellProps) {
  return (
    <div className="row gap-4">
      <div className={`${classes.tracks} grid flex-auto min-w-0`}>
        {compares && <LevelBar level={earlier} target={target} tone="before" />}
        <LevelBar level={level} target={target} tone={weakest ? 'weakest' : 'now'} />
      </div>
      <span className={`${classes.levelNumber} flex-none font-semibold tabular-nums text-end`}>
        {compares && <>{earlier ?? '–'} → </>}
        <span className="visually-hidden">Level </span>
        {level ?? '–'}
      </span>
    </div>
  );
}

function Standing({
  element,
  target,
  weakest,
}: {
  element: ReportElement;
  target: number;
  weakest: boolean;
}) {
  if (!element.complete) return <StatusPill>Not finished</StatusPill>;
  if (weakest) return <StatusPill tone="warning">Fix first</StatusPill>;
  if (element.level >= target) return <StatusPill tone="success">On target</StatusPill>;
  return <StatusPill tone="accent">{target - element.level} to go</StatusPill>;
}

function Move({ before, after }: { before: number | undefined; after: number | undefined }) {
  const words = moveOf(before, after);
  if (words === null) return <span className={classes.meta}>Not comparable</span>;
  if (before === after) return <span className={classes.meta}>{words}</span>;
  const up = after! > before!;
  const Icon = up ? IconArrowUp : IconArrowDown;
  return (
    <StatusPill tone={up ? 'success' : 'danger'} icon={<Icon size={14} stroke={2} aria-hidden />}>
      {words}
    </StatusPill>
  );
}
