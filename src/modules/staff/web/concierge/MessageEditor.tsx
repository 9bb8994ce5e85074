import { Button, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useEffect, useState, type ReactNode } from 'react';
import { useChange } from '#platform/web/useChange.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Panel } from '#ui/Panel.tsx';
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

/** Writes a message, shows it as the customer sees it, and asks before anybody does. */
export function MessageEditor({
  message,
  start,
  options,
  known: named,
  aside,
  onSaved,
  onDirty,
  onConflict,
}: MessageEditorProps) {
  const [fields, setFields] = useState(start);
  const [saved, setSaved] = useState(start);
  const [view, setView] = useState<'write' | 'preview'>('write');
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState<Status | null>(null);
  const reach = useReach(fields.audience);
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
  const status = message?.status ?? 'draft';
  const blanks = blanksIn([fields.title, fields.summary], fields.body);
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
  const attempt = (to: Status) => {
    setTried(true);
    const problems = problemsOf(fields);
    if (to !== 'withdrawn' && Object.keys(problems).length > 0) {
      setView('write');
      return;
    }
    if (to === 'draft') send(to);
    else setAsking(to);
  };
  const known = new Map(
    [...(named ?? []), ...(message?.organizations ?? [])].map(({ orgId, companyName }) => [
      orgId,
      companyName,
    ]),
  );
  const words = reach.data ? reachWords(reach.data) : '';
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
          <Panel title="Publish" size="small">
            <div className="grid gap-3">
              <Button
                loading={save.isPending}
                onClick={() => attempt('published')}
                disabled={status === 'published' && !dirty}
              >
                {status === 'published'
                  ? 'Save changes'
                  : status === 'withdrawn'
                    ? 'Publish again'
                    : 'Publish'}
              </Button>
              {status === 'draft' && (
                <Button
                  variant="default"
                  onClick={() => attempt('draft')}
                  disabled={save.isPending || (message !== null && !dirty)}
                >
                  Save draft
                </Button>
              )}
              {message && status !== 'withdrawn' && (
                <Button variant="default" onClick={() => attempt('withdrawn')} disabled={save.isPending}>
                  {status === 'draft' ? 'Discard draft' : 'Withdraw'}
                </Button>
              )}
              {blanks.length > 0 && <p className={classes.hint}>Still to fill in: {blanks.join(', ')}</p>}
            </div>
          </Panel>
          {aside}
        </div>
      </div>
      <ConfirmDialog
        opened={asking !== null}
        title={
          asking === 'withdrawn'
            ? 'Withdraw this message?'
            : status === 'published'
              ? 'Change what customers read?'
              : 'Publish this message?'
        }
        confirmLabel={
          asking === 'withdrawn' ? 'Withdraw' : status === 'published' ? 'Save changes' : 'Publish'
        }
        danger={asking === 'withdrawn'}
        busy={save.isPending}
        ready={asking === 'withdrawn' || reach.data !== undefined}
        onConfirm={() => asking && send(asking)}
        onCancel={() => setAsking(null)}
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
              It reaches <strong>{words}</strong>
              {fields.publishOn === '' ? ', at once.' : ` on ${fields.publishOn}.`}
            </p>
            {fields.mail && !message?.mailedAt && <p>Administrators who want messages by email get one.</p>}
            {blanks.length > 0 && <p>There are still blanks to fill in: {blanks.join(', ')}</p>}
          </>
        )}
      </ConfirmDialog>
    </>
  );
}
