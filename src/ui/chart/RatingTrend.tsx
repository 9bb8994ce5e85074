import { beyondScale, fittingLabels, labelStart, timeShares } from '#platform/timeAxis.ts';
import { AxisLabels } from './AxisLabels.tsx';
import { ChartOrTable } from './ChartOrTable.tsx';
import { ChartReader } from './ChartReader.tsx';
import type { RulerBand } from './RatingRuler.tsx';
import classes from './RatingTrend.module.css';

export type TrendPoint = {
  /** ISO day or instant. */
  date: string;
  /** How the day reads, with its year. */
  label: string;
  value: number;
  /** What happened then; marked in the chart, read out, and in the table. */
  events?: readonly string[] | undefined;
};

export type RatingTrendProps = {
  title: string;
  /** Oldest first. */
  points: readonly TrendPoint[];
  bands: readonly RulerBand[];
  /** The part of the scale that is drawn; values beyond are shown at its rim. */
  scale: { from: number; to: number };
  /** A line across for comparison. */
  other?: { label: string; value: number } | undefined;
  /** Draws the bands' borders. */
  showBands: boolean;
};

const ticksEvery = 100;
/** Of a number at the rim, in percent of the chart. */
const numberWidth = 10;

const happened = ({ events }: TrendPoint): boolean => (events?.length ?? 0) > 0;

/** Names what is drawn outside the drawing, where no line crosses the words. */
function Legend({ points, bands, other, showBands }: Omit<RatingTrendProps, 'title' | 'scale'>) {
  const borders = bands.slice(1).map((band) => `${band.label} from ${band.from}`);
  return (
    <ul className={`${classes.legend} flex flex-wrap gap-1 gap-x-4 text-small text-dimmed`} aria-hidden>
      <li>
        <span className={classes.key} data-of="own" /> Your rating
      </li>
      {points.some(happened) && (
        <li>
          <span className={classes.key} data-of="event" /> A day on which it moved
        </li>
      )}
      {other && (
        <li>
          <span className={classes.key} data-of="other" /> {other.label} {other.value}
        </li>
      )}
      {showBands && (
        <li>
          <span className={classes.key} data-of="border" /> {borders.join(', ')}
        </li>
      )}
    </ul>
  );
}

function Plot({ points, bands, scale, other, showBands, title }: RatingTrendProps) {
  const shares = timeShares(points.map(({ date }) => Date.parse(date)));
  const y = (value: number) =>
    1 - (Math.min(scale.to, Math.max(scale.from, value)) - scale.from) / (scale.to - scale.from);
  const percent = (share: number) => `${share * 100}%`;
  const first = Math.ceil(scale.from / ticksEvery) * ticksEvery;
  const ticks = [
    ...Array.from(
      { length: Math.floor((scale.to - first) / ticksEvery) + 1 },
      (_, at) => first + at * ticksEvery,
    ),
    ...(scale.to % ticksEvery === 0 ? [] : [scale.to]),
  ];
  const line = points.map(
    ({ value }, at) =>
      `${at === 0 ? 'M' : 'L'}${(shares[at]! * 1000).toFixed(1)} ${(y(value) * 1000).toFixed(1)}`,
  );
  const beyond = beyondScale(
    points.map(({ value }) => value),
    scale,
  );
  const stops = points.map(({ label, value, events }, at) => ({
    x: shares[at]!,
    y: y(value),
    title: label,
    value: String(value),
    lines: events ?? [],
  }));
  return (
    <div
      className={`${classes.plot} grid text-tiny text-dimmed tabular-nums`}
      data-above={beyond.some(({ above }) => above) || undefined}
      data-below={beyond.some(({ above }) => !above) || undefined}
    >
      <div className={`${classes.axis} relative`} aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} style={{ top: percent(y(tick)) }}>
            {tick}
          </span>
        ))}
      </div>
      <div className={`${classes.field} relative border-b`}>
        <div aria-hidden>
          {ticks.map((tick) => (
            <div key={tick} className={`${classes.grid} border-t`} style={{ top: percent(y(tick)) }} />
          ))}
          {showBands &&
            bands
              .slice(1)
              .map((band) => (
                <div
                  key={band.label}
                  className={`${classes.border} border-t`}
                  style={{ top: percent(y(band.from)) }}
                />
              ))}
          {other && <div className={`${classes.other} border-t`} style={{ top: percent(y(other.value)) }} />}
          <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" focusable="false">
            <path className={classes.line} d={line.join(' ')} vectorEffect="non-scaling-stroke" />
          </svg>
          {points.map(
            (point, at) =>
              (happened(point) || points.length === 1 || at === points.length - 1) && (
                <span
                  key={point.date}
                  className={`${classes.dot} absolute rounded-circle`}
                  data-event={happened(point) || undefined}
                  style={{ insetInlineStart: percent(shares[at]!), top: percent(y(point.value)) }}
                />
              ),
          )}
          <Beyond found={beyond} points={points} shares={shares} />
        </div>
        <ChartReader label={title} stops={stops} />
      </div>
      <AxisLabels
        className={classes.days}
        points={points.map(({ label }, at) => ({ label, x: shares[at]! }))}
      />
    </div>
  );
}

type BeyondProps = {
  found: ReturnType<typeof beyondScale>;
  points: readonly TrendPoint[];
  shares: readonly number[];
};

/** Values outside the scale: marked at its rim, with their true numbers outside the drawing. */
function Beyond({ found, points, shares }: BeyondProps) {
  const shown = new Set(
    [true, false].flatMap((above) => {
      const some = found.filter((one) => one.above === above);
      const room = fittingLabels(
        some.map(({ index }) => ({ middle: shares[index]! * 100, width: numberWidth })),
        100,
        1,
      );
      return some.filter((_, at) => room.has(at));
    }),
  );
  return found.map((one) => (
    <span key={one.index}>
      <span
        className={`${classes.rim} absolute`}
        data-above={one.above || undefined}
        style={{ insetInlineStart: `${shares[one.index]! * 100}%` }}
      />
      {shown.has(one) && (
        <span
          className={`${classes.beyond} absolute font-semibold text-plain text-center`}
          data-above={one.above || undefined}
          style={{
            insetInlineStart: `${labelStart({ middle: shares[one.index]! * 100, width: numberWidth }, 100)}%`,
          }}
        >
          {points[one.index]!.value}
        </span>
      )}
    </span>
  ));
}

function Numbers({ points, title }: Pick<RatingTrendProps, 'points' | 'title'>) {
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" className={classes.number}>
            Rating
          </th>
          <th scope="col">What happened</th>
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map((point) => (
          <tr key={point.date}>
            <th scope="row">{point.label}</th>
            <td className={classes.number}>{point.value}</td>
            <td>
              {point.events?.map((event) => (
                <div key={event}>{event}</div>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A rating over time with its bands and what happened, and the same as a table of the days on which it moved. */
export function RatingTrend({ title, points, ...rest }: RatingTrendProps) {
  // a year has a point a day: what is read are the days on which something changed
  const moved = points.filter(
    (point, at) =>
      at === 0 || at === points.length - 1 || happened(point) || point.value !== points[at - 1]!.value,
  );
  return (
    <ChartOrTable
      legend={<Legend points={points} {...rest} />}
      chart={<Plot points={points} title="Rating over time" {...rest} />}
      table={<Numbers points={moved} title={title} />}
    />
  );
}
