import { Tooltip } from '@mantine/core';

/** The bubble of a tip; open at once where one still points there. */
export const TipBubble = ({ label, target }: { label: string; target: HTMLElement }) => (
  <Tooltip label={label} target={target} defaultOpened={target.matches(':hover, :focus-visible')} />
);
