import { Checkbox } from '@mantine/core';
import { shownDay } from '#platform/dates.ts';
import type { DataColumn } from '#ui/table/DataTable.tsx';
import { DrawingShield } from '#ui/drawings/DrawingShield.tsx';
import { Link } from '#ui/text/Link.tsx';
import { LinkTabs, linkTabPanel } from '#ui/page/LinkTabs.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { SeverityBadge } from '#ui/badge/SeverityBadge.tsx';
import type { SeverityName } from '#ui/badge/severity.ts';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import { WebAddress } from '#ui/text/WebAddress.tsx';
import { useSearchParams } from 'react-router';
import { weaknessSorts, waitedText } from '../../conciergeRules.ts';
import type { WeaknessRow } from '../../conciergeSchemas.ts';
import { staffPaths } from '../../paths.ts';
import desk from '../desk/Desk.module.css';
import { FilterSelect } from '../FilterSelect.tsx';
import { PagedTable } from '../PagedTable.tsx';
import staff from '../Staff.module.css';
import { TwoLines } from '../TwoLines.tsx';
import { Candidates } from './Candidates.tsx';
import { Filters } from './Filters.tsx';
import { useCounts, useWeaknesses } from './queries.ts';
import { oneOf, useAsked } from '../useAsked.ts';
import { sources, statusTones } from './words.ts';
import { counted } from '../counted.ts';

const severities = ['Critical', 'High', 'Medium', 'Low', 'Info'] as const;
const statuses = ['Open', 'Resolved', 'Not Relevant', 'No Status'] as const;

const columnsAt = (nowMs: number): DataColumn<WeaknessRow>[] => [
  {
    id: 'title',
    header: 'Weakness',
    width: '34%',
    sortBy: true,
    cell: (row) => (
      <TwoLines below={row.asset ? <WebAddress>{row.asset}</WebAddress> : sources[row.source]}>
        <Link className={staff.name} href={staffPaths.weakness(row.orgId, row.weaknessId)}>
          {row.title}
        </Link>
      </TwoLines>
    ),
  },
  {
    id: 'organization',
    header: 'Organization',
    sortBy: true,
    cell: (row) => (
      <TwoLines below={row.brand}>
        <span>{row.companyName}</span>
      </TwoLines>
    ),
  },
  {
    id: 'severity',
    header: 'Severity',
    sortBy: true,
    cell: (row) => <SeverityBadge severity={row.severity.toLowerCase() as SeverityName} />,
  },
  {
    id: 'status',
    header: 'Status',
    sortBy: true,
    cell: (row) => (
      <span className={staff.person}>
        <span>
          <StatusPill tone={statusTones[row.status]}>{row.status}</StatusPill>
        </span>
        {row.checkSince && (
          <span>
            <StatusPill tone="accent">Says it is fixed, {waitedText(row.checkSince, nowMs)}</StatusPill>
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'reported',
    header: 'Reported',
    sortBy: true,
    cell: (row) => <span className={staff.whole}>{shownDay(row.reportedOn)}</span>,
  },
];

function Weaknesses() {
  const { asked, page, change, isFiltered } = useAsked({
    search: '',
    brandId: '',
    organization: '',
    severity: '',
    status: '',
    checks: '',
    sort: 'urgency',
    direction: 'ascending',
  });
  const sort = oneOf(weaknessSorts, asked.sort, 'urgency');
  const direction = asked.direction === 'descending' ? 'descending' : 'ascending';
  const severity = oneOf(['', ...severities], asked.severity, '');
  const status = oneOf(['', ...statuses], asked.status, '');
  const { organization: orgId, search, brandId } = asked;
  const checks = asked.checks === 'true';
  const found = useWeaknesses({
    search,
    brandId,
    orgId,
    severity,
    status,
    checks: String(checks),
    sort,
    direction,
    page,
  });
  return (
    <>
      <Filters
        label="Filter weaknesses"
        placeholder="Title, address or organization"
        asked={{ search, brandId, orgId }}
        onChange={({ orgId: to, ...rest }) =>
          change({ ...rest, ...(to === undefined ? {} : { organization: to }) })
        }
        count={found.data ? counted(found.data.total, 'weakness', 'weaknesses') : null}
      >
        <FilterSelect
          label="Status"
          value={status}
          every="Every status"
          options={statuses}
          onChange={(status) => change({ status })}
        />
        <FilterSelect
          label="Severity"
          value={severity}
          every="Every severity"
          options={severities}
          onChange={(severity) => change({ severity })}
        />
        <Checkbox
          label="To check only"
          checked={checks}
          onChange={(event) => change({ checks: event.currentTarget.checked ? 'true' : '' })}
          pb={10}
        />
      </Filters>
      <PagedTable
        of={found}
        things="weaknesses"
        caption="Weaknesses"
        columns={columnsAt(found.dataUpdatedAt)}
        rowKey={(row) => row.weaknessId}
        sort={sort === 'urgency' ? null : { column: sort, direction }}
        onSort={(to) => change({ sort: to.column, direction: to.direction })}
        drawing={<DrawingShield />}
        empty={
          isFiltered
            ? {
                title: 'Nothing matches',
                text: 'Search for something else, or choose every status and severity.',
              }
            : {
                title: 'No weaknesses yet',
                text: 'Publish a candidate, or add a weakness on the page of an organization.',
              }
        }
        onPage={(to) => change({ page: to })}
      />
    </>
  );
}

/** What is weak at customers, what might be, and what they say is fixed. */
export function WeaknessesScreen() {
  const [params] = useSearchParams();
  const view = params.get('part') === 'candidates' ? 'candidates' : 'weaknesses';
  const counts = useCounts().data;
  return (
    <>
      <PageHeader
        title="Weaknesses"
        purpose={
          counts
            ? `${counts.openWeaknesses.toLocaleString('en-US')} open, ${counts.checks.toLocaleString('en-US')} to check, ${counted(counts.candidates, 'candidate', 'candidates')} to decide.`
            : '– open, – to check, – candidates to decide.'
        }
      />
      <LinkTabs
        name="weaknesses"
        label="Weaknesses and candidates"
        current={view}
        tabs={[
          { id: 'weaknesses', label: 'Weaknesses', href: staffPaths.weaknesses },
          {
            id: 'candidates',
            label: counts?.candidates ? `Candidates (${counts.candidates})` : 'Candidates',
            href: staffPaths.candidates,
          },
        ]}
      />
      <div {...linkTabPanel('weaknesses', view)} className={desk.view} key={view}>
        {view === 'weaknesses' ? <Weaknesses /> : <Candidates />}
      </div>
    </>
  );
}
