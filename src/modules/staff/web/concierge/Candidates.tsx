import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { shownDay } from '#platform/dates.ts';
import { useChange } from '#platform/web/useChange.ts';
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx';
import type { DataColumn } from '#ui/table/DataTable.tsx';
import { DrawingInbox } from '#ui/drawings/DrawingInbox.tsx';
import { Link } from '#ui/text/Link.tsx';
import { SeverityBadge } from '#ui/badge/SeverityBadge.tsx';
import type { SeverityName } from '#ui/badge/severity.ts';
import { WebAddress } from '#ui/text/WebAddress.tsx';
import { candidateViews as views } from '../../conciergeRules.ts';
import { staffConciergeContract } from '../../conciergeContract.ts';
import type { CandidateKey, CandidateRow } from '../../conciergeSchemas.ts';
import { staffPaths } from '../../paths.ts';
import { messageOf } from '../messages.ts';
import { FilterSelect } from '../FilterSelect.tsx';
import { PagedTable } from '../PagedTable.tsx';
import staff from '../Staff.module.css';
import { TwoLines } from '../TwoLines.tsx';
import classes from './Concierge.module.css';
import { Filters } from './Filters.tsx';
import { renewConcierge, useCandidates, useOptions } from './queries.ts';
import { oneOf, useAsked } from '../useAsked.ts';
import { candidateViews, sources } from './words.ts';
import { counted } from '../counted.ts';

const severities = ['Critical', 'High', 'Medium', 'Low', 'Info'] as const;
const idOf = ({ orgId, type, asset }: CandidateKey): string => `${orgId} ${type} ${asset}`;
const keyOf = ({ orgId, type, asset }: CandidateKey): CandidateKey => ({ orgId, type, asset });

type Choice = { chosen: ReadonlySet<string>; toggle: (row: CandidateRow) => void } | null;

const columnsFor = (choice: Choice): DataColumn<CandidateRow>[] => [
  {
    id: 'title',
    header: 'What was seen',
    width: '38%',
    cell: (row) => (
      <span className="flex items-start gap-3">
        {choice && (
          <Checkbox
            aria-label={`Choose ${row.title} of ${row.companyName}`}
            checked={choice.chosen.has(idOf(row))}
            onChange={() => choice.toggle(row)}
          />
        )}
        <span className={staff.person}>
          <Link
            className={staff.name}
            href={row.weaknessId ? staffPaths.weakness(row.orgId, row.weaknessId) : staffPaths.candidate(row)}
          >
            {row.title}
          </Link>
          <span className={staff.dimmed}>
            {row.asset ? <WebAddress>{row.asset}</WebAddress> : 'The whole company'}
          </span>
          {row.evidence && (
            <span
              className={`${classes.evidence} text-small leading-4.5 font-normal text-dimmed wrap-anywhere overflow-hidden`}
            >
              {row.evidence}
            </span>
          )}
        </span>
      </span>
    ),
  },
  {
    id: 'organization',
    header: 'Organization',
    cell: (row) => (
      <TwoLines below={row.brand}>
        <Link className={staff.name} href={staffPaths.organization(row.orgId)}>
          {row.companyName}
        </Link>
      </TwoLines>
    ),
  },
  {
    id: 'severity',
    header: 'Severity',
    cell: (row) => <SeverityBadge severity={row.severity.toLowerCase() as SeverityName} />,
  },
  { id: 'source', header: 'Found by', cell: (row) => sources[row.source] },
  {
    id: 'since',
    header: 'Since, last seen',
    cell: (row) => (
      <span className={staff.person}>
        <span className={staff.whole}>{shownDay(row.firstSeen)}</span>
        <span className={staff.dimmed}>
          {row.goneAt ? `Gone ${shownDay(row.goneAt)}` : shownDay(row.lastSeen)}
        </span>
        {row.decidedBy && (
          <span className={staff.dimmed}>{row.note ? `${row.decidedBy}: ${row.note}` : row.decidedBy}</span>
        )}
      </span>
    ),
  },
];

/** Where brands publish by themselves what is found, nothing waits here. */
function AutoPublishing() {
  const brands = useOptions().data?.brands ?? null;
  const auto = (brands ?? []).filter(({ autoPublish }) => autoPublish).map(({ shortName }) => shortName);
  const words =
    auto.length === 0
      ? 'Nothing is published automatically: every finding waits here for a decision.'
      : `Findings at customers of ${auto.join(', ')} are published automatically (autoPublish). Everything else waits here for a decision.`;
  // until it is known, the shorter words hold the place
  return (
    <p
      className={`${classes.policy} text-small leading-5 text-dimmed`}
      aria-hidden={brands === null}
      style={brands === null ? { visibility: 'hidden' } : undefined}
    >
      {words}
    </p>
  );
}

