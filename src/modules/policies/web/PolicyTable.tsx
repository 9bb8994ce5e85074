import { Button, NativeSelect, TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { shownDay } from '#platform/dates.ts';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { DrawingPolicy } from '#ui/drawings/DrawingPolicy.tsx';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import type { OutOfBoxPolicy, PolicySummary } from '../entities.ts';
import { policiesPaths } from '../paths.ts';
import classes from './Policies.module.css';
import { ReviewDue, standingOf, StandingPill, standings, type Standing } from './PolicyPills.tsx';
import { PolicyRowMenu } from './PolicyRowMenu.tsx';

type OnDelete = (policy: PolicySummary, from: HTMLElement | null) => void;

/** What needs somebody first. */
const urgency: Record<Standing, number> = { returned: 0, sent: 1, draft: 2, active: 3, replaced: 4 };

const columnsOf = (policies: PolicySummary[], onDelete: OnDelete): DataColumn<PolicySummary>[] => {
  const withSignatures = policies.some((one) => one.signOff);
  return [
    {
      id: 'name',
      header: 'Policy',
      sortBy: (row) => row.name,
      width: '28%',
      cell: (row) => (
        <span className={`${classes.lines} grid gap-0.5 ${classes.named}`}>
          <Link
            className="font-medium text-accent hover-underline"
            href={policiesPaths.version(row.id, row.version)}
          >
            <bdi>{row.name}</bdi>
          </Link>
          {row.newerTemplate && (
            <span className="text-small font-normal text-dimmed">Newer template available</span>
          )}
        </span>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      sortBy: (row) => urgency[standingOf(row)],
      cell: (row) => <StandingPill standing={standingOf(row)} />,
    },
    {
      id: 'version',
      header: 'Version',
      align: 'end',
      sortBy: (row) => row.version,
      cell: (row) => row.version,
    },
    {
      id: 'approved',
      header: 'Approved',
      sortBy: (row) => row.approvalDate,
      cell: (row) =>
        row.approvalDate ? (
          <span className={`${classes.lines} grid gap-0.5`}>
            <bdi>{row.approver}</bdi>
            {row.recordedBy && (
              <span className="text-small text-dimmed wrap-anywhere">
                recorded by <bdi>{row.recordedBy}</bdi>
              </span>
            )}
            <time className="text-small text-dimmed whitespace-nowrap" dateTime={row.approvalDate}>
              {shownDay(row.approvalDate)}
            </time>
          </span>
        ) : (
          '–'
        ),
    },
    {
      id: 'review',
      header: 'Review due',
      sortBy: (row) => row.reviewDate,
      cell: (row) => <ReviewDue {...row} />,
    },
    ...(withSignatures
      ? [
          {
            id: 'signed',
            header: 'Signed',
            align: 'end',
            sortBy: (row) =>
              row.signOff && row.signOff.asked > 0 ? row.signOff.signed / row.signOff.asked : null,
            cell: (row) => (
              <span className="whitespace-nowrap">
                {row.signOff ? `${row.signOff.signed} of ${row.signOff.asked}` : '–'}
              </span>
            ),
          } satisfies DataColumn<PolicySummary>,
        ]
      : []),
    {
      id: 'menu',
      header: 'Actions',
      hiddenHeader: true,
      align: 'end',
      cell: (row) => <PolicyRowMenu policy={row} onDelete={onDelete} />,
    },
  ];
};

function NoPolicies({ templates }: { templates: OutOfBoxPolicy[] }) {
  const first = templates.filter((one) => one.starter).toSorted((one, other) => one.order - other.order)[0];
  return (
    <Panel title="Your policies">
      <EmptyState
        level={3}
        drawing={<DrawingPolicy />}
        title="No policies yet"
        action={
          first && (
            <Button component={Link} href={policiesPaths.policy(first.id)}>
              Begin with the first one
            </Button>
          )
        }
      >
        Drafts and approved policies will appear here, with who approved them and when their review is due.
        Customers, insurers and auditors ask for exactly this list.
      </EmptyState>
    </Panel>
  );
}

type PolicyTableProps = { policies: PolicySummary[]; templates: OutOfBoxPolicy[]; onDelete: OnDelete };

/** Policies of the organisation: what holds, and what is being worked on. */
export function PolicyTable({ policies, templates, onDelete }: PolicyTableProps) {
  const [params, setParams] = useSearchParams();
  const asked = params.get('status') ?? '';
  const status = Object.hasOwn(standings, asked) ? (asked as Standing) : '';
  const [search, setSearch] = useState(params.get('search') ?? '');
  if (policies.length === 0) return <NoPolicies templates={templates} />;
  const counts = Object.keys(standings).map((name) => {
    const standing = name as Standing;
    return { standing, count: policies.filter((one) => standingOf(one) === standing).length };
  });
  const words = search.trim().toLowerCase();
  const shown = policies.filter(
    (one) =>
      (status === '' || standingOf(one) === status) &&
      (words === '' || one.name.toLowerCase().includes(words) || one.approver.toLowerCase().includes(words)),
  );
  const filter = (next: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next) after.set('status', next);
        else after.delete('status');
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  const clear = () => {
    setSearch('');
    filter('');
  };
  return (
    <Panel title="Your policies" flush className={classes.table}>
      <search className={`${classes.tools} flex flex-wrap items-end gap-3`} aria-label="Find policies">
        <TextInput
          type="search"
          label="Search"
          placeholder="Name or approver"
          maxLength={100}
          className={classes.search}
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <NativeSelect
          label="Status"
          value={status}
          onChange={(event) => filter(event.currentTarget.value)}
          data={[
            { value: '', label: `All (${policies.length})` },
            ...counts
              .filter(({ standing, count }) => count > 0 || standing === status)
              .map(({ standing, count }) => ({
                value: standing,
                label: `${standings[standing].label} (${count})`,
              })),
          ]}
        />
        <output className="visually-hidden">
          {shown.length === 1 ? '1 policy' : `${shown.length} policies`}
        </output>
      </search>
      {shown.length === 0 ? (
        <EmptyState
          level={3}
          drawing={<DrawingLost />}
          title="No policy matches"
          action={
            <Button variant="default" onClick={clear}>
              Clear search and filter
            </Button>
          }
        >
          Search for part of the name, or show every status.
        </EmptyState>
      ) : (
        <DataTable
          caption="Your policies"
          columns={columnsOf(policies, onDelete)}
          rows={shown}
          rowKey={(row) => `${row.id} ${row.version}`}
          initialSort={{ column: 'status', direction: 'ascending' }}
        />
      )}
    </Panel>
  );
}
