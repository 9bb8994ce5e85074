import { ChartOrTable } from './ChartOrTable.tsx';
import type { RulerBand } from './RatingRuler.tsx';
import classes from './RatingTrend.module.css';

export type TrendPoint = {
  /** ISO day or instant. */
  date: string;
  /** How the day reads. */
  label: string;
  value: number;
  /** What happened then; marked in the chart and told in the table. */
  event?: string | undefined;
};

export type RatingTrendProps = {
  title: string;
  /** Oldest first. */
  points: readonly TrendPoint[];
  bands: readonly RulerBand[];
  /** The part of the scale that is drawn. */
  scale: { from: number; to: number };
  /** A line across for comparison. */
  other?: { label: string; value: number } | undefined;
  /** Draws the bands' borders. */
  showBands: boolean;
};

const width = 1000;
const height = 260;
const ticksEvery = 100;

const time = (date: string) => Date.parse(date);

const labelledDays = 4;

/** A few days along the axis, about evenly apart in time, first and last among them. */
function shownDays(points: readonly TrendPoint[]): TrendPoint[] {
  const [start, end] = [time(points[0]!.date), time(points.at(-1)!.date)];
  const wanted = Array.from({ length: labelledDays }, (_, at) => start + (at * (end - start)) / (labelledDays - 1));
  const distance = (point: TrendPoint, to: number) => Math.abs(time(point.date) - to);
  const nearest = wanted.map((to) => points.reduce((best, point) => (distance(point, to) < distance(best, to) ? point : best)));
  return [...new Set(nearest)];
}

function Plot({ points, bands, scale, other, showBands }: Omit<RatingTrendProps, 'title'>) {
  const start = time(points[0]!.date);
  const span = Math.max(1, time(points.at(-1)!.date) - start);
  const x = (point: TrendPoint) => (points.length === 1 ? width / 2 : ((time(point.date) - start) / span) * width);
  const y = (value: number) => height - ((Math.min(scale.to, Math.max(scale.from, value)) - scale.from) / (scale.to - scale.from)) * height;
  const percentX = (point: TrendPoint) => `${(x(point) / width) * 100}%`;
  const percentY = (value: number) => `${(y(value) / height) * 100}%`;
  const ticks = Array.from({ length: Math.floor(scale.to / ticksEvery) }, (_, at) => (at + 1) * ticksEvery).filter(
    (tick) => tick >= scale.from,
  );
  const line = points.map((point, at) => `${at === 0 ? 'M' : 'L'}${x(point).toFixed(1)} ${y(point.value).toFixed(1)}`).join(' ');
  const last = points.at(-1)!;
  return (
    <div className={classes.plot} aria-hidden>
      <div className={classes.axis}>
        {ticks.map((tick) => (
          <span key={tick} style={{ top: percentY(tick) }}>
            {tick}
          </span>
        ))}
      </div>
      <div className={classes.field}>
        {ticks.map((tick) => (
          <div key={tick} className={classes.grid} style={{ top: percentY(tick) }} />
        ))}
        {showBands &&
          bands.slice(1).map((band) => (
            <div key={band.label} className={classes.border} style={{ top: percentY(band.from) }}>
              <span>{band.label}</span>
            </div>
          ))}
        {other && (
          <div className={classes.other} style={{ top: percentY(other.value) }}>
            <span>
              {other.label} {other.value}
            </span>
          </div>
        )}
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" focusable="false">
          <path className={classes.line} d={line} vectorEffect="non-scaling-stroke" />
        </svg>
        {points.map(
          (point) =>
            (point.event || points.length === 1 || point === last) && (
              <span
                key={point.date}
                className={classes.dot}
                data-event={point.event ? true : undefined}
                style={{ insetInlineStart: percentX(point), top: percentY(point.value) }}
              />
            ),
        )}
      </div>
      <div className={classes.days}>
        {shownDays(points).map((point) => (
          <span
            key={point.date}
            data-edge={x(point) < width * 0.1 ? 'start' : x(point) > width * 0.9 ? 'end' : undefined}
            style={{ insetInlineStart: percentX(point) }}
          >
            {point.label}
          </span>
        ))}
      </div>
    </div>
  );
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
            <td>{point.event ?? ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A rating over time with its bands and what happened, and the same as a table of the days on which it moved. */
export function RatingTrend({ title, points, ...rest }: RatingTrendProps) {
  // a year has a point a day: what is read are the days on which something changed
  const moved = points.filter((point, at) => at === 0 || at === points.length - 1 || point.event || point.value !== points[at - 1]!.value);
  return <ChartOrTable chart={<Plot points={points} {...rest} />} table={<Numbers points={moved} title={title} />} />;
}
