import classes from './Header.module.css';

export function BetaBadge() {
  return <span className={classes.beta}>Beta</span>;
}
