import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/web/call.ts';
import { toast } from '#ui/notice/toast.ts';
import { maturityContract } from '../contract.ts';
import classes from './Assessment.module.css';
import { messageOf, toasts } from './messages.ts';
import type { Placed } from './order.ts';
import { keepAssessment } from './queries.ts';
import { keepAnswer, useUnsaved } from './saving.ts';

/** Answers that did not reach the portal are still here, and can be sent again. */
export function UnsavedNotice({ places }: { places: readonly Placed[] }) {
  const client = useQueryClient();
  const failed = Object.entries(useUnsaved()).filter(([, one]) => one.failed);
  if (failed.length === 0) return null;
  const texts = failed.flatMap(([id]) =>
    places.filter(({ question }) => question.id === id).map(({ question }) => question.text),
  );
  return (
    <div
      className={`${classes.notice} border-warning row flex-wrap justify-between gap-3 gap-x-6 rounded-card bg-warning`}
      role="alert"
    >
      <div>
        <strong>
          {failed.length === 1 ? 'One answer is not saved yet' : `${failed.length} answers are not saved yet`}
        </strong>
        <ul className={classes.noticeList}>
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
      <Button
        variant="default"
        onClick={() => {
          for (const [id, { answer, note }] of failed) void keepAnswer(client, id, { answer, note });
        }}
      >
        Try again
      </Button>
    </div>
  );
}

/** The model has changed since the answers were given: somebody looks through them, then says that they hold. */
export function ReconfirmNotice() {
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => call(maturityContract.reconfirm, {}),
    onSuccess: ({ data }) => keepAssessment(client, data),
    onError: () => void toast.danger(toasts.failed),
  });
  return (
    <section
      className={`${classes.notice} border-warning row flex-wrap justify-between gap-3 gap-x-6 rounded-card bg-warning`}
      aria-label="Changed questions"
    >
      <div>
        <strong>The questions have changed since you answered them</strong>
        <p>
          Please review your answers below and change what is different now. Until then your level stays the
          same.
        </p>
        {confirm.error && <p>{messageOf(confirm.error)}</p>}
      </div>
      <Button variant="default" loading={confirm.isPending} onClick={() => confirm.mutate()}>
        My answers still hold
      </Button>
    </section>
  );
}
