import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { WeaknessFields } from '../../conciergeSchemas.ts';
import classes from './Concierge.module.css';
import { FormattedField } from './FormattedField.tsx';

const severities = ['Critical', 'High', 'Medium', 'Low', 'Info'] as const;

export type WeaknessFormProps = {
  fields: WeaknessFields;
  errors: Record<string, string>;
  /** What ratings and scans found is known by where it is. */
  fixedAsset: boolean;
  onChange: (part: Partial<WeaknessFields>) => void;
};

/** What can be told before the server is asked. */
export const weaknessProblems = ({ title, body }: WeaknessFields): Record<string, string> => ({
  ...(title.trim() === '' ? { title: 'Please fill this in.' } : {}),
  ...(body.length === 0 ? { body: 'Please write something.' } : {}),
});

export function WeaknessForm({ fields, errors, fixedAsset, onChange }: WeaknessFormProps) {
  return (
    <div className={classes.fields}>
      <TextInput
        className={classes.wide}
        label="Title"
        value={fields.title}
        maxLength={160}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
        error={errors['title']}
        required
      />
      <NativeSelect
        label="Severity"
        description="How soon it should be fixed."
        value={fields.severity}
        onChange={(event) => onChange({ severity: event.currentTarget.value as WeaknessFields['severity'] })}
        data={[...severities]}
      />
      <TextInput
        label="Where it is"
        description={
          fixedAsset ? 'Where it was found; this stays.' : 'Such as shop.example.com:3389. May stay empty.'
        }
        value={fields.asset}
        maxLength={300}
        readOnly={fixedAsset}
        onChange={(event) => onChange({ asset: event.currentTarget.value })}
        error={errors['asset']}
      />
      <Textarea
        className={classes.wide}
        label="Evidence"
        description="As it was measured. No secrets: the customer reads it, and passes it on."
        value={fields.evidence}
        maxLength={2000}
        rows={4}
        onChange={(event) => onChange({ evidence: event.currentTarget.value })}
        error={errors['evidence']}
      />
      <div className={classes.wide}>
        <FormattedField
          label="Text"
          initial={fields.body}
          onChange={(body) => onChange({ body })}
          error={errors['body'] ?? null}
        />
      </div>
    </div>
  );
}
