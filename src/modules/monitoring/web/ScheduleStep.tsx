import { Button } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { FormError } from '#ui/FormError.tsx';
import type { AddWebsite } from './addWebsite.ts';
import { useCreateSchedule, useCreateWebsite } from './changes.ts';
import classes from './Dialogs.module.css';
import { isRefusal, messageOf, wording } from './messages.ts';
import { ScheduleFields } from './ScheduleFields.tsx';
import { problemsOf, scheduleBodyOf, type ScheduleBody, type ScheduleForm, type ScheduleProblems } from './scheduleForm.ts';
import type { StepProps } from './SpecifyWebsiteStep.tsx';

type ScheduleStepProps = StepProps & {
  form: ScheduleForm;
  onForm: (form: ScheduleForm) => void;
  onDone: (added: NonNullable<AddWebsite['created']>) => void;
};

/** Step 3: adds the website, then schedules its scans. When only the second fails, only the second is tried again. */
export function ScheduleStep({ state, dispatch, list, onBusy, form, onForm, onDone }: ScheduleStepProps) {
  const [now] = useState(() => new Date());
  const [problems, setProblems] = useState<ScheduleProblems>({});
  const [failure, setFailure] = useState<unknown>(null);
  const create = useCreateWebsite();
  const schedule = useCreateSchedule();
  const busy = create.isPending || schedule.isPending;
  useEffect(() => {
    onBusy(busy);
    return () => onBusy(false);
  }, [busy, onBusy]);

  const add = async (body: ScheduleBody) => {
    if (state.created) return state.created;
    const website = await create.mutateAsync({
      targetName: state.name,
      targetUrl: state.checkedUrl!,
      protocol: state.protocol!,
      scanProfile: body.scan_profile,
      recurrence: body.recurrence,
      urlConfirmed: state.consent,
    });
    const created = { targetId: website.targetId, targetName: website.targetName, targetUrl: website.targetUrl };
    dispatch({ type: 'created', ...created });
    return created;
  };

  const explain = (error: unknown) => {
    const reason =
      isRefusal(error, 'url-restricted', 'url-invalid') && typeof error.detail.reason === 'string' ? error.detail.reason : null;
    if (isRefusal(error, 'name-taken')) return dispatch({ type: 'problems', problems: { name: wording.nameTaken } });
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
      const website = await add(body);
      await schedule.mutateAsync({ ...website, ...body });
      onDone(website);
    } catch (error) {
      explain(error);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
      <p className={classes.lead}>
        {state.created
          ? 'The website was added. What is left is its schedule.'
          : 'How often do you want to scan it? You can change this at any time.'}
      </p>
      <FormError>{failure ? messageOf(failure) : null}</FormError>
      <ScheduleFields
        form={form}
        problems={problems}
        list={list}
        now={now}
        formsConfirmed={false}
        unproved={false}
        onChange={(next) => {
          onForm(next);
          if (Object.keys(problems).length > 0) setProblems(problemsOf(next, now, false));
        }}
      />
      <div className={classes.actions}>
        {!state.created && (
          <Button variant="default" onClick={() => dispatch({ type: 'back' })} disabled={busy}>
            Back
          </Button>
        )}
        <Button type="submit" loading={busy}>
          Schedule Scan
        </Button>
      </div>
    </form>
  );
}
