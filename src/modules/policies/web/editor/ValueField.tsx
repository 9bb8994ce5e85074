import { Checkbox, NumberInput, Radio, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { GivenValue, ValueSpec } from '../../document.ts';
import classes from './Form.module.css';
import { fieldId, type FormName } from './fields.ts';
import { OwnEntry } from './OwnEntry.tsx';
import { TableField } from './TableField.tsx';

type FieldProps<Spec extends ValueSpec = ValueSpec> = {
  spec: Spec;
  form?: FormName;
  value: GivenValue | undefined;
  /** What holds where the field is empty. */
  fallback: GivenValue | undefined;
  error: string | null;
  onChange: (value: GivenValue) => void;
};
type Of<Type extends ValueSpec['type']> = FieldProps<Extract<ValueSpec, { type: Type }>>;

const textOf = (value: GivenValue | undefined) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const nameOf = ({ spec, form, error }: FieldProps) => ({
  id: fieldId(spec.key, form),
  label: spec.label,
  description: spec.help,
  withAsterisk: spec.required,
  error,
});

function Line(props: Of<'text' | 'email' | 'date'>) {
  const { spec, value, fallback, onChange } = props;
  return (
    <TextInput
      {...nameOf(props)}
      type={spec.type === 'text' ? 'text' : spec.type}
      aria-required={spec.required || undefined}
      autoComplete="off"
      maxLength={spec.type === 'email' ? 254 : 300}
      {...(spec.type === 'email' ? { autoCapitalize: 'none', spellCheck: false } : {})}
      placeholder={textOf(fallback)}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function Lines(props: Of<'longtext'>) {
  return (
    <Textarea
      {...nameOf(props)}
      aria-required={props.spec.required || undefined}
      autosize
      minRows={3}
      maxRows={12}
      maxLength={4000}
      placeholder={textOf(props.fallback)}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

function Whole(props: Of<'integer'>) {
  const { spec, value, fallback, onChange } = props;
  return (
    <NumberInput
      {...nameOf(props)}
      aria-required={spec.required || undefined}
      className={classes.whole}
      description={`${spec.help} From ${spec.min} to ${spec.max}${spec.unit ? ` ${spec.unit}` : ''}.`}
      allowDecimal={false}
      min={spec.min}
      max={spec.max}
      // what is typed stays, and is told to be wrong
      clampBehavior="none"
      startValue={typeof fallback === 'number' ? fallback : spec.min}
      placeholder={textOf(fallback)}
      value={typeof value === 'number' ? value : ''}
      onChange={(typed) =>
        onChange(typed === '' || !Number.isSafeInteger(Number(typed)) ? null : Number(typed))
      }
    />
  );
}

/** The value of the choice that lets something else be typed; no option is called so. */
const another = '\u0000';

function Choice(props: Of<'choice'>) {
  const { spec, value, onChange } = props;
  const text = textOf(value);
  const [other, setOther] = useState(text !== '' && !spec.options.includes(text));
  const isOther = other || (text !== '' && !spec.options.includes(text));
  return (
    <Radio.Group
      {...nameOf(props)}
      value={isOther ? another : text}
      onChange={(next) => {
        setOther(next === another);
        onChange(next === another ? '' : next);
      }}
    >
      <div className="stack gap-2.5 mt-2">
        {spec.options.map((option) => (
          <Radio key={option} value={option} label={option} />
        ))}
        {spec.custom && <Radio value={another} label="Something else" />}
        {spec.custom && isOther && (
          <TextInput
            aria-label={`${spec.label}: something else`}
            className="flex-auto min-w-0"
            maxLength={300}
            value={text}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </div>
    </Radio.Group>
  );
}

function Choices(props: Of<'multichoice'>) {
  const { spec, value, onChange } = props;
  const chosen = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  const [own, setOwn] = useState(() => chosen.filter((one) => !spec.options.includes(one)));
  const entries = [...new Set([...spec.options, ...own, ...chosen])];
  // in the order of the list, however they were ticked
  const give = (next: string[], among = entries) => onChange(among.filter((one) => next.includes(one)));
  return (
    <Checkbox.Group {...nameOf(props)} value={chosen} onChange={(next) => give(next)}>
      <div className="stack gap-2.5 mt-2">
        {entries.map((option) => (
          <Checkbox key={option} value={option} label={option} />
        ))}
        {spec.custom && chosen.length < 40 && (
          <OwnEntry
            label={`${spec.label}: add your own`}
            onAdd={(entry) => {
              const known = entries.find((one) => one.toLowerCase() === entry.toLowerCase());
              if (known === undefined) setOwn([...own, entry]);
              give([...chosen, known ?? entry], [...entries, ...(known === undefined ? [entry] : [])]);
            }}
          />
        )}
      </div>
    </Checkbox.Group>
  );
}

function Flag(props: Of<'boolean'>) {
  const { spec, form, value, error, onChange } = props;
  return (
    <Switch
      id={fieldId(spec.key, form)}
      label={spec.label}
      description={spec.help}
      error={error}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

export function ValueField(props: FieldProps) {
  const { spec } = props;
  switch (spec.type) {
    case 'text':
    case 'email':
    case 'date':
      return <Line {...props} spec={spec} />;
    case 'longtext':
      return <Lines {...props} spec={spec} />;
    case 'integer':
      return <Whole {...props} spec={spec} />;
    case 'choice':
      return <Choice {...props} spec={spec} />;
    case 'multichoice':
      return <Choices {...props} spec={spec} />;
    case 'boolean':
      return <Flag {...props} spec={spec} />;
    case 'table':
      return <TableField {...props} spec={spec} id={fieldId(spec.key, props.form)} />;
  }
}
