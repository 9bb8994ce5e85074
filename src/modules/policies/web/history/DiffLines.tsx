import { useState } from 'react';
import type { DiffLine } from '../../entities.ts';
import classes from './Diff.module.css';

/** Runs of lines that did not change are folded from so many on. */
const foldedFrom = 3;

const signs = { same: '', added: '+', removed: '−', changed: '±' } as const;
const words = { added: 'Added: ', removed: 'Removed: ' } as const;

/* oxlint-disable react/no-array-index-key */
function Line({ line }: { line: DiffLine }) {
  const whole = line.kind === 'added' || line.kind === 'removed' ? line.kind : null;
  const Mark = whole === 'added' ? 'ins' : whole === 'removed' ? 'del' : 'span';
  return (
    <div className={`${classes.line} grid`} data-kind={line.kind} data-role={line.role}>
      <span className={`${classes.sign} font-semibold text-center`} aria-hidden>
        {signs[line.kind]}
      </span>
      <p className={`${classes.words} min-w-0 wrap-anywhere`}>
        {line.number && <span className="text-dimmed tabular-nums">{line.number} </span>}
        <Mark className={classes.whole}>
          {whole && <span className="visually-hidden">{words[whole]}</span>}
          {line.parts.map((part, place) =>
            whole || part.kind === 'same' ? (
              <span key={place}>{part.text}</span>
            ) : part.kind === 'added' ? (
              <ins key={place} className={`${classes.added} underline text-success rounded-sm bg-success`}>
                <span className="visually-hidden">{words.added}</span>
                {part.text}
              </ins>
            ) : (
              <del key={place} className={`${classes.removed} bg-danger`}>
                <span className="visually-hidden">{words.removed}</span>
                {part.text}
              </del>
            ),
          )}
        </Mark>
      </p>
    </div>
  );
}

function Unchanged({ lines }: { lines: DiffLine[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`${classes.fold} justify-self-start text-small text-dimmed rounded`}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide' : 'Show'} {lines.length} unchanged lines
      </button>
      {open && lines.map((line, place) => <Line key={place} line={line} />)}
    </>
  );
}

type Run = { same: boolean; lines: DiffLine[] };

function runsOf(lines: DiffLine[]): Run[] {
  const runs: Run[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    const same = line.kind === 'same';
    if (last && last.same === same) last.lines.push(line);
    else runs.push({ same, lines: [line] });
  }
  return runs;
}

/** What changed, line by line; what did not is folded. */
export function DiffLines({ lines }: { lines: DiffLine[] }) {
  return (
    <div className={`${classes.diff} stack text-reading`}>
      {runsOf(lines).map((run, place) =>
        run.same && run.lines.length >= foldedFrom ? (
          <Unchanged key={place} lines={run.lines} />
        ) : (
          run.lines.map((line, at) => <Line key={`${place} ${at}`} line={line} />)
        ),
      )}
    </div>
  );
}
/* oxlint-enable react/no-array-index-key */
