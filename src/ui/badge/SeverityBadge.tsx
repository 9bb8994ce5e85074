import IconAlertHexagonFilled from '@tabler/icons-react/dist/esm/icons/IconAlertHexagonFilled.mjs';
import IconAlertOctagonFilled from '@tabler/icons-react/dist/esm/icons/IconAlertOctagonFilled.mjs';
import IconAlertTriangleFilled from '@tabler/icons-react/dist/esm/icons/IconAlertTriangleFilled.mjs';
import IconInfoCircleFilled from '@tabler/icons-react/dist/esm/icons/IconInfoCircleFilled.mjs';
import IconInfoSquareRoundedFilled from '@tabler/icons-react/dist/esm/icons/IconInfoSquareRoundedFilled.mjs';
import classes from './SeverityBadge.module.css';
import { SEVERITY_WORD, type SeverityName } from './severity.ts';
import { toneStyle } from './toneStyle.ts';

const ICON: Record<SeverityName, typeof IconInfoCircleFilled> = {
  critical: IconAlertHexagonFilled,
  high: IconAlertOctagonFilled,
  medium: IconAlertTriangleFilled,
  low: IconInfoCircleFilled,
  info: IconInfoSquareRoundedFilled,
};

export type SeverityBadgeProps = {
  severity: SeverityName;
  /** How many; shown before the word. */
  count?: number;
};

/** A severity as colour, icon and word. */
export function SeverityBadge({ severity, count }: SeverityBadgeProps) {
  const Icon = ICON[severity];
  return (
    <span
      className={`${classes.badge} inline-row gap-1.5 text-small leading-5 font-medium whitespace-nowrap rounded-full`}
      style={toneStyle(`severity-${severity}`)}
    >
      <Icon size={14} aria-hidden />
      {count !== undefined && <span className="font-semibold tabular-nums">{count}</span>}
      {SEVERITY_WORD[severity]}
    </span>
  );
}
