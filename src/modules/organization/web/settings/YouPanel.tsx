import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useChangeForm } from '#platform/web/useChangeForm.ts';
import { FormError } from '#ui/form/FormError.tsx';
import { KeyValueList } from '#ui/page/KeyValueList.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import type { Person } from '../../contract.ts';
import { useEditUser } from './changes.ts';
import { differs, personRules, type PersonFields as Fields } from './fields.ts';
import { PersonFields } from './PersonFields.tsx';
import classes from './Settings.module.css';
import { toasts, whyNot } from './wording.ts';

const shown = (text: string) => text || <span className="text-dimmed">Not given</span>;

/** One's own details, changed in their place. */
export function YouPanel({ person }: { person: Person }) {
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(false);
    // once the button is back
    setTimeout(() => editButton.current?.focus(), 0);
  };
  return (
    <Panel
      title="Your details"
      description="How your colleagues see you in the portal and in its emails."
      actions={
        editing ? undefined : (
          <Button variant="default" ref={editButton} onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      {editing ? (
        <YouForm person={person} onDone={close} />
      ) : (
        <KeyValueList
          items={[
            { key: 'name', label: 'Name', value: shown(`${person.firstName} ${person.lastName}`.trim()) },
            { key: 'job', label: 'Job title', value: shown(person.jobTitle) },
            { key: 'email', label: 'Email address', value: person.email },
          ]}
        />
      )}
    </Panel>
  );
}

function YouForm({ person, onDone }: { person: Person; onDone: () => void }) {
  const before: Fields = {
    firstName: person.firstName,
    lastName: person.lastName,
    jobTitle: person.jobTitle,
  };
  const form = useChangeForm(useEditUser(toasts.updateFailed), {
    start: before,
    rules: personRules,
    follows: true,
    messageOf: whyNot,
  });
  return (
    <form
      className="grid gap-5"
      {...form.sends((userProfile) => ({ cognitoId: person.cognitoId, userProfile }), onDone)}
    >
      <FormError>{form.failure}</FormError>
      <PersonFields id="you" input={form.input} required />
      <div className="grid gap-0.5 wrap-anywhere">
        <span className="font-medium">Email address</span>
        <span>{person.email}</span>
        <span className={`text-dimmed text-small`}>This is how you sign in. It cannot be changed here.</span>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone} disabled={form.busy}>
          Cancel
        </Button>
        <Button type="submit" loading={form.busy} disabled={!differs(form.values, before)}>
          Save
        </Button>
      </div>
    </form>
  );
}
