import { Button, Progress, Textarea, TextInput } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import { useState, type FormEvent, type ReactNode } from 'react';
import { FormError } from '#ui/form/FormError.tsx';
import { dateAndTime } from '../schedules/pacificTime.ts';
import { visibleText } from '../issues/visibleText.ts';
import classes from './IssueLink.module.css';
import { isAnswered, messageOf } from './messages.ts';
import { useReportFixed, useStanding, type Standing } from './queries.ts';

/** "Fixed, please check", and what the check came to. */
export function FixedForm({ token, first }: { token: string; first: Standing }) {
  const { data: standing } = useStanding(token, {
    state: first.state,
    retest: first.retest,
    answers: first.answers,
  });
  const report = useReportFixed(token);
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  const { retest, state, answers } = standing;
  const underWay = retest?.status === 'waiting' || retest?.status === 'running';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!report.isPending && !underWay)
      report.mutate({ answers, name: name.trim(), note: note.trim() }, { onSuccess: () => setNote('') });
  };
  if (state === 'fixed')
    return (
      <div className={`gap-4 p-5 card stack`}>
        <output className={`${classes.result} flex gap-2.5 text-body wrap-anywhere`} data-tone="success">
          <IconCircleCheck size={20} stroke={1.5} aria-hidden />
          <strong>Fixed</strong>
        </output>
        <p className={classes.small}>
          We checked this issue again and no longer found it. Thank you. You can close this page.
        </p>
      </div>
    );
  return (
    <form className={`gap-4 p-5 card stack`} onSubmit={submit} noValidate aria-label="Report as fixed">
      <h2 className="text-title">Is it fixed?</h2>
      {retest && <Result retest={retest} />}
      {!underWay && (
        <>
          <p className={classes.small}>
            Report it here. We check this one issue again, and you see the result on this page.
          </p>
          <TextInput
            label="Your name (optional)"
            maxLength={80}
            autoComplete="name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Textarea
            label="What did you change? (optional)"
            rows={3}
            resize="vertical"
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <FormError>{report.error ? messageOf(report.error) : null}</FormError>
          <Button
            type="submit"
            fullWidth
            loading={report.isPending}
            disabled={isAnswered(report.error) && underWay}
          >
            Fixed, please check
          </Button>
        </>
      )}
    </form>
  );
}

function Result({ retest }: { retest: NonNullable<Standing['retest']> }) {
  const when = retest.endedAt ? dateAndTime(retest.endedAt) : '';
  switch (retest.status) {
    case 'waiting':
      return (
        <output className={classes.small}>
          <strong>Waiting to be checked.</strong> The check starts when the current scan ends.
        </output>
      );
    case 'running':
      return (
        <div>
          <output className={classes.small}>
            <strong>Being checked.</strong> This takes a few minutes at most.
          </output>
          <Progress className="mt-2" value={Math.max(4, retest.percent)} aria-label="Progress of the check" />
        </div>
      );
    case 'still-there':
      return (
        <Outcome tone="danger" title="Still there.">
          Checked on {when}.
        </Outcome>
      );
    case 'unchecked':
      return (
        <Outcome tone="warning" title="It could not be checked">
          on {when}: {visibleText(retest.reason)}
        </Outcome>
      );
    case 'gone':
      return (
        <Outcome tone="warning" title="It came back.">
          It was gone when it was checked on {when}.
        </Outcome>
      );
  }
}

const Outcome = ({
  tone,
  title,
  children,
}: {
  tone: 'danger' | 'warning';
  title: string;
  children: ReactNode;
}) => (
  <output className={`${classes.result} flex gap-2.5 text-body wrap-anywhere`} data-tone={tone}>
    <IconAlertTriangle size={20} stroke={1.5} aria-hidden />
    <span>
      <strong>{title}</strong> {children}
    </span>
  </output>
);
