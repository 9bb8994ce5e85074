import classes from './LevelBadge.module.css';

export type LevelBadgeProps = {
  /** 0 to 5. */
  level: number;
  /** Width and height in pixels. */
  size?: number;
  /** Read aloud; without it the badge is decoration. */
  label?: string | undefined;
};

/** Highest level of the scale. */
const most = 5;
const radius = 27;
/** Degrees of one part of the ring, and the gap after it. */
const [part, gap] = [360 / most, 14];

const pointAt = (degrees: number) => {
  const turn = ((degrees - 90) * Math.PI) / 180;
  return `${(32 + radius * Math.cos(turn)).toFixed(2)} ${(32 + radius * Math.sin(turn)).toFixed(2)}`;
};

const arcs = Array.from({ length: most }, (_, index) => {
  const from = index * part + gap / 2;
  return `M${pointAt(from)}A${radius} ${radius} 0 0 1 ${pointAt(from + part - gap)}`;
});

const shield = 'M32 13.5 46 18v12.6c0 9.4-5.6 16-14 19.4-8.4-3.4-14-10-14-19.4V18z';
const star = 'm32 .6 2.3 4.7 5.2.8-3.8 3.6.9 5.2-4.6-2.5-4.6 2.5.9-5.2-3.8-3.6 5.2-.8z';

/**
 * A level from 0 to 5: its number in a shield, in a ring of five parts of which as many are filled. The shield grows from a
 * broken outline to a full one with a star, so that each level has a look of its own without its colour.
 */
export function LevelBadge({ level, size = 64, label }: LevelBadgeProps) {
  return (
    <svg
      className={`${classes.badge} block flex-none`}
      viewBox="0 0 64 64"
      width={size}
      height={size}
      data-level={level}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {arcs.map((path, index) => (
        <path key={path} d={path} className={index < level ? classes.filled : classes.empty} />
      ))}
      <path d={shield} className={classes.shield} />
      {level === most && <path d={star} className={classes.star} />}
      <text className={`${classes.number} font-semibold tabular-nums`} x="32" y="39" textAnchor="middle">
        {level}
      </text>
    </svg>
  );
}
