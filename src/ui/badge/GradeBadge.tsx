import classes from './GradeBadge.module.css';
import { toneStyle } from './toneStyle.ts';

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
      className={`${classes.grade} place-items-center text-body font-semibold rounded-sm`}
      style={known ? toneStyle(`grade-${letter.toLowerCase()}`) : undefined}
      data-size={size}
    >
      <span className="visually-hidden">{known ? `${label} ` : `${label}: not graded`}</span>
      <span aria-hidden={known ? undefined : true}>{known ? letter : '–'}</span>
    </span>
  );
}
