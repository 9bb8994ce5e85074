import { Button, Checkbox, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { owaspNames } from '../../owaspNames.ts';
import type { IssueFilter, IssuePage } from '../queries.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { visibleText } from './visibleText.ts';
import classes from './Issues.module.css';

const orders = [
  { value: 'severity desc', label: 'Most severe first' },
  { value: 'firstSeen desc', label: 'Newest first' },
  { value: 'firstSeen asc', label: 'Oldest first' },
  { value: 'lastSeen desc', label: 'Seen last first' },
  { value: 'title asc', label: 'Title, A to Z' },
] as const;

export const isNarrowed = (filter: IssueFilter): boolean =>
  (filter.search ?? '').trim() !== '' ||
  [filter.severity, filter.confidence, filter.owasp, filter.folder].some((one) => one !== undefined);

type IssueFiltersProps = {
  targetId: string;
  filter: IssueFilter;
  counts: IssuePage['counts'];
  facets: IssuePage['facets'];
  onChange: (part: Partial<IssueFilter>) => void;
  onClear: () => void;
};

/** Which issues are listed, and how. */
export function IssueFilters({ targetId, filter, counts, facets, onChange, onClear }: IssueFiltersProps) {
  return (
    <div className={`${classes.filters} row flex-wrap gap-3 border-b`}>
      <StatePick filter={filter} counts={counts} onChange={onChange} />
      <ExportMenu targetId={targetId} filter={filter} />
      <TextInput
        className={classes.search}
        aria-label="Search issues"
        placeholder="Title, address, or parameter"
        leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
        value={filter.search ?? ''}
        maxLength={200}
        onChange={(event) => onChange({ search: event.currentTarget.value })}
      />
      <NativeSelect
        className={classes.half}
        aria-label="Sort by"
        value={`${filter.sort} ${filter.descending ? 'desc' : 'asc'}`}
        onChange={(event) => {
          const [sort, direction] = event.currentTarget.value.split(' ');
          onChange({ sort: sort as NonNullable<IssueFilter['sort']>, descending: direction === 'desc' });
        }}
        data={orders.map(({ value, label }) => ({ value, label }))}
      />
      <NarrowingFilters filter={filter} facets={facets} onChange={onChange} onClear={onClear} />
    </div>
  );
}

/** The states an issue can be in: side by side, or as a list where the page is narrow. */
function StatePick({ filter, counts, onChange }: Pick<IssueFiltersProps, 'filter' | 'counts' | 'onChange'>) {
  const open = counts.open.highs + counts.open.mediums + counts.open.lows;
  const pick = (state: string) =>
    onChange({ state: state as NonNullable<IssueFilter['state']>, owasp: undefined, folder: undefined });
  const states = [
    { value: 'open', label: `Open (${open})` },
    { value: 'accepted', label: `Accepted (${counts.accepted})` },
    { value: 'false-positive', label: `False alarms (${counts.falsePositive})` },
    { value: 'fixed', label: `Fixed (${counts.fixed})` },
  ];
  return (
    <>
      <SegmentedControl
        className={classes.states}
        aria-label="Which issues"
        value={filter.state ?? 'open'}
        onChange={pick}
        data={[...states, { value: 'all', label: 'All' }]}
      />
      <NativeSelect
        className={classes.statePick}
        aria-label="Which issues"
        value={filter.state ?? 'open'}
        onChange={(event) => pick(event.currentTarget.value)}
        data={[...states, { value: 'all', label: 'All issues' }]}
      />
    </>
  );
}

type NarrowingFiltersProps = Pick<IssueFiltersProps, 'filter' | 'facets' | 'onChange' | 'onClear'>;

function NarrowingFilters({ filter, facets, onChange, onClear }: NarrowingFiltersProps) {
  const pick = <K extends 'severity' | 'confidence' | 'owasp' | 'folder'>(key: K) => ({
    value: filter[key] ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [key]: event.currentTarget.value || undefined } as Partial<IssueFilter>),
  });
  return (
    <div className={`${classes.narrow} row flex-wrap gap-3`}>
      <NativeSelect
        aria-label="Severity"
        {...pick('severity')}
        data={[
          { value: '', label: 'All severities' },
          { value: 'high', label: 'High' },
          { value: 'medium', label: 'Medium' },
          { value: 'low', label: 'Low' },
        ]}
      />
      <NativeSelect
        aria-label="Confidence"
        {...pick('confidence')}
        data={[
          { value: '', label: 'Any confidence' },
          { value: 'certain', label: 'Certain' },
          { value: 'firm', label: 'Very likely' },
          { value: 'tentative', label: 'Please check' },
        ]}
      />
      <NativeSelect
        aria-label="OWASP category"
        {...pick('owasp')}
        data={[
          { value: '', label: 'All OWASP categories' },
          ...facets.owasp.map(({ code, count }) => ({
            value: code,
            label: `${code} ${owaspNames[code] ?? ''} (${count})`,
          })),
        ]}
      />
      {facets.folders.length > 1 && (
        <NativeSelect
          aria-label="Folder"
          {...pick('folder')}
          data={[
            { value: '', label: 'All folders' },
            ...facets.folders.map(({ folder, count }) => ({
              value: folder,
              label: `${folder === '/' ? 'Not in a folder' : visibleText(folder)} (${count})`,
            })),
          ]}
        />
      )}
      <Checkbox
        className={classes.grouped}
        label="Group by kind"
        checked={filter.grouped ?? false}
        onChange={(event) => onChange({ grouped: event.currentTarget.checked })}
      />
      {isNarrowed(filter) && (
        <Button variant="subtle" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
