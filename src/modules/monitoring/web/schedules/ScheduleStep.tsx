import { Button, Radio } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { FormError } from '#ui/form/FormError.tsx';
import { toast } from '#ui/notice/toast.ts';
import { levelLabels } from '../../rules.ts';
import type { AddWebsite } from '../websites/addWebsite.ts';
import { useCreateSchedule, useCreateWebsite, useStartScan } from '../changes.ts';
import classes from '../Dialogs.module.css';
import { isRefusal, messageOf, toasts, wording } from '../messages.ts';
import { dateAndTime } from './pacificTime.ts';
import { ScheduleFields } from './ScheduleFields.tsx';
import {
  everyWords,
  firstRunOf,
  problemsOf,
  scheduleBodyOf,
  type ScheduleBody,
  type ScheduleForm,
  type ScheduleProblems,
} from './scheduleForm.ts';
import type { StepProps } from '../websites/SpecifyWebsiteStep.tsx';

/** What the last step holds: the schedule that begins with a scan now, and the one that the person makes. */
export type WizardSchedule = {
  /** Null where nothing can be scanned without being asked more. */
  now: ScheduleForm | null;
  other: ScheduleForm;
  picked: 'now' | 'other';
};

type ScheduleStepProps = StepProps & {
  schedule: WizardSchedule;
  onSchedule: (schedule: WizardSchedule) => void;
  onDone: (added: NonNullable<AddWebsite['created']>) => void;
};

/** Adds the website, schedules its scans and starts the first one if wanted. What was done already is not done again. */
function useAdd({ state, dispatch, onDone }: Pick<ScheduleStepProps, 'state' | 'dispatch' | 'onDone'>) {
  const create = useCreateWebsite();
  const schedule = useCreateSchedule({ quiet: true });
  const start = useStartScan();

  const website = async (body: ScheduleBody) => {
    if (state.created) return state.created;
    const added = await create.mutateAsync({
      targetName: state.name,
      targetUrl: state.checkedUrl!,
      protocol: state.protocol!,
      scanProfile: body.scan_profile,
      recurrence: body.recurrence,
      urlConfirmed: state.consent,
    });
    const created = { targetId: added.targetId, targetName: added.targetName, targetUrl: added.targetUrl };
    dispatch({ type: 'created', ...created });
    return created;
  };

  const run = async (body: ScheduleBody, scanNow: boolean) => {
    const added = await website(body);
    await schedule.mutateAsync({ ...added, ...body });
    toast.success(toasts.create.done, { reason: toasts.schedule.done });
    // a scan that cannot start says so in a toast of its own; website and schedule are there
    if (scanNow) await start.mutateAsync({ targetId: added.targetId }).catch(() => undefined);
    onDone(added);
  };
  return { run, busy: create.isPending || schedule.isPending || start.isPending };
}

/** Step 3: scans now and then again and again, or by another schedule (modules.md 2). */
export function ScheduleStep({
  state,
  dispatch,
  list,
  onBusy,
  schedule,
  onSchedule,
  onDone,
}: ScheduleStepProps) {
  const [now] = useState(() => new Date());
  const [problems, setProblems] = useState<ScheduleProblems>({});
  const [failure, setFailure] = useState<unknown>(null);
  const { run, busy } = useAdd({ state, dispatch, onDone });
  useEffect(() => {
    onBusy(busy);
    return () => onBusy(false);
  }, [busy, onBusy]);
  const scanNow = schedule.picked === 'now' && schedule.now !== null;
  const form = scanNow ? schedule.now! : schedule.other;

  const explain = (error: unknown) => {
    const reason =
      isRefusal(error, 'url-restricted', 'url-invalid') && typeof error.detail.reason === 'string'
        ? error.detail.reason
        : null;
    if (isRefusal(error, 'name-taken'))
      return dispatch({ type: 'problems', problems: { name: wording.nameTaken } });
    if (isRefusal(error, 'url-in-use', 'url-restricted', 'url-invalid'))
      return dispatch({ type: 'problems', problems: { url: messageOf(error) }, restriction: reason });
    if (isRefusal(error, 'date-not-valid')) return setProblems({ date: wording.dateInvalid });
    setFailure(error);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblems(problemsOf(form, new Date(), false));
    const body = scheduleBodyOf(form, new Date(), false);
    if (!body || busy) return;
    setFailure(null);
    try {
      await run(body, scanNow);
    } catch (error) {
      explain(error);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="stack gap-5">
      <p className="text-pretty measure-64">
        {state.created
          ? 'The website was added. What is left is its schedule.'
          : 'When do you want to scan it? You can change this at any time.'}
      </p>
      <FormError>{failure ? messageOf(failure) : null}</FormError>
      {schedule.now && (
        <WhenField
          now={now}
          form={schedule.now}
          picked={schedule.picked}
          onPick={(picked) => onSchedule({ ...schedule, picked })}
        />
      )}
      {!scanNow && (
        <ScheduleFields
          form={form}
          problems={problems}
          list={list}
          now={now}
          formsConfirmed={false}
          unproved={false}
          onChange={(next) => {
            onSchedule({ ...schedule, other: next });
            if (Object.keys(problems).length > 0) setProblems(problemsOf(next, now, false));
          }}
        />
      )}
      <div className={classes.actions}>
        {!state.created && (
          <Button variant="default" onClick={() => dispatch({ type: 'back' })} disabled={busy}>
            Back
          </Button>
        )}
        <Button type="submit" loading={busy}>
          {scanNow ? 'Scan Now' : 'Schedule Scan'}
        </Button>
      </div>
    </form>
  );
}

type WhenFieldProps = {
  now: Date;
  form: ScheduleForm;
  picked: WizardSchedule['picked'];
  onPick: (picked: WizardSchedule['picked']) => void;
};

/** Now, or by a schedule that the person makes. */
function WhenField({ now, form, picked, onPick }: WhenFieldProps) {
  const next = firstRunOf(form, now);
  const level = form.level === '' ? '' : levelLabels[form.level];
  return (
    <Radio.Group label="When" value={picked} onChange={(value) => onPick(value as WizardSchedule['picked'])}>
      <div className="grid gap-2 mt-1">
        <Radio
          value="now"
          className={classes.choice}
          data-checked={picked === 'now' || undefined}
          label={`Scan now, then ${everyWords[form.recurrence]}`}
          description={`Scan level ${level}. ${next ? `The next scan runs on ${dateAndTime(next)}.` : ''}`}
        />
        <Radio
          value="other"
          className={classes.choice}
          data-checked={picked === 'other' || undefined}
          label="Choose another schedule"
          description="Choose how often, how thoroughly, and from when on."
        />
      </div>
    </Radio.Group>
  );
}
