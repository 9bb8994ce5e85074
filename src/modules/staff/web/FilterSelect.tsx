import { NativeSelect } from '@mantine/core';

type Option = string | { value: string; label: string };

export type FilterSelectProps<Value extends string> = {
  label: string;
  value: Value;
  /** The choice that filters nothing, if there is one. */
  every?: string;
  options: readonly Option[];
  disabled?: boolean;
  onChange: (value: Value) => void;
};

/** A choice that narrows a list of the desk. */
export const FilterSelect = <Value extends string>({
  every,
  options,
  onChange,
  ...field
}: FilterSelectProps<Value>) => (
  <NativeSelect
    {...field}
    onChange={(event) => onChange(event.currentTarget.value as Value)}
    data={[...(every === undefined ? [] : [{ value: '', label: every }]), ...options]}
  />
);
