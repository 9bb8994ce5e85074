import { useState, type FormEvent } from 'react';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import type { ScheduleWire } from '../../entities.ts';
import { useCreateSchedule, useEditSchedule } from '../changes.ts';
import classes from '../Dialogs.module.css';
import { isRefusal, messageOf, wording } from '../messages.ts';
import type { Target, TargetList } from '../queries.ts';
import { ScheduleFields } from './ScheduleFields.tsx';
import {
  newScheduleForm,
  problemsOf,
  scheduleBodyOf,
  scheduleFormOf,
  type ScheduleProblems,
} from './scheduleForm.ts';

type ScheduleDialogProps = {
  target: Target;
  schedule: ScheduleWire | null;
  list: TargetList;
  onClose: () => void;
};

/** Creates or changes the schedule of a website. */
export function ScheduleDialog({ target, schedule, list, onClose }: ScheduleDialogProps) {
  const [now] = useState(() => new Date());
  const [form, setForm] = useState(() =>
    schedule ? scheduleFormOf(schedule, list) : newScheduleForm(list, target.scanProfile, now),
  );
  const [problems, setProblems] = useState<ScheduleProblems>({});
  const confirmed = target.formsConfirmedAt !== null;
  const create = useCreateSchedule();
  const edit = useEditSchedule();
  const busy = create.isPending || edit.isPending;
  const error = create.error ?? edit.error;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(form, new Date(), confirmed);
    setProblems(found);
    const body = scheduleBodyOf(form, new Date(), confirmed);
    if (!body || busy) return;
    const how = {
      onSuccess: onClose,
      onError: (failure: unknown) => {
        if (isRefusal(failure, 'date-not-valid')) setProblems({ date: wording.dateInvalid });
      },
    };
    const { targetId, targetName, targetUrl } = target;
    if (schedule) edit.mutate({ targetId, scheduledScanId: schedule.scheduledScanId, ...body }, how);
    else create.mutate({ targetId, targetName, targetUrl, ...body }, how);
  };

  return (
    <FormDialog
      title={schedule ? 'Edit Scan Schedule' : 'Schedule Scans'}
      size={560}
      className="stack gap-5"
      actions={classes.actions}
      form={{ onSubmit: submit }}
      busy={busy}
      lead={
        <p className="text-dimmed wrap-anywhere">
          <bdi>{target.targetName}</bdi>
        </p>
      }
      error={error && !isRefusal(error, 'date-not-valid') ? messageOf(error) : null}
      submit={schedule ? 'Save Schedule' : 'Schedule Scans'}
      onClose={onClose}
    >
      <ScheduleFields
        form={form}
        problems={problems}
        list={list}
        now={now}
        formsConfirmed={confirmed}
        unproved={target.ownership.state === 'missing'}
        onChange={(next) => {
          setForm(next);
          if (Object.keys(problems).length > 0) setProblems(problemsOf(next, now, confirmed));
        }}
      />
    </FormDialog>
  );
}
