import { Select } from '@mantine/core';
import { industries } from '../rules.ts';
import { pickList } from './pickList.ts';

const groupOf = (industry: (typeof industries)[number]): string =>
  'group' in industry ? industry.group : 'All other industries';

const data = ['Finance', 'Healthcare', 'All other industries'].map((group) => ({
  group,
  items: industries
    .filter((industry) => groupOf(industry) === group)
    .map(({ label, value }) => ({ label, value })),
}));

export type IndustrySelectProps = {
  id?: string;
  /** Code of the industry; empty for none. */
  value: string;
  onChange: (code: string) => void;
  onBlur?: () => void;
  error?: string;
};

/** The pick list of industries: grouped, and found by typing. */
export function IndustrySelect({ id, value, onChange, onBlur, error }: IndustrySelectProps) {
  return (
    <Select
      id={id}
      label="Primary industry"
      placeholder="Choose or type to search"
      data={data}
      value={value || null}
      onChange={(code) => onChange(code ?? '')}
      onBlur={onBlur}
      error={error}
      searchable
      required
      {...pickList}
      nothingFoundMessage="No industry matches. Choose Other if none fits."
    />
  );
}
