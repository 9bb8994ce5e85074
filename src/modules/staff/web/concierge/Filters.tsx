import { CloseButton, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { SearchField } from '#ui/form/SearchField.tsx';
import { useMember, useOrganization } from '../queries.ts';
import staff from '../Staff.module.css';
import desk from '../desk/Desk.module.css';
import classes from './Concierge.module.css';

type Change = (part: { search?: string; brandId?: string; orgId?: string }) => void;

/** The one organisation that a list shows, and the way back to all. */
function OneOrganization({ orgId, onClear }: { orgId: string; onClear: () => void }) {
  const organization = useOrganization(orgId);
  const name = organization.data?.organization.companyName ?? 'One organization';
  return (
    <p className={`${classes.only} min-h-10 row gap-1`}>
      <span>
        Only <strong>{name}</strong>
      </span>
      <CloseButton size={32} aria-label="Show every organization" onClick={onClear} />
    </p>
  );
}

export type FiltersProps = {
  /** What is filtered, for screen readers. */
  label: string;
  placeholder: string;
  asked: { search: string; brandId: string; orgId?: string };
  onChange: Change;
  /** How many there are, in words. */
  count: string | null;
  children?: ReactNode;
};

/** Search, brand and whatever else narrows a list of the desk. */
export function Filters({ label, placeholder, asked, onChange, count, children }: FiltersProps) {
  const brands = useMember().data?.brands ?? [];
  return (
    <search className="flex flex-wrap items-end gap-3 gap-x-4 mb-4" aria-label={label}>
      <SearchField
        value={asked.search}
        placeholder={placeholder}
        className={staff.search}
        onSearch={(search) => onChange({ search })}
      />
      {children}
      {brands.length > 1 && (
        <NativeSelect
          label="Brand"
          value={asked.brandId}
          onChange={(event) => onChange({ brandId: event.currentTarget.value })}
          data={[
            { value: '', label: 'Every brand' },
            ...brands.map(({ brandId, name }) => ({ value: brandId, label: name })),
          ]}
        />
      )}
      {asked.orgId && <OneOrganization orgId={asked.orgId} onClear={() => onChange({ orgId: '' })} />}
      <p className={desk.count} aria-live="polite">
        {count ?? '\u00a0'}
      </p>
    </search>
  );
}
