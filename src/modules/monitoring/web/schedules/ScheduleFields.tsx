import { Anchor, Checkbox, NativeSelect, Radio, SegmentedControl, TextInput } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { planPath } from '#modules/plans/paths.ts';
import { DateField } from '#ui/form/DateField.tsx';
import { Link } from '#ui/text/Link.tsx';
import type { RecurrenceCode, WeekIndex } from '../../entities.ts';
import { isQuickLook, levelLabels, recurrenceLabels } from '../../rules.ts';
import { formsConsent, levelNotes } from '../issues/levelNotes.ts';
import { dateAndTime } from './pacificTime.ts';
import type { TargetList } from '../queries.ts';
import {
  asksForForms,
  firstRunOf,
  isByMonths,
  isDayAllowed,
  weekdays,
  weekIndexes,
  withDate,
  type ScheduleForm,
  type ScheduleProblems,
} from './scheduleForm.ts';
import classes from './ScheduleFields.module.css';
import { TimeField } from './TimeField.tsx';

export type ScheduleFieldsProps = {
  form: ScheduleForm;
  problems: ScheduleProblems;
  list: TargetList;
  now: Date;
  /** Somebody has agreed before that scans send forms. */
  formsConfirmed: boolean;
  /** The website is not proved to be the organisation's: anything but a quick look waits. */
  unproved: boolean;
  onChange: (form: ScheduleForm) => void;
};

const labelFirst: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

/** How often, how thoroughly, from when on. */
export function ScheduleFields({
  form,
  problems,
  list,
  now,
  formsConfirmed,
  unproved,
  onChange,
}: ScheduleFieldsProps) {
  const change = (part: Partial<ScheduleForm>) => onChange({ ...form, ...part });
  return (
    <div className="stack gap-5">
      <RecurrenceField form={form} list={list} onChange={change} />
      <NativeSelect
        label="Scan Level"
        required
        value={form.level}
        inputWrapperOrder={labelFirst}
        error={problems.level}
        description={form.level === '' ? undefined : levelNotes[form.level]}
        onChange={(event) => change({ level: event.currentTarget.value as ScheduleForm['level'] })}
        data={list.scanLevels.map(({ code, label }) => ({ value: code, label }))}
      />
      {unproved && form.level !== '' && !isQuickLook(form.level) && (
        <p className={`${classes.note} text-small leading-5 rounded bg-accent`}>
          Until you verify that you own the website, scans run at {levelLabels.lightning}. You can already
          choose the level for later.
        </p>
      )}
      {asksForForms(form, formsConfirmed) && (
        <Checkbox
          label={formsConsent}
          description="Your name and the time are kept with this."
          checked={form.forms}
          error={problems.forms}
          onChange={(event) => change({ forms: event.currentTarget.checked })}
        />
      )}
      <div className={`${classes.when} grid-cols-2 grid items-start gap-4`}>
        <DateField
          label="Starting on"
          required
          value={form.date}
          error={problems.date}
          excludes={(day) => !isDayAllowed(day, now)}
          onChange={(day) => onChange(withDate(form, day))}
        />
        <TimeField value={form} onChange={change} />
      </div>
      {isByMonths(form.recurrence) && (
        <DayOfMonthFields form={form} problem={problems.dayOfMonth} onChange={change} />
      )}
      <FirstRun form={form} now={now} list={list} />
    </div>
  );
}

type PartProps = { form: ScheduleForm; onChange: (part: Partial<ScheduleForm>) => void };

/** Only what the plan has can be chosen (modules.md 5). */
function RecurrenceField({ form, list, onChange }: PartProps & { list: TargetList }) {
  const someLocked = list.frequencies.some((frequency) => !frequency.allowed);
  return (
    <Radio.Group
      label="Recurrence"
      required
      value={form.recurrence}
      onChange={(value) => onChange({ recurrence: value as RecurrenceCode })}
    >
      <div className={`grid-cols-2 grid gap-2 mt-1`}>
        {list.frequencies.map(({ recurrence, label, allowed }) => (
          <Radio
            key={recurrence}
            value={recurrence}
            label={recurrenceLabels[recurrence]}
            description={allowed ? label : 'Upgrade to use'}
            disabled={!allowed}
            className={classes.choice}
            data-checked={form.recurrence === recurrence || undefined}
          />
        ))}
      </div>
      {someLocked && (
        <p className="text-small leading-5 text-dimmed mt-2">
          <Anchor component={Link} href={planPath} target="_blank">
            See plans
          </Anchor>{' '}
          for more frequent scans (opens in a new tab).
        </p>
      )}
    </Radio.Group>
  );
}

function DayOfMonthFields({ form, problem, onChange }: PartProps & { problem: string | undefined }) {
  return (
    <div className="stack gap-3">
      <SegmentedControl
        aria-label="Repeat by"
        value={form.repeatBy}
        onChange={(value) => onChange({ repeatBy: value as ScheduleForm['repeatBy'] })}
        data={[
          { value: 'dayOfMonth', label: 'Day of the month' },
          { value: 'weekday', label: 'Day of the week' },
        ]}
      />
      {form.repeatBy === 'dayOfMonth' ? (
        <TextInput
          label="Day of the month"
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          value={form.dayOfMonth}
          inputWrapperOrder={labelFirst}
          error={problem}
          description={Number(form.dayOfMonth) > 28 ? 'In shorter months, the last day.' : undefined}
          onChange={(event) => onChange({ dayOfMonth: event.currentTarget.value })}
        />
      ) : (
        <div className={`grid-cols-2 grid gap-4`}>
          <NativeSelect
            label="Week"
            value={form.weekIndex}
            onChange={(event) => onChange({ weekIndex: event.currentTarget.value as WeekIndex })}
            data={weekIndexes}
          />
          <NativeSelect
            label="Day"
            value={String(form.weekday)}
            onChange={(event) => onChange({ weekday: Number(event.currentTarget.value) })}
            data={weekdays.map((label, index) => ({ value: String(index + 1), label }))}
          />
        </div>
      )}
    </div>
  );
}

function FirstRun({ form, now, list }: { form: ScheduleForm; now: Date; list: TargetList }) {
  const first = firstRunOf(form, now);
  const often = list.frequencies.find((frequency) => frequency.recurrence === form.recurrence)?.label ?? '';
  return (
    <output className={`${classes.first} block text-dimmed`}>
      {first ? `First scan: ${dateAndTime(first)}, then ${often}.` : ''}
    </output>
  );
}
