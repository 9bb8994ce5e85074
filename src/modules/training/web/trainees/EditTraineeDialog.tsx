import { NativeSelect, TextInput } from '@mantine/core';
import { useChangeForm } from '#platform/web/useChangeForm.ts';
import { FormDialog } from '#ui/form/FormDialog.tsx';
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

export function EditTraineeDialog({ person, calendar, onClose, onDone }: EditTraineeDialogProps) {
  const { firstName, lastName, email, department, startMonth } = person;
  const edit = useEditTrainees(null);
  const form = useChangeForm(edit, {
    start: { firstName, lastName, email, department, startMonth },
    rules: {
      firstName: (first, { lastName: last }) => `${first}${last}`.trim() === '' && 'Please enter a name.',
      email: (address) => !isPlausibleAddress(address.trim()) && 'Please enter a valid email address.',
    },
    follows: true,
    messageOf,
  });
  return (
    <FormDialog
      title="Edit details"
      size={560}
      className="stack gap-4"
      actions={shared.buttons}
      form={form.sends(
        ({ startMonth: month, ...rest }) => ({
          trainees: [
            {
              id: person.id,
              ...rest,
              ...(calendar === 'own' && month !== startMonth ? { startMonth: month } : {}),
            },
          ],
        }),
        ({ data }) => data.failed.length === 0 && onDone(),
      )}
      busy={form.busy}
      error={form.failure ?? edit.data?.data.failed.map(({ message }) => message).join(' ')}
      submit="Save"
      onClose={onClose}
    >
      <div className={`${classes.pair} grid gap-4`}>
        <TextInput
          label="First name"
          data-autofocus
          autoComplete="off"
          maxLength={60}
          {...form.input('firstName')}
        />
        <TextInput label="Last name" autoComplete="off" maxLength={60} {...form.input('lastName')} />
      </div>
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        description={
          form.values.email.trim().toLowerCase() === email.toLowerCase()
            ? undefined
            : 'Emails go to the new address from now on.'
        }
        {...form.input('email')}
      />
      <TextInput label="Department" autoComplete="off" maxLength={60} {...form.input('department')} />
      {calendar === 'own' && (
        <NativeSelect
          label="First month"
          description="Open courses stay open; later ones follow the new month."
          data={monthChoices(startMonth)}
          {...form.input('startMonth')}
        />
      )}
    </FormDialog>
  );
}
