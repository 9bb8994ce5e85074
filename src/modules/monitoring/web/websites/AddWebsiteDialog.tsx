import { Modal } from '@mantine/core';
import { useEffect, useReducer, useRef, useState } from 'react';
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx';
import { toast } from '#ui/notice/toast.ts';
import { WizardSteps } from '#ui/frame/WizardSteps.tsx';
import { addSteps, addWebsiteReducer, startAddWebsite, type AddWebsite } from './addWebsite.ts';
import { ConfirmUrlStep } from '../ownership/ConfirmUrlStep.tsx';
import { toasts } from '../messages.ts';
import type { TargetList } from '../queries.ts';
import { ScheduleStep, type WizardSchedule } from '../schedules/ScheduleStep.tsx';
import { newScheduleForm, scanNowForm } from '../schedules/scheduleForm.ts';
import { SpecifyWebsiteStep } from './SpecifyWebsiteStep.tsx';

type AddWebsiteDialogProps = { list: TargetList; onClose: (added: AddWebsite['created']) => void };

const stepNames = ['Specify Website', 'Confirm URL', 'Schedule Scan'];

/** The wizard that adds a website: name and address, permission, schedule (modules.md 2, 4). */
export function AddWebsiteDialog({ list, onClose }: AddWebsiteDialogProps) {
  const [state, dispatch] = useReducer(addWebsiteReducer, list, startAddWebsite);
  const [schedule, setSchedule] = useState((): WizardSchedule => {
    const opened = new Date();
    const now = scanNowForm(list, opened);
    return {
      now,
      other: newScheduleForm(list, list.defaultScanLevel, opened),
      picked: now ? 'now' : 'other',
    };
  });
  const [leaving, setLeaving] = useState(false);
  const [busy, setBusy] = useState(false);
  const current = addSteps.indexOf(state.step);
  const body = useRef<HTMLElement>(null);
  const shownStep = useRef(state.step);
  useEffect(() => {
    if (shownStep.current === state.step) return;
    shownStep.current = state.step;
    body.current?.focus({ preventScroll: true });
    body.current?.closest('[role="dialog"]')?.scrollTo({ top: 0 });
  }, [state.step]);
  const step = { state, dispatch, list, onBusy: setBusy };

  return (
    <>
      <Modal
        opened={!leaving}
        onClose={() => {
          if (!busy) setLeaving(true);
        }}
        closeOnClickOutside={false}
        title="Add a Website to Scan"
        size={600}
        returnFocus={false}
        keepMounted
      >
        <div className="stack gap-6">
          <WizardSteps steps={stepNames} current={current} label="Steps to add a website" />
          <section ref={body} tabIndex={-1} aria-label={stepNames[current]} className="outline-none">
            {state.step === 'specify' && <SpecifyWebsiteStep {...step} />}
            {state.step === 'confirm' && <ConfirmUrlStep {...step} />}
            {state.step === 'schedule' && (
              <ScheduleStep {...step} schedule={schedule} onSchedule={setSchedule} onDone={onClose} />
            )}
          </section>
        </div>
      </Modal>
      {/* not there before it is asked: one Escape would close the wizard and answer the question */}
      {leaving && (
        <ConfirmDialog
          opened
          title={state.created ? 'Close without scheduling?' : 'Close without adding Website?'}
          confirmLabel="Close"
          cancelLabel="Go back"
          onConfirm={() => {
            if (state.created) toast.success(toasts.create.done);
            onClose(state.created);
          }}
          onCancel={() => setLeaving(false)}
        >
          Are you sure you want to close without scheduling?
        </ConfirmDialog>
      )}
    </>
  );
}
