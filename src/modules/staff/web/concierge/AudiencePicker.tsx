import { MultiSelect, NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { ConciergeOptions, MessageFields } from '../../conciergeSchemas.ts';
import { messageOf } from '../messages.ts';
import { useOrganizations } from '../queries.ts';
import classes from './Concierge.module.css';
import { useReach } from './queries.ts';
import { audienceKinds, reachWords } from './words.ts';

type Audience = MessageFields['audience'];

const labels: Record<Exclude<Audience['kind'], 'all'>, { label: string; placeholder: string }> = {
  brand: { label: 'Brands', placeholder: 'Choose brands' },
  industry: { label: 'Industries', placeholder: 'Choose industries' },
  plan: { label: 'Plans', placeholder: 'Choose plans' },
  organization: { label: 'Organizations', placeholder: 'Company, website or email' },
};

/** Organisations by name: what is typed is looked for by the server. */
function OrganizationsField(props: {
  values: string[];
  known: ReadonlyMap<string, string>;
  error: string | null;
  onChange: (values: string[]) => void;
}) {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, 250);
  const found = useOrganizations({
    search: settled,
    brandId: '',
    sort: 'name',
    direction: 'ascending',
    page: 1,
  });
  const [met, setMet] = useState(props.known);
  const rows = found.data?.organizations ?? [];
  const names = new Map([...met, ...rows.map(({ orgId, companyName }) => [orgId, companyName] as const)]);
  const ids = [...new Set([...props.values, ...rows.map(({ orgId }) => orgId)])];
  return (
    <MultiSelect
      {...labels.organization}
      placeholder={props.values.length === 0 ? labels.organization.placeholder : ''}
      data={ids.map((id) => ({ value: id, label: names.get(id) ?? 'An organization that is gone' }))}
      // the server has looked already, for more than names
      filter={({ options }) => options}
      value={props.values}
      onChange={(values) => {
        setMet(names);
        props.onChange(values);
      }}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={found.isFetching ? 'Looking …' : 'No organization matches'}
      error={props.error}
      required
    />
  );
}

export type AudiencePickerProps = {
  audience: Audience;
  options: ConciergeOptions;
  /** Names of organisations that are chosen already. */
  known: ReadonlyMap<string, string>;
  error: string | null;
  onChange: (audience: Audience) => void;
};

/** For whom a message is, with how many that are now. */
export function AudiencePicker({ audience, options, known, error, onChange }: AudiencePickerProps) {
  const { brandId, brands } = options;
  const kinds = (Object.keys(audienceKinds) as Audience['kind'][]).filter(
    (kind) => brandId === null || kind !== 'all',
  );
  const reach = useReach(audience);
  const values = (next: string[]) => onChange({ ...audience, values: next });
  const choices: Record<'brand' | 'industry' | 'plan', { value: string; label: string }[]> = {
    brand: brands.map((one) => ({ value: one.brandId, label: one.name })),
    industry: options.industries.map(({ id, name }) => ({ value: id, label: name })),
    plan: options.plans.map(({ id, name }) => ({ value: id, label: name })),
  };
  const { kind } = audience;
  const names = kind !== 'all' && audience.values.length === 0;
  return (
    <div className={classes.fields}>
      <NativeSelect
        label="Audience"
        value={kind}
        onChange={(event) => {
          const next = event.currentTarget.value as Audience['kind'];
          onChange({
            kind: next,
            values: next === 'brand' && brandId !== null ? [brandId] : [],
            brandId: brandId ?? null,
          });
        }}
        data={kinds.map((one) => ({ value: one, label: audienceKinds[one] }))}
      />
      {brandId === null && brands.length > 1 && kind !== 'brand' && kind !== 'organization' && (
        <NativeSelect
          label="Within"
          value={audience.brandId ?? ''}
          onChange={(event) => onChange({ ...audience, brandId: event.currentTarget.value || null })}
          data={[
            { value: '', label: 'Every brand' },
            ...brands.map((one) => ({ value: one.brandId, label: one.name })),
          ]}
        />
      )}
      {kind === 'organization' && (
        <div className={classes.wide}>
          <OrganizationsField values={audience.values} known={known} error={error} onChange={values} />
        </div>
      )}
      {(kind === 'brand' || kind === 'industry' || kind === 'plan') && (
        <MultiSelect
          className={classes.wide}
          {...labels[kind]}
          placeholder={audience.values.length === 0 ? labels[kind].placeholder : ''}
          data={choices[kind]}
          value={audience.values}
          onChange={values}
          searchable
          nothingFoundMessage="Nothing matches"
          error={error}
          required
        />
      )}
      <p className={`${classes.reach} font-medium tabular-nums`} aria-live="polite">
        {names
          ? 'Choose at least one to see whom it reaches.'
          : reach.isError
            ? messageOf(reach.error)
            : reach.data
              ? `Reaches ${reachWords(reach.data)} now.`
              : 'Counting whom it reaches …'}
      </p>
    </div>
  );
}
