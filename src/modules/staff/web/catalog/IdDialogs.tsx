import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useChange } from '#platform/web/useChange.ts';
import { DateField } from '#ui/form/DateField.tsx';
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx';
import { CopyButton } from '#ui/text/CopyButton.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { staffCatalogContract } from '../../catalogContract.ts';
import type { CatalogOptions, SignUpCodeRow } from '../../catalogSchemas.ts';
import { messageOf } from '../messages.ts';
import { fieldErrors, renewCatalog } from './queries.ts';

export type IdDialog = { kind: 'create' } | { kind: 'edit' | 'end' | 'revert'; row: SignUpCodeRow };

type Common = { options: CatalogOptions | undefined; onClose: () => void };
type Terms = { plan: string; validUntil: string };

function TermFields({
  value,
  options,
  errors,
  onChange,
}: {
  value: Terms;
  options: CatalogOptions | undefined;
  errors: Record<string, string>;
  onChange: (terms: Terms) => void;
}) {
  return (
    <>
      <NativeSelect
        label="Plan to begin with"
        value={value.plan}
        onChange={(event) => onChange({ ...value, plan: event.currentTarget.value })}
        data={[
          { value: '', label: "The channel's" },
          ...(options?.plans ?? []).map(({ planId, planName }) => ({ value: planId, label: planName })),
        ]}
        error={errors['plan']}
      />
      <DateField
        label="Last day"
        description="Empty: as long as its channel."
        value={value.validUntil}
        onChange={(validUntil) => onChange({ ...value, validUntil })}
        error={errors['validUntil']}
      />
    </>
  );
}

function CreateDialog({ options, onClose }: Common) {
  const [id, setId] = useState('');
  const [chosen, setChosen] = useState('');
  const channelId = chosen || (options?.channels[0]?.channelId ?? '');
  const [terms, setTerms] = useState<Terms>({ plan: '', validUntil: '' });
  const create = useChange(staffCatalogContract.createSubscriptionId, {
    after: renewCatalog,
    done: () => null,
    failed: () => null,
  });
  const errors = fieldErrors(create.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ id, channelId, ...terms });
  };
  if (create.data)
    return (
      <div className="grid gap-4">
        <p className="text-dimmed">
          <strong>{create.data.data.id}</strong> is valid from now on. Anyone who opens its link signs up with
          it.
        </p>
        <TextInput
          label="Sign-up link"
          readOnly
          value={create.data.data.link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <CopyButton value={create.data.data.link} label="Copy link" withLabel />
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    );
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <FormError>{create.error ? (errors[''] ?? messageOf(create.error)) : null}</FormError>
      <TextInput
        label="Subscription id"
        description="Letters, digits, dots, dashes and underscores. Empty: one is generated."
        value={id}
        maxLength={100}
        onChange={(event) => setId(event.currentTarget.value)}
        error={errors['id']}
        data-autofocus
      />
      <NativeSelect
        label="Channel"
        value={channelId}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={(options?.channels ?? []).map((channel) => ({
          value: channel.channelId,
          label: channel.channelId,
        }))}
        error={errors['channelId']}
      />
      <TermFields value={terms} options={options} errors={errors} onChange={setTerms} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending}>
          Create
        </Button>
      </div>
    </form>
  );
}

function EditDialog({ row, options, onClose }: Common & { row: SignUpCodeRow }) {
  const [terms, setTerms] = useState<Terms>({ plan: row.plan, validUntil: row.validUntil });
  const save = useChange(staffCatalogContract.saveSubscriptionId, {
    after: renewCatalog,
    done: () => 'Saved.',
    failed: () => null,
  });
  const errors = fieldErrors(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ id: row.id, version: row.version, ...terms }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <FormError>{save.error ? (errors[''] ?? messageOf(save.error)) : null}</FormError>
      <TermFields value={terms} options={options} errors={errors} onChange={setTerms} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}

function AskDialog({
  kind,
  row,
  onClose,
}: {
  kind: 'end' | 'revert';
  row: SignUpCodeRow;
  onClose: () => void;
}) {
  const common = { after: renewCatalog, failed: () => null };
  const end = useChange(staffCatalogContract.endSubscriptionId, {
    ...common,
    done: () => `${row.id} has ended.`,
  });
  const revert = useChange(staffCatalogContract.revertSubscriptionId, {
    ...common,
    done: () => "The file's version is in use.",
  });
  const work = kind === 'end' ? end : revert;
  return (
    <ConfirmDialog
      opened
      title={kind === 'end' ? `End ${row.id}?` : "Back to the file's version?"}
      confirmLabel={kind === 'end' ? 'End now' : "Use the file's version"}
      danger={kind === 'end'}
      busy={work.isPending}
      error={work.error ? messageOf(work.error) : null}
      onConfirm={() => work.mutate({ id: row.id, version: row.version }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {kind === 'end'
        ? 'Anyone who opens its sign-up link sees that it has ended. Organizations that signed up with it keep everything.'
        : `What was saved here for ${row.id} is then no longer in use. It stays in the desk log.`}
    </ConfirmDialog>
  );
}

/** What is asked about a subscription id, one at a time. */
export function IdDialogs({ dialog, options, onClose }: Common & { dialog: IdDialog | null }) {
  if (!dialog) return null;
  if (dialog.kind === 'end' || dialog.kind === 'revert')
    return <AskDialog kind={dialog.kind} row={dialog.row} onClose={onClose} />;
  return (
    <Modal
      opened
      onClose={onClose}
      title={dialog.kind === 'create' ? 'New subscription id' : `Edit ${dialog.row.id}`}
      size={480}
      closeButtonProps={{ 'aria-label': 'Dismiss' }}
    >
      {dialog.kind === 'create' ? (
        <CreateDialog options={options} onClose={onClose} />
      ) : (
        <EditDialog row={dialog.row} options={options} onClose={onClose} />
      )}
    </Modal>
  );
}
