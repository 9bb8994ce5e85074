import { Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { isDay, type Day } from '#platform/days.ts';
import { DateField } from '#ui/form/DateField.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import type { ConciergeOptions, MessageFields } from '../../conciergeSchemas.ts';
import { ActionsField } from './ActionsField.tsx';
import { AudiencePicker } from './AudiencePicker.tsx';
import classes from './Concierge.module.css';
import { FormattedField } from './FormattedField.tsx';
import { categories } from './words.ts';

const dayOrNone = (text: string): Day | '' => (isDay(text) ? text : '');

const severities = ['Critical', 'High', 'Medium', 'Low', 'Info'] as const;

export type MessageFormProps = {
  fields: MessageFields;
  options: ConciergeOptions;
  /** Names of organisations that are chosen already. */
  known: ReadonlyMap<string, string>;
  /** What is wrong, by field. */
  errors: Record<string, string>;
  tried: boolean;
  onChange: (part: Partial<MessageFields>) => void;
};

const WhenPanel = ({
  fields,
  errors,
  onChange,
}: Pick<MessageFormProps, 'fields' | 'errors' | 'onChange'>) => (
  <Panel title="When" description="Days in Pacific time.">
    <div className={classes.fields}>
      <DateField
        label="Comes out on"
        description="Empty: when it is published."
        value={fields.publishOn}
        onChange={(day) => onChange({ publishOn: dayOrNone(day) })}
        error={errors['publishOn']}
      />
      <DateField
        label="Last day"
        description="Empty: it stays."
        value={fields.expiresOn}
        onChange={(day) => onChange({ expiresOn: dayOrNone(day) })}
        error={errors['expiresOn']}
      />
      <Checkbox
        className={classes.wide}
        label="New customers get it on the day they sign up"
        checked={fields.onArrival}
        onChange={(event) => onChange({ onArrival: event.currentTarget.checked })}
      />
      <Checkbox
        className={classes.wide}
        label="Also by email"
        description="Once, when it comes out, to administrators who want messages by email."
        checked={fields.mail}
        onChange={(event) => onChange({ mail: event.currentTarget.checked })}
      />
    </div>
  </Panel>
);

/** Everything of a message that staff write. */
export function MessageForm({ fields, options, known, errors, tried, onChange }: MessageFormProps) {
  return (
    <>
      <Panel title="Letter">
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
          <Textarea
            className={classes.wide}
            label="Summary"
            description="One or two sentences: what happened, and whether it concerns the reader."
            value={fields.summary}
            maxLength={400}
            rows={2}
            onChange={(event) => onChange({ summary: event.currentTarget.value })}
            error={errors['summary']}
            required
          />
          <div className={classes.wide}>
            <FormattedField
              label="Text"
              initial={fields.body}
              onChange={(body) => onChange({ body })}
              error={errors['body'] ?? null}
            />
          </div>
          <NativeSelect
            label="Category"
            value={fields.category}
            onChange={(event) =>
              onChange({ category: event.currentTarget.value as MessageFields['category'] })
            }
            data={Object.entries(categories).map(([value, label]) => ({ value, label }))}
          />
          <NativeSelect
            label="Severity"
            value={fields.severity ?? ''}
            onChange={(event) =>
              onChange({ severity: (event.currentTarget.value || null) as MessageFields['severity'] })
            }
            data={[{ value: '', label: 'None' }, ...severities]}
          />
          <NumberInput
            label="Minutes it takes"
            value={fields.minutes ?? ''}
            min={1}
            max={600}
            allowDecimal={false}
            onChange={(value) => onChange({ minutes: typeof value === 'number' ? value : null })}
            error={errors['minutes']}
          />
          <div className={classes.wide}>
            <ActionsField
              actions={fields.actions}
              tried={tried}
              onChange={(actions) => onChange({ actions })}
            />
          </div>
        </div>
      </Panel>
      <Panel title="For whom">
        <AudiencePicker
          audience={fields.audience}
          options={options}
          known={known}
          error={errors['audience'] ?? null}
          onChange={(audience) => onChange({ audience })}
        />
      </Panel>
      <WhenPanel fields={fields} errors={errors} onChange={onChange} />
    </>
  );
}
