import classes from './BetaBadge.module.css';

/** Marks a part of the product that is still being finished. */
export function BetaBadge() {
  return (
    <span
      className={`${classes.beta} border-accent text-tiny leading-4.5 font-semibold text-accent rounded-full`}
    >
      Beta
    </span>
  );
}
