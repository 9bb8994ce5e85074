import classes from './PercentRing.module.css';

const radius = 42;
const around = 2 * Math.PI * radius;

/** How much of something is done, as a ring with its percent in the middle. */
export function PercentRing({ percent }: { percent: number }) {
  return (
    <div
      className={`${classes.ring} grid place-items-center relative`}
      data-full={percent === 100 || undefined}
    >
      <svg viewBox="0 0 100 100" aria-hidden>
        <circle className={classes.ringTrack} cx="50" cy="50" r={radius} />
        {percent > 0 && (
          <circle
            className={classes.ringPart}
            cx="50"
            cy="50"
            r={radius}
            strokeDasharray={`${(around * percent) / 100} ${around}`}
            transform="rotate(-90 50 50)"
          />
        )}
      </svg>
      <span className={`${classes.percent} relative text-heading tabular-nums`}>
        {percent}
        <span className={`${classes.percentSign} text-body font-medium text-dimmed`}>%</span>
      </span>
    </div>
  );
}
