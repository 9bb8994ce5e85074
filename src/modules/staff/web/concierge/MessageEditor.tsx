import { Button, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useEffect, useState, type ReactNode } from 'react';
import { useChange } from '#platform/web/useChange.ts';
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { CallError } from '#platform/web/call.ts';
import { blanksIn } from '../../conciergeRules.ts';
import { staffConciergeContract } from '../../conciergeContract.ts';
import type { ConciergeOptions, MessageDetail, MessageFields } from '../../conciergeSchemas.ts';
import { messageOf } from '../messages.ts';
import catalog from '../catalog/Catalog.module.css';
import { linkProblem } from './ActionsField.tsx';
import classes from './Concierge.module.css';
import { LeaveGuard } from './LeaveGuard.tsx';
import { LetterPreview } from './LetterPreview.tsx';
import { MessageForm } from './MessageForm.tsx';
import { renewConcierge, useReach } from './queries.ts';
import { invalidFields, reachWords } from './words.ts';

type Status = MessageDetail['status'];

/** What can be told before the server is asked. */
function problemsOf({ title, summary, body, audience, actions }: MessageFields): Record<string, string> {
  const empty = 'Please fill this in.';
  return {
    ...(title.trim() === '' ? { title: empty } : {}),
    ...(summary.trim() === '' ? { summary: empty } : {}),
    ...(body.length === 0 ? { body: 'Please write something.' } : {}),
    ...(audience.kind !== 'all' && audience.values.length === 0
      ? { audience: 'Please say for whom it is.' }
      : {}),
    ...(actions.some(({ label, link }) => label.trim() === '' || linkProblem(link) !== null)
      ? { actions: 'Please give every button a label and an address.' }
      : {}),
  };
}

type Publishing = { message: MessageDetail | null; busy: boolean; blanks: readonly string[] };

function PublishPanel({
  message,
  dirty,
  busy,
  blanks,
  onAttempt,
}: Publishing & { dirty: boolean; onAttempt: (to: Status) => void }) {
  const status = message?.status ?? 'draft';
  return (
    <Panel title="Publish" size="small">
      <div className="grid gap-3">
        <Button
          loading={busy}
          onClick={() => onAttempt('published')}
          disabled={status === 'published' && !dirty}
        >
          {status === 'published' ? 'Save changes' : status === 'withdrawn' ? 'Publish again' : 'Publish'}
        </Button>
        {status === 'draft' && (
          <Button
            variant="default"
            onClick={() => onAttempt('draft')}
            disabled={busy || (message !== null && !dirty)}
          >
            Save draft
          </Button>
        )}
        {message && status !== 'withdrawn' && (
          <Button variant="default" onClick={() => onAttempt('withdrawn')} disabled={busy}>
            {status === 'draft' ? 'Discard draft' : 'Withdraw'}
          </Button>
        )}
        {blanks.length > 0 && <p className={classes.hint}>Still to fill in: {blanks.join(', ')}</p>}
      </div>
    </Panel>
  );
}

/** Asks before a customer sees what was changed. */
function PublishDialog({
  asking,
  message,
  fields,
  busy,
  blanks,
  onConfirm,
  onCancel,
}: Publishing & {
  asking: Status | null;
  fields: MessageFields;
  onConfirm: (to: Status) => void;
  onCancel: () => void;
}) {
  const reach = useReach(fields.audience);
  const status = message?.status ?? 'draft';
  return (
    <ConfirmDialog
      opened={asking !== null}
      title={
        asking === 'withdrawn'
          ? 'Withdraw this message?'
          : status === 'published'
            ? 'Change what customers read?'
            : 'Publish this message?'
      }
      confirmLabel={asking === 'withdrawn' ? 'Withdraw' : status === 'published' ? 'Save changes' : 'Publish'}
      danger={asking === 'withdrawn'}
      busy={busy}
      ready={asking === 'withdrawn' || reach.data !== undefined}
      onConfirm={() => asking && onConfirm(asking)}
      onCancel={onCancel}
    >
      {asking === 'withdrawn' ? (
        <p>
          {status === 'draft'
            ? 'No one has seen it. It stays in the list as withdrawn.'
            : 'No customer sees it any more. It stays here, and can be published again.'}
        </p>
      ) : (
        <>
          <p>
            It reaches <strong>{reach.data ? reachWords(reach.data) : ''}</strong>
            {fields.publishOn === '' ? ', at once.' : ` on ${fields.publishOn}.`}
          </p>
          {fields.mail && !message?.mailedAt && <p>Administrators who want messages by email get one.</p>}
          {blanks.length > 0 && <p>There are still blanks to fill in: {blanks.join(', ')}</p>}
        </>
      )}
    </ConfirmDialog>
  );
}

