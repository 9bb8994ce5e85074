import { ActionIcon, Button, Checkbox, TextInput, Tooltip } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { mostWindows, type QuietWindow } from '../../quietHours.ts';
import { newWindow } from './scanSettingsForm.ts';
import classes from './ScanSettings.module.css';

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

type QuietHoursFieldsProps = { windows: QuietWindow[]; onChange: (windows: QuietWindow[]) => void };

/** Times in which nothing is sent to a website. */
export function QuietHoursFields({ windows, onChange }: QuietHoursFieldsProps) {
  const set = (at: number, part: Partial<QuietWindow>) =>
    onChange(windows.map((window, index) => (index === at ? { ...window, ...part } : window)));
  return (
    <>
      <p className="text-pretty measure-68">
        Times in which scans leave the website alone, in Pacific time. A scan that is due waits until they
        end; a running one pauses and then continues.
      </p>
      {windows.map((window, at) => (
        // rows have no name of their own, and keep nothing but what is given them
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset key={at} className={`${classes.window} stack gap-3 border rounded`}>
          <legend className={`${classes.legend} font-medium`}>
            Quiet hours {windows.length > 1 ? at + 1 : ''}
          </legend>
          <Checkbox.Group
            aria-label="Days"
            value={window.days.map(String)}
            onChange={(value) => set(at, { days: value.map(Number).toSorted() })}
          >
            <div className={`${classes.days} flex flex-wrap`}>
              {days.map((day, index) => (
                <Checkbox key={day} value={String(index + 1)} label={day} />
              ))}
            </div>
          </Checkbox.Group>
          <div className={`${classes.times} grid items-end gap-3`}>
            <TextInput
              type="time"
              label="From"
              required
              value={window.from}
              onChange={(event) => set(at, { from: event.currentTarget.value })}
            />
            <TextInput
              type="time"
              label="To"
              required
              value={window.to}
              onChange={(event) => set(at, { to: event.currentTarget.value })}
            />
            <Tooltip label="Remove">
              <ActionIcon
                aria-label={`Remove quiet hours ${at + 1}`}
                size={40}
                onClick={() => onChange(windows.filter((_window, index) => index !== at))}
              >
                <IconTrash size={18} stroke={1.5} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </div>
          <output className={classes.meta}>{wordsOf(window)}</output>
        </fieldset>
      ))}
      {windows.length === 0 && <p className={classes.none}>None: scans run whenever they are due.</p>}
      <div>
        <Button
          variant="default"
          disabled={windows.length >= mostWindows}
          leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
          onClick={() => onChange([...windows, newWindow()])}
        >
          Add Quiet Hours
        </Button>
      </div>
    </>
  );
}

/** What a window means where its end says it only to those who think twice. */
function wordsOf({ days: chosen, from, to }: QuietWindow): string {
  if (chosen.length === 0) return 'Choose at least one day.';
  if (from === '' || to === '') return '';
  if (to === from) return 'Each of these days, all day and night.';
  return to < from ? 'Ends on the morning after.' : '';
}
