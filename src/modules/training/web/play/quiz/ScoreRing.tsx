import classes from './Result.module.css';

const radius = 56;
const around = 2 * Math.PI * radius;

/** A score on a ring, with the mark that had to be reached. */
export function ScoreRing({ score, mark }: { score: number; mark: number }) {
  const isPassed = score >= mark;
  const angle = (mark / 100) * 2 * Math.PI - Math.PI / 2;
  const at = (distance: number) => `${70 + distance * Math.cos(angle)} ${70 + distance * Math.sin(angle)}`;
  return (
    <svg
      className={`${classes.ring} flex-none`}
      viewBox="0 0 140 140"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no file: it takes the colors of the page
      role="img"
      aria-label={`${score}%, with ${mark}% needed`}
    >
      <circle className={classes.ringTrack} cx="70" cy="70" r={radius} />
      <circle
        className={classes.ringFill}
        data-passed={isPassed || undefined}
        cx="70"
        cy="70"
        r={radius}
        strokeDasharray={`${(around * score) / 100} ${around}`}
        transform="rotate(-90 70 70)"
      />
      <path className={classes.ringMark} d={`M${at(radius - 9)}L${at(radius + 9)}`} />
      <text className={`${classes.ringText} font-semibold tabular-nums`} x="70" y="80" textAnchor="middle">
        {score}%
      </text>
    </svg>
  );
}
