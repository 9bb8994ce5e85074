import { Tooltip } from '@mantine/core';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import { fillWords } from '#platform/web/boot.ts';
import { StatusPill, type StatusPillProps } from '#ui/badge/StatusPill.tsx';
import type { WeaknessStatus } from '../rules.ts';
import classes from './Concierge.module.css';
import { statusTooltip } from './messages.ts';

const tones: Record<WeaknessStatus, NonNullable<StatusPillProps['tone']>> = {
  Open: 'warning',
  Resolved: 'success',
  'Not Relevant': 'neutral',
  'No Status': 'neutral',
};

/** A status; with `explained`, how one gets it changed (modules.md 2). */
export function StatusOfWeakness({
  status,
  explained = false,
}: {
  status: WeaknessStatus;
  explained?: boolean;
}) {
  const pill = <StatusPill tone={tones[status]}>{status}</StatusPill>;
  if (!explained) return pill;
  const words = fillWords(statusTooltip);
  return (
    <span className="inline-row gap-1.5">
      {pill}
      <Tooltip label={words} multiline w={260}>
        <button
          type="button"
          className={`${classes.info} grid place-items-center text-dimmed rounded hover-bg`}
          aria-label={words}
        >
          <IconInfoCircle size={18} stroke={1.5} aria-hidden />
        </button>
      </Tooltip>
    </span>
  );
}
