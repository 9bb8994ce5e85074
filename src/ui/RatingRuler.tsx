import { VisuallyHidden } from '@mantine/core';
import classes from './RatingRuler.module.css';

export type RulerBand = { label: string; from: number; to: number };
export type RulerMark = {
  /** What is marked, in a word or two: Your company, Industry. */
  label: string;
  value: number;
  /** `own` is filled, `other` hollow, `planned` dashed. */
  kind: 'own' | 'other' | 'planned';
};

export type RatingRulerProps = {
  /** From the lowest to the highest, without gaps: its ends are the scale's. */
  bands: readonly RulerBand[];
  marks: readonly RulerMark[];
  /** Without names under the bands, where there is little room. */
  small?: boolean;
};

/** Names of marks that would lie on one another go below the ruler. */
const tooNear = 14;

/** A scale with its bands, and where somebody stands on it. */
export function RatingRuler({ bands, marks, small = false }: RatingRulerProps) {
  const from = bands[0]!.from;
  const to = bands.at(-1)!.to;
  const at = (value: number) => (100 * (Math.min(to, Math.max(from, value)) - from)) / (to - from);
  const first = marks[0];
  const isBelow = (mark: RulerMark) => first !== undefined && mark !== first && Math.abs(at(mark.value) - at(first.value)) < tooNear;
  const anyBelow = marks.some(isBelow);
  return (
    <div
      className={classes.ruler}
      data-small={small || undefined}
      data-below={anyBelow || undefined}
      data-several={marks.length > 1 || undefined}
    >
      <VisuallyHidden>
        {marks.map(({ label, value }) => `${label}: ${value}. `)}
        {`On a scale from ${from} to ${to}: ${bands.map((band) => `${band.label} ${band.from} to ${band.to}`).join(', ')}.`}
      </VisuallyHidden>
      <div className={classes.scale} aria-hidden>
        {bands.map((band, index) => (
          <div key={band.label} className={classes.band} data-step={index} style={{ flexGrow: band.to - band.from }} />
        ))}
        {marks.map((mark) => (
          <div
            key={mark.label}
            className={classes.mark}
            data-kind={mark.kind}
            data-below={isBelow(mark) || undefined}
            data-further={mark !== first || undefined}
            data-edge={at(mark.value) < 12 ? 'start' : at(mark.value) > 88 ? 'end' : undefined}
            style={{ insetInlineStart: `${at(mark.value)}%` }}
          >
            <span className={classes.flag}>
              <b>{mark.value}</b> {mark.label}
            </span>
          </div>
        ))}
      </div>
      {!small && (
        <div className={classes.names} aria-hidden>
          {bands.map((band) => (
            <div key={band.label} className={classes.name} style={{ flexGrow: band.to - band.from }}>
              <span>{band.label}</span>
              <span className={classes.from}>{band.from}</span>
            </div>
          ))}
          <span className={classes.end}>{to}</span>
        </div>
      )}
    </div>
  );
}
