import type { CSSProperties } from 'react';
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

/** How much of the ruler's width a name takes, where there is room and where there is little. */
const nameShare = { wide: 22, narrow: 56 };

/** A row for each name: 0 is above the ruler, 1 and on are below. Names of one row do not touch. */
function rowsOf(places: readonly number[], share: number): number[] {
  // a name is moved along its mark so that it stays on the ruler
  const starts = places.map((place) => (place / 100) * (100 - share));
  const rows: number[] = [];
  for (const [index, start] of starts.entries()) {
    const taken = new Set(rows.filter((_, other) => Math.abs(starts[other]! - start) < share));
    rows[index] = [0, 1, 2, 3].find((row) => !taken.has(row)) ?? 0;
  }
  return rows;
}

/** A scale with its bands, and where somebody stands on it. */
export function RatingRuler({ bands, marks, small = false }: RatingRulerProps) {
  const from = bands[0]!.from;
  const to = bands.at(-1)!.to;
  const at = (value: number) => (100 * (Math.min(to, Math.max(from, value)) - from)) / (to - from);
  const places = marks.map(({ value }) => at(value));
  const [wide, narrow] = [rowsOf(places, nameShare.wide), rowsOf(places, nameShare.narrow)];
  const below = {
    '--below': Math.max(0, ...wide),
    '--below-narrow': Math.max(0, ...narrow),
  } as CSSProperties;
  return (
    <div className={classes.ruler} style={below} data-small={small || undefined}>
      <span className="visually-hidden">
        {marks.map(({ label, value }) => `${label}: ${value}. `)}
        {`On a scale from ${from} to ${to}: ${bands.map((band) => `${band.label} ${band.from} to ${band.to}`).join(', ')}.`}
      </span>
      <div className={classes.drawing} aria-hidden>
        <div className={`${classes.scale} flex relative`}>
          {bands.map((band, index) => (
            <div
              key={band.label}
              className={`${classes.band} bg-border min-w-0`}
              data-step={index}
              style={{ flexGrow: band.to - band.from }}
            />
          ))}
          {marks.map((mark, index) => (
            <div
              key={mark.label}
              className={`${classes.mark} absolute`}
              data-kind={mark.kind}
              style={
                {
                  insetInlineStart: `${places[index]}%`,
                  '--place': places[index],
                  '--row': wide[index],
                  '--row-narrow': narrow[index],
                } as CSSProperties
              }
            >
              <span
                className={`${classes.flag} absolute text-small text-dimmed whitespace-nowrap`}
                data-below={wide[index]! > 0 || undefined}
                data-below-narrow={narrow[index]! > 0 || undefined}
              >
                <b>{mark.value}</b> {mark.label}
              </span>
            </div>
          ))}
        </div>
        {!small && (
          <>
            <div className={`${classes.edges} relative text-tiny text-dimmed tabular-nums`}>
              {[...bands.map((band) => band.from), to].map((edge) => (
                <span
                  key={edge}
                  style={{ insetInlineStart: `${at(edge)}%`, '--place': at(edge) } as CSSProperties}
                >
                  {edge}
                </span>
              ))}
            </div>
            <ul className={`${classes.names} mt-1 flex text-small text-dimmed`}>
              {bands.map((band, index) => (
                <li key={band.label} style={{ '--grow': band.to - band.from } as CSSProperties}>
                  <span className={`${classes.key} bg-border`} data-step={index} />
                  {band.label}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}
