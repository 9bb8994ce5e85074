import classes from './pickList.module.css';

/** A long list that opens inside its form and scrolls by itself, so that screen readers find it where it belongs. */
export const pickList = {
  comboboxProps: { withinPortal: false },
  withScrollArea: false,
  classNames: { options: classes.options },
} as const;