type PublishDialogProps = {
  opened: boolean;
  candidates: CandidateKey[];
  onDone: () => void;
  onCancel: () => void;
};

function PublishDialog({ opened, candidates, onDone, onCancel }: PublishDialogProps) {
  const publish = useChange(staffConciergeContract.publishCandidates, {
    after: renewConcierge,
    done: ({ data }) =>
      `${counted(data.published, 'weakness is', 'weaknesses are')} published.${data.left > 0 ? ` ${data.left} had been decided already.` : ''}`,
    failed: () => null,
  });
  return (
    <ConfirmDialog
      opened={opened}
      title={`Publish ${counted(candidates.length, 'weakness', 'weaknesses')}?`}
      confirmLabel={`Publish ${candidates.length}`}
      busy={publish.isPending}
      error={publish.error ? messageOf(publish.error) : null}
      onConfirm={() => publish.mutate({ candidates }, { onSuccess: onDone })}
      onCancel={onCancel}
    >
      <p>
        Each is published in the words of its type. Administrators of those organizations see them at once,
        and those who want it get an email.
      </p>
    </ConfirmDialog>
  );
}

function useChosen() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, CandidateKey>>(new Map());
  const toggle = (row: CandidateRow) =>
    setChosen((before) => {
      const next = new Map(before);
      if (!next.delete(idOf(row))) next.set(idOf(row), keyOf(row));
      return next;
    });
  return { chosen, setChosen, toggle };
}

/** What ratings, scans and assessments propose. */
export function Candidates() {
  const { asked, page, change, isFiltered } = useAsked({
    search: '',
    brandId: '',
    organization: '',
    severity: '',
    show: 'proposed',
  });
  const view = oneOf(views, asked.show, 'proposed');
  const severity = oneOf(['', ...severities], asked.severity, '');
  const { search, brandId, organization: orgId } = asked;
  const found = useCandidates({ search, brandId, orgId, severity, view, page });
  const rows = found.data?.rows ?? [];
  const { chosen, setChosen, toggle } = useChosen();
  const [asking, setAsking] = useState(false);
  const ids = new Set(chosen.keys());
  // what is no longer on the screen is not published by accident
  const narrow = (part: Parameters<typeof change>[0]) => {
    setChosen(new Map());
    change(part);
  };
  return (
    <>
      <Filters
        label="Filter candidates"
        placeholder="Title, address or organization"
        asked={{ search, brandId, orgId }}
        onChange={({ orgId: to, ...rest }) =>
          narrow({ ...rest, ...(to === undefined ? {} : { organization: to }) })
        }
        count={found.data ? counted(found.data.total, 'candidate', 'candidates') : null}
      >
        <FilterSelect
          label="Show"
          value={view}
          options={views.map((one) => ({ value: one, label: candidateViews[one] }))}
          onChange={(show) => narrow({ show })}
        />
        <FilterSelect
          label="Severity"
          value={severity}
          every="Every severity"
          options={severities}
          onChange={(severity) => narrow({ severity })}
        />
      </Filters>
      <AutoPublishing />
      <PagedTable
        of={found}
        things="candidates"
        caption="Candidates"
        columns={columnsFor(view === 'proposed' ? { chosen: ids, toggle } : null)}
        rowKey={idOf}
        drawing={<DrawingInbox />}
        empty={
          isFiltered
            ? { title: 'Nothing matches', text: 'Search for something else, or choose every severity.' }
            : {
                title: 'Nothing waits for a decision',
                text: 'Findings from ratings, scans, and assessments of customers appear here.',
              }
        }
        onPage={(to) => narrow({ page: to })}
      >
        {view === 'proposed' && rows.length > 0 && (
          <div className="row flex-wrap gap-3">
            <Button
              variant="default"
              onClick={() =>
                setChosen(
                  chosen.size === rows.length
                    ? new Map()
                    : new Map(rows.map((row) => [idOf(row), keyOf(row)])),
                )
              }
            >
              {chosen.size === rows.length ? 'Choose none' : 'Choose all on this page'}
            </Button>
            <Button disabled={chosen.size === 0} onClick={() => setAsking(true)}>
              {chosen.size === 0 ? 'Publish' : `Publish ${chosen.size}`}
            </Button>
          </div>
        )}
      </PagedTable>
      <PublishDialog
        opened={asking}
        candidates={[...chosen.values()]}
        onDone={() => {
          setAsking(false);
          setChosen(new Map());
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
