import { Button, Modal, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { FormError } from '#ui/FormError.tsx';
import { useEditInvite, useEditUser, useInvite } from './changes.ts';
import {
  differs,
  hasFaults,
  inviteFaults,
  mostCharacters,
  personFaults,
  type Faults,
  type InviteFields,
} from './fields.ts';
import { PersonFields } from './PersonFields.tsx';
import type { Admin, ListedInvite } from './queries.ts';
import classes from './Settings.module.css';
import { whyNot } from './wording.ts';

type DialogProps<F> = {
  title: string;
  purpose: ReactNode;
  before: F;
  faultsOf: (fields: F) => Faults<F>;
  saveLabel: string;
  /** Saving what has not changed makes sense, as for somebody new. */
  isNew?: boolean;
  /** The names are needed. */
  named?: boolean;
  withEmail: 'editable' | 'shown';
  busy: boolean;
  error: string | null;
  onSave: (fields: F) => void;
  onClose: () => void;
};

/** Asks for a person's details. */
function PersonDialog(props: DialogProps<InviteFields>) {
  const { before, busy, error, faultsOf, isNew, onClose } = props;
  const [fields, setFields] = useState(before);
  const [tried, setTried] = useState(false);
  const faults = faultsOf(fields);
  const shownFaults = tried ? faults : {};
  const change = (part: Partial<InviteFields>) => setFields((now) => ({ ...now, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!hasFaults(faults) && !busy) props.onSave(fields);
  };
  return (
    <Modal
      opened
      onClose={busy ? () => {} : onClose}
      title={props.title}
      size={520}
      returnFocus={false}
      closeOnClickOutside={false}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        <p className="text-dimmed wrap-anywhere">{props.purpose}</p>
        <FormError>{error}</FormError>
        {props.withEmail === 'editable' && (
          <TextInput
            label="Work email address"
            type="email"
            required
            data-autofocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={mostCharacters.email}
            value={fields.email}
            error={shownFaults.email}
            onChange={(event) => change({ email: event.currentTarget.value })}
          />
        )}
        <PersonFields
          id="person"
          fields={fields}
          faults={shownFaults}
          onChange={change}
          required={props.named ?? false}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={!isNew && !differs(fields, before)}>
            {props.saveLabel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

const nobody: InviteFields = { email: '', firstName: '', lastName: '', jobTitle: '' };

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const invite = useInvite();
  return (
    <PersonDialog
      title="Invite Admin"
      purpose="Your colleague gets an email with a link that works for seven days, and then administers everything that you do."
      before={nobody}
      faultsOf={inviteFaults}
      saveLabel="Invite Admin"
      isNew
      withEmail="editable"
      busy={invite.isPending}
      error={invite.error ? whyNot(invite.error, 'invite') : null}
      onSave={(fields) => invite.mutate(fields, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

export function EditInviteDialog({ invite, onClose }: { invite: ListedInvite; onClose: () => void }) {
  const edit = useEditInvite();
  const { linkId, email, firstName, lastName, jobTitle } = invite;
  return (
    <PersonDialog
      title="Edit Invite"
      purpose="With another address the invitation is emailed there, and the link that was sent before stops working."
      before={{ email, firstName, lastName, jobTitle }}
      faultsOf={inviteFaults}
      saveLabel="Save"
      withEmail="editable"
      busy={edit.isPending}
      error={edit.error ? whyNot(edit.error, 'invite') : null}
      onSave={(fields) => edit.mutate({ linkId, ...fields }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

export function EditAdminDialog({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  const edit = useEditUser();
  const { cognitoId, email, firstName, lastName, jobTitle } = admin;
  return (
    <PersonDialog
      title="Edit Admin"
      purpose={email}
      before={{ email, firstName, lastName, jobTitle }}
      faultsOf={personFaults}
      saveLabel="Save"
      named
      withEmail="shown"
      busy={edit.isPending}
      error={edit.error ? whyNot(edit.error) : null}
      onSave={(fields) =>
        edit.mutate(
          {
            cognitoId,
            userProfile: {
              firstName: fields.firstName,
              lastName: fields.lastName,
              jobTitle: fields.jobTitle,
            },
          },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    />
  );
}
