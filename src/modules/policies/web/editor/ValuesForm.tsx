import { Button } from '@mantine/core';
import { useId } from 'react';
import type { GivenValue, GivenValues, Template, ValueSpec } from '../../document.ts';
import { isCompanyValue, shownOf } from './fields.ts';
import { ValueField } from './ValueField.tsx';
import classes from './Form.module.css';

type ValuesFormProps = {
  template: Pick<Template, 'values' | 'defaults'>;
  given: GivenValues;
  problems: ReadonlyMap<string, string>;
  active: string | null;
  onActive: (key: string) => void;
  onChange: (key: string, value: GivenValue) => void;
  /** Opens what all policies say about the company. */
  onCompany?: (from: HTMLElement) => void;
};

/** What is particular to the company, field by field. */
export function ValuesForm({
  template,
  given,
  problems,
  active,
  onActive,
  onChange,
  onCompany,
}: ValuesFormProps) {
  const field = (spec: ValueSpec) => (
    <div
      key={spec.key}
      className={`${classes.field} min-w-0`}
      data-field={spec.key}
      data-active={active === spec.key || undefined}
      onFocusCapture={() => onActive(spec.key)}
    >
      <ValueField
        spec={spec}
        value={shownOf(spec.key, template, given)}
        fallback={template.defaults[spec.key]}
        error={problems.get(spec.key) ?? null}
        onChange={(value) => onChange(spec.key, value)}
      />
    </div>
  );
  const id = useId();
  const own = template.values.filter((spec) => !isCompanyValue(spec));
  const shared = template.values.filter(isCompanyValue);
  return (
    <div className="stack gap-6">
      {own.length > 0 && (
        <section className={`${classes.group} stack min-w-0 gap-6`} aria-labelledby={`${id}-own`}>
          <h2 id={`${id}-own`} className="text-reading">
            This policy
          </h2>
          <p className={`${classes.note} text-small text-dimmed`}>
            Our suggestions are filled in already. Each note says how to choose.
          </p>
          {own.map(field)}
        </section>
      )}
      {shared.length > 0 && (
        <section className={`${classes.group} stack min-w-0 gap-6`} aria-labelledby={`${id}-shared`}>
          <h2 id={`${id}-shared`} className="text-reading">
            Your company
          </h2>
          <div className={`${classes.note} text-small text-dimmed`}>
            The same in all policies, unless you change it here for this one.{' '}
            {onCompany && (
              <Button variant="subtle" size="compact-sm" onClick={(event) => onCompany(event.currentTarget)}>
                Change for all policies
              </Button>
            )}
          </div>
          {shared.map(field)}
        </section>
      )}
    </div>
  );
}
