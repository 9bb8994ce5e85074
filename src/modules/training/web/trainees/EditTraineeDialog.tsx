import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { toDay } from '#platform/days.ts';
import { FormError } from '#ui/FormError.tsx';
import type { Trainee, TrainingSettings } from '../../entities.ts';
import { useEditTrainees } from '../changes.ts';
import { messageOf } from '../messages.ts';
import { monthChoices } from '../months.ts';
import shared from '../Training.module.css';
import { isPlausibleAddress } from '../words.ts';
import classes from '../enrol/Enrol.module.css';

type EditTraineeDialogProps = {
  person: Trainee;
  calendar: TrainingSettings['calendar'];
  onClose: () => void;
  onDone: () => void;
};

/** What is known of one person. */
export function EditTraineeDialog({ person, calendar, onClose, onDone }: EditTraineeDialogProps) {
  const { firstName, lastName, email, department, startMonth } = person;
  const [fields, setFields] = useState({ firstName, lastName, email, department, startMonth });
  const [tried, setTried] = useState(false);
  const edit = useEditTrainees(null);
  const set = (part: Partial<typeof fields>) => setFields({ ...fields, ...part });
  const trimmed = fields.email.trim();
  const faults = {
    name: fields.firstName.trim() + fields.lastName.trim() === '' ? 'Please enter a name.' : undefined,
    email: isPlausibleAddress(trimmed) ? undefined : 'Please enter a valid email address.',
  };
  const failed = edit.data?.data.failed.map(({ message }) => message).join(' ');
  const submit = () => {
    setTried(true);
    if (edit.isPending || faults.name || faults.email) return;
    const { startMonth: month, ...rest } = fields;
    edit.mutate(
      {
        trainees: [
          {
            id: person.id,
            ...rest,
            ...(calendar === 'own' && month !== startMonth ? { startMonth: month } : {}),
          },
        ],
      },
      { onSuccess: ({ data }) => data.failed.length === 0 && onDone() },
    );
  };
  return (
    <Modal
      opened
      onClose={edit.isPending ? () => {} : onClose}
      title="Edit details"
      size={560}
      returnFocus={false}
      closeOnClickOutside={false}
    >
      <form
        noValidate
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <FormError>{edit.error ? messageOf(edit.error) : failed}</FormError>
        <div className={`${classes.pair} grid gap-4`}>
          <TextInput
            label="First name"
            data-autofocus
            autoComplete="off"
            maxLength={60}
            value={fields.firstName}
            error={tried && faults.name}
            onChange={(event) => set({ firstName: event.currentTarget.value })}
          />
          <TextInput
            label="Last name"
            autoComplete="off"
            maxLength={60}
            value={fields.lastName}
            onChange={(event) => set({ lastName: event.currentTarget.value })}
          />
        </div>
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={fields.email}
          error={tried && faults.email}
          description={
            trimmed.toLowerCase() === email.toLowerCase()
              ? undefined
              : 'Emails go to the new address from now on.'
          }
          onChange={(event) => set({ email: event.currentTarget.value })}
        />
        <TextInput
          label="Department"
          autoComplete="off"
          maxLength={60}
          value={fields.department}
          onChange={(event) => set({ department: event.currentTarget.value })}
        />
        {calendar === 'own' && (
          <NativeSelect
            label="First month"
            description="Open courses stay open; later ones follow the new month."
            value={fields.startMonth}
            onChange={(event) => set({ startMonth: toDay(event.currentTarget.value) })}
            data={monthChoices(startMonth)}
          />
        )}
        <div className={shared.buttons}>
          <Button variant="default" onClick={onClose} disabled={edit.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={edit.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  );
}
