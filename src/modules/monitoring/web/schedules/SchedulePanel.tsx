import { Button } from '@mantine/core';
import IconCalendarPlus from '@tabler/icons-react/dist/esm/icons/IconCalendarPlus.mjs';
import { KeyValueList } from '#ui/page/KeyValueList.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import type { ScheduleWire } from '../../entities.ts';
import { isQuickLook, levelLabels, recurrenceLabels, sendsForms } from '../../rules.ts';
import { beyondPlan } from '../messages.ts';
import { dateAndTime } from './pacificTime.ts';
import type { Target } from '../queries.ts';

/** One that is due in quiet hours waits for their end. */
const nextOf = ({ nextScan, heldUntil }: ScheduleWire) =>
  heldUntil === null ? dateAndTime(nextScan) : `${dateAndTime(heldUntil)}, after the quiet hours`;

/** What it runs at, and what it is to run at once nothing is in the way. */
function levelOf(
  { scanProfile }: ScheduleWire,
  { ownership, formsConfirmedAt }: SchedulePanelProps['target'],
) {
  const wanted = levelLabels[scanProfile];
  if (isQuickLook(scanProfile)) return wanted;
  if (ownership.state === 'missing')
    return `${wanted}; ${levelLabels.lightning} until you verify that you own the website`;
  if (sendsForms(scanProfile) && formsConfirmedAt === null && ownership.state !== 'operator')
    return `${wanted}; ${levelLabels.safe} until someone agrees to have its forms sent`;
  return wanted;
}

type SchedulePanelProps = {
  schedule: ScheduleWire | null;
  target: Pick<Target, 'ownership' | 'formsConfirmedAt'>;
  /** While a scan runs, canceling it is all that can be done (modules.md 2). */
  running: boolean;
  /** The plan does not include the website: its schedule is kept and starts nothing. */
  paused: boolean;
  onSchedule: (button: HTMLElement) => void;
};

/** When the website is scanned next, or an invitation to scan it again and again. */
export function SchedulePanel({ schedule, target, running, paused, onSchedule }: SchedulePanelProps) {
  if (!schedule)
    return (
      <Panel title="Scan schedule">
        <p className={`measure-64 text-dimmed text-pretty`}>
          Websites change, and so do attacks. Schedule recurring scans to find new issues automatically.
        </p>
        <Button
          variant="default"
          mt={16}
          disabled={running || paused}
          leftSection={<IconCalendarPlus size={18} stroke={1.5} aria-hidden />}
          onClick={(event) => onSchedule(event.currentTarget)}
        >
          Schedule Scans
        </Button>
      </Panel>
    );
  return (
    <Panel title="Scan schedule">
      <KeyValueList
        items={[
          { key: 'next', label: 'Next Scan', value: paused ? beyondPlan.nextScan : nextOf(schedule) },
          { key: 'recurrence', label: 'Recurrence', value: recurrenceLabels[schedule.recurrence] },
          { key: 'level', label: 'Scan Level', value: levelOf(schedule, target) },
        ]}
      />
    </Panel>
  );
}
