import { TextInput } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { useChangeForm, type ChangeFormOptions } from '#platform/web/useChangeForm.ts';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import { useEditInvite, useEditUser, useInvite } from './changes.ts';
import { differs, inviteRules, mostCharacters, personRules, type InviteFields } from './fields.ts';
import { PersonFields } from './PersonFields.tsx';
import type { Admin, ListedInvite } from './queries.ts';
import classes from './Settings.module.css';
import { whyNot } from './wording.ts';

type DialogProps<Reply, Body> = {
  title: string;
  purpose: string;
  before: InviteFields;
  rules: NonNullable<ChangeFormOptions<InviteFields>['rules']>;
  saveLabel: string;
  /** Saving what has not changed makes sense, as for a new person. */
  isNew?: boolean;
  /** The names are needed. */
  named?: boolean;
  withEmail: 'editable' | 'shown';
  change: UseMutationResult<Reply, unknown, Body>;
  toBody: (fields: InviteFields) => Body;
  onClose: () => void;
};

/** Asks for a person's details. */
function PersonDialog<Reply, Body>(props: DialogProps<Reply, Body>) {
  const { before, isNew, onClose, withEmail } = props;
  const form = useChangeForm(props.change, {
    start: before,
    rules: props.rules,
    follows: true,
    messageOf: (error) => whyNot(error, withEmail === 'editable' ? 'invite' : 'save'),
  });
  return (
    <FormDialog
      title={props.title}
      size={520}
      className="grid gap-5"
      actions={classes.buttons}
      form={form.sends(props.toBody, onClose)}
      busy={form.busy}
      error={form.failure}
      submit={props.saveLabel}
      disabled={!isNew && !differs(form.values, before)}
      lead={<p className="text-dimmed wrap-anywhere">{props.purpose}</p>}
      onClose={onClose}
    >
      {withEmail === 'editable' && (
        <TextInput
          label="Work email address"
          type="email"
          required
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={mostCharacters.email}
          {...form.input('email')}
        />
      )}
      <PersonFields id="person" input={form.input} required={props.named ?? false} />
    </FormDialog>
  );
}

const nobody: InviteFields = { email: '', firstName: '', lastName: '', jobTitle: '' };

export function InviteDialog({ onClose }: { onClose: () => void }) {
  return (
    <PersonDialog
      title="Invite Admin"
      purpose="Your colleague gets an email with a link that works for seven days, and then administers everything that you do."
      before={nobody}
      rules={inviteRules}
      saveLabel="Invite Admin"
      isNew
      withEmail="editable"
      change={useInvite()}
      toBody={(fields) => fields}
      onClose={onClose}
    />
  );
}

export function EditInviteDialog({ invite, onClose }: { invite: ListedInvite; onClose: () => void }) {
  const { linkId, email, firstName, lastName, jobTitle } = invite;
  return (
    <PersonDialog
      title="Edit Invite"
      purpose="With another address the invitation is emailed there, and the link that was sent before stops working."
      before={{ email, firstName, lastName, jobTitle }}
      rules={inviteRules}
      saveLabel="Save"
      withEmail="editable"
      change={useEditInvite()}
      toBody={(fields) => ({ linkId, ...fields })}
      onClose={onClose}
    />
  );
}

export function EditAdminDialog({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  const { cognitoId, email, firstName, lastName, jobTitle } = admin;
  return (
    <PersonDialog
      title="Edit Admin"
      purpose={email}
      before={{ email, firstName, lastName, jobTitle }}
      rules={personRules}
      saveLabel="Save"
      named
      withEmail="shown"
      change={useEditUser()}
      toBody={({ email: _shown, ...userProfile }) => ({ cognitoId, userProfile })}
      onClose={onClose}
    />
  );
}