export type MessageEditorProps = {
  /** Null for a new one. */
  message: MessageDetail | null;
  start: MessageFields;
  options: ConciergeOptions;
  /** Organisations that the form names before anything is saved. */
  known?: readonly { orgId: string; companyName: string }[];
  /** Stands beside the form. */
  aside?: ReactNode;
  onSaved: (saved: MessageDetail) => void;
  /** Whether something stands there that is not saved. */
  onDirty?: (dirty: boolean) => void;
  /** Somebody else saved meanwhile. */
  onConflict?: () => void;
};

/** What is typed and what is saved of a message, and how it is sent. */
function useEditing({
  message,
  start,
  onSaved,
  onDirty,
  onConflict,
}: Pick<MessageEditorProps, 'message' | 'start' | 'onSaved' | 'onDirty' | 'onConflict'>) {
  const [fields, setFields] = useState(start);
  const [saved, setSaved] = useState(start);
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState<Status | null>(null);
  const save = useChange(staffConciergeContract.saveMessage, {
    after: renewConcierge,
    done: (_reply, { status }) =>
      status === 'draft'
        ? 'The draft is saved.'
        : status === 'withdrawn'
          ? 'No customer sees the message now.'
          : 'The message is published.',
    failed: () => null,
  });
  const dirty = JSON.stringify(fields) !== JSON.stringify(saved);
  useEffect(() => onDirty?.(dirty), [dirty, onDirty]);
  const own = tried ? problemsOf(fields) : {};
  const errors = { ...invalidFields(save.error), ...own };
  const send = (to: Status) =>
    save.mutate(
      {
        conciergeMessageId: message?.conciergeMessageId ?? null,
        version: message?.version ?? 0,
        status: to,
        // what is withdrawn is withdrawn as it was
        fields: to === 'withdrawn' ? saved : fields,
      },
      {
        onSuccess: ({ data }) => {
          setAsking(null);
          if (to !== 'withdrawn') setSaved(fields);
          onSaved(data);
        },
        onError: (error) => {
          setAsking(null);
          if (error instanceof CallError && error.code === 'changed-meanwhile') onConflict?.();
        },
      },
    );
  /** Sends or asks first. False where the form is not whole. */
  const attempt = (to: Status): boolean => {
    setTried(true);
    if (to !== 'withdrawn' && Object.keys(problemsOf(fields)).length > 0) return false;
    if (to === 'draft') send(to);
    else setAsking(to);
    return true;
  };
  return { fields, setFields, dirty, tried, errors, save, asking, setAsking, send, attempt };
}

/** Writes a message, shows it as the customer sees it, and asks before anybody does. */
export function MessageEditor({ message, options, known: named, aside, ...editing }: MessageEditorProps) {
  const [view, setView] = useState<'write' | 'preview'>('write');
  const { fields, setFields, dirty, tried, errors, save, asking, setAsking, send, attempt } = useEditing({
    message,
    ...editing,
  });
  const blanks = blanksIn([fields.title, fields.summary], fields.body);
  const known = new Map(
    [...(named ?? []), ...(message?.organizations ?? [])].map(({ orgId, companyName }) => [
      orgId,
      companyName,
    ]),
  );
  const listed = Object.values(errors);
  const isConflict = save.error instanceof CallError && save.error.code === 'changed-meanwhile';
  return (
    <>
      <LeaveGuard dirty={dirty && !save.isPending} />
      <div className={catalog.sides}>
        <div className="grid gap-6">
          {save.error && !isConflict && listed.length === 0 ? (
            <FormError>{messageOf(save.error)}</FormError>
          ) : null}
          {listed.length > 0 && <FormError>Nothing is saved yet. {listed[0]}</FormError>}
          <SegmentedControl
            className={`${classes.views} justify-self-start`}
            aria-label="Write or preview"
            value={view}
            onChange={(value) => setView(value as 'write' | 'preview')}
            data={[
              { value: 'write', label: 'Write' },
              { value: 'preview', label: 'As the customer sees it' },
            ]}
          />
          {view === 'write' ? (
            <MessageForm
              fields={fields}
              options={options}
              known={known}
              errors={errors}
              tried={tried}
              onChange={(part) => setFields((before) => ({ ...before, ...part }))}
            />
          ) : (
            <LetterPreview fields={fields} options={options} />
          )}
        </div>
        <div className={catalog.aside}>
          <PublishPanel
            message={message}
            dirty={dirty}
            busy={save.isPending}
            blanks={blanks}
            onAttempt={(to) => {
              if (!attempt(to)) setView('write');
            }}
          />
          {aside}
        </div>
      </div>
      <PublishDialog
        asking={asking}
        message={message}
        fields={fields}
        busy={save.isPending}
        blanks={blanks}
        onConfirm={send}
        onCancel={() => setAsking(null)}
      />
    </>
  );
}
