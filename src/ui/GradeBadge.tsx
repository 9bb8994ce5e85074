import classes from './GradeBadge.module.css';

export type GradeBadgeProps = {
  /** A to F; anything else shows as not graded. */
  grade: string | null | undefined;
  size?: 'small' | 'large';
  /** What is graded, for screen readers. */
  label?: string;
};

/** A grade as colour and letter. */
export function GradeBadge({ grade, size = 'small', label = 'Grade' }: GradeBadgeProps) {
  const letter = grade?.trim().toUpperCase() ?? '';
  const known = /^[ABCDF]$/.test(letter);
  return (
    <span
      className={classes.grade}
      data-grade={known ? letter.toLowerCase() : 'none'}
      data-size={size}
      role="img"
      aria-label={known ? `${label} ${letter}` : `${label}: not graded`}
    >
      {known ? letter : '–'}
    </span>
  );
}
