import { Button, NativeSelect, Radio, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { toDay } from '#platform/days.ts';
import { FormError } from '#ui/form/FormError.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import type { TrainingOverview, TrainingSettings } from '../../entities.ts';
import { useSaveSettings } from '../changes.ts';
import { messageOf } from '../messages.ts';
import { monthChoices } from '../months.ts';
import type { Loaded } from '../queries.ts';
import { peopleCount } from '../words.ts';
import { calendarWords, passMarkWords, readPassMark } from './consequences.ts';
import classes from './Settings.module.css';

type Fields = Omit<TrainingSettings, 'passMark'> & { passMark: string };
const fieldsOf = (settings: TrainingSettings): Fields => ({
  ...settings,
  passMark: settings.passMark === null ? '' : String(settings.passMark),
});

export const SettingsTab = ({ loaded }: { loaded: Loaded }) => (
  // what somebody else saved meanwhile begins the form anew
  <SettingsForm key={JSON.stringify(loaded.traineesData!.settings)} overview={loaded.traineesData!} />
);

function SettingsForm({ overview }: { overview: TrainingOverview }) {
  const saved = overview.settings;
  const [fields, setFields] = useState(() => fieldsOf(saved));
  const [tried, setTried] = useState(false);
  const save = useSaveSettings();
  const change = (part: Partial<Fields>) => setFields({ ...fields, ...part });
  const mark = readPassMark(fields.passMark);
  const changed = JSON.stringify(fields) !== JSON.stringify(fieldsOf(saved));
  const submit = () => {
    setTried(true);
    if (save.isPending || mark === undefined || !changed) return;
    save.mutate({ ...fields, passMark: mark });
  };
  return (
    <form
      noValidate
      className={`${classes.form} stack gap-6`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <FormError>{save.error ? messageOf(save.error) : null}</FormError>
      <CalendarPanel overview={overview} fields={fields} onChange={change} />
      <TestPanel overview={overview} fields={fields} onChange={change} tried={tried} />
      <MailsPanel overview={overview} fields={fields} onChange={change} />
      <div
        className={`${classes.saveBar} card row flex-wrap justify-between gap-2 gap-x-4`}
        data-open={changed || undefined}
      >
        <span className="block text-small leading-5 text-dimmed text-pretty">
          {changed ? 'Your changes are not saved yet.' : 'Everything is saved.'}
        </span>
        <div className="flex gap-2">
          {changed && (
            <Button
              variant="default"
              disabled={save.isPending}
              onClick={() => {
                setFields(fieldsOf(saved));
                setTried(false);
              }}
            >
              Discard
            </Button>
          )}
          <Button type="submit" loading={save.isPending} disabled={!changed}>
            Save settings
          </Button>
        </div>
      </div>
    </form>
  );
}

type PanelProps = {
  overview: TrainingOverview;
  fields: Fields;
  onChange: (part: Partial<Fields>) => void;
};

const calendars = [
  {
    value: 'together',
    label: 'Everyone together',
    note: 'The same course for everyone in the same month, so that people can talk about it.',
  },
  {
    value: 'own',
    label: 'Each in their own months',
    note: 'Course 1 in the month someone starts, then one a month.',
  },
];

const CalendarPanel = ({ overview: { settings: saved, seats }, fields, onChange }: PanelProps) => (
  <Panel title="Calendar" description="When each course opens. Everyone has 30 days for it.">
    <Radio.Group
      aria-label="Calendar"
      value={fields.calendar}
      onChange={(value) => onChange({ calendar: value as Fields['calendar'] })}
    >
      <div className={`${classes.cards} grid-cols-2 grid gap-3`}>
        {calendars.map(({ value, label, note }) => (
          <Radio key={value} value={value} label={label} description={note} className={classes.card} />
        ))}
      </div>
    </Radio.Group>
    {fields.calendar === 'together' && (
      <NativeSelect
        className={`${classes.month} mt-4`}
        label="Month of the first course"
        value={fields.startMonth}
        onChange={(event) => onChange({ startMonth: toDay(event.currentTarget.value) })}
        data={monthChoices(saved.startMonth)}
      />
    )}
    <output className={`${classes.consequence} measure-72 block leading-5.5 text-pretty bg-canvas mt-4`}>
      {calendarWords(saved, fields, seats.taken)}
    </output>
  </Panel>
);

function TestPanel({ overview, fields, onChange, tried }: PanelProps & { tried: boolean }) {
  const mark = readPassMark(fields.passMark);
  return (
    <Panel title="Test" description="How many answers must be right to finish a course.">
      <TextInput
        className={`${classes.mark} mb-2`}
        label="Pass mark"
        inputMode="numeric"
        placeholder={String(overview.passMark)}
        rightSection={<span aria-hidden>%</span>}
        maxLength={3}
        value={fields.passMark}
        error={(tried || fields.passMark.length > 1) && mark === undefined && 'Use 50 to 100.'}
        onChange={(event) => onChange({ passMark: event.currentTarget.value })}
      />
      <p className="block text-small leading-5 text-dimmed text-pretty">
        {passMarkWords(mark, overview.passMark)}
      </p>
    </Panel>
  );
}

const MailsPanel = ({ overview, fields, onChange }: PanelProps) => (
  <Panel title="Mails" description="Sent on business days, during working hours, Pacific time.">
    <div className={`${classes.switches} grid gap-5`}>
      <Switch
        label="Invitations and reminders"
        description={
          fields.remind
            ? 'Everyone gets one email when a course opens, and again after 7, 14 and 28 days until it is finished.'
            : `Off: ${peopleCount(overview.seats.taken)} will get no automatic emails, not even the one with the link. You can still remind people by hand.`
        }
        checked={fields.remind}
        onChange={(event) => onChange({ remind: event.currentTarget.checked })}
      />
      <Switch
        label="Monthly digest for administrators"
        description="On the first business day of a month: what was finished, who is late, what was hard."
        checked={fields.digest}
        onChange={(event) => onChange({ digest: event.currentTarget.checked })}
      />
    </div>
  </Panel>
);
