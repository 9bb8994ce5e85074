import { Button } from '@mantine/core';
import { shownDay } from '#platform/dates.ts';
import { percentOf } from '#platform/percent.ts';
import type { DataColumn } from '#ui/table/DataTable.tsx';
import { DrawingMail } from '#ui/drawings/DrawingMail.tsx';
import { Link } from '#ui/text/Link.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { SeverityBadge } from '#ui/badge/SeverityBadge.tsx';
import type { SeverityName } from '#ui/badge/severity.ts';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import { messageStages } from '../../conciergeRules.ts';
import type { MessageRow } from '../../conciergeSchemas.ts';
import { staffPaths } from '../../paths.ts';
import { FilterSelect } from '../FilterSelect.tsx';
import { PagedTable } from '../PagedTable.tsx';
import staff from '../Staff.module.css';
import { TwoLines } from '../TwoLines.tsx';
import classes from './Concierge.module.css';
import { Filters } from './Filters.tsx';
import { useMessages } from './queries.ts';
import { oneOf, useAsked } from '../useAsked.ts';
import { categories, stages } from './words.ts';
import { counted } from '../counted.ts';

function Seen({ row }: { row: MessageRow }) {
  if (row.stage === 'draft' || row.stage === 'scheduled') return <span className={staff.dimmed}>–</span>;
  const share = percentOf(row.seen, row.reach.people);
  return (
    <span className={`${classes.seen} grid gap-1.5 tabular-nums`}>
      <span>
        {row.seen.toLocaleString('en-US')} of {counted(row.reach.people, 'person', 'people')}
      </span>
      <span className={`${classes.bar} bg-border block rounded-full overflow-hidden`} aria-hidden>
        <span style={{ inlineSize: `${share}%` }} />
      </span>
    </span>
  );
}

const columns: DataColumn<MessageRow>[] = [
  {
    id: 'title',
    header: 'Message',
    width: '32%',
    cell: (row) => (
      <span className={staff.person}>
        <Link className={staff.name} href={staffPaths.message(row.conciergeMessageId)}>
          {row.title}
        </Link>
        <span className="row flex-wrap gap-1 gap-x-3 text-small font-normal text-dimmed">
          {row.severity && <SeverityBadge severity={row.severity.toLowerCase() as SeverityName} />}
          <span>{categories[row.category]}</span>
          {row.mail && <span>Also by email</span>}
          {row.fromProduct && <span>Comes with the portal</span>}
        </span>
      </span>
    ),
  },
  {
    id: 'stage',
    header: 'Status',
    cell: (row) => <StatusPill tone={stages[row.stage].tone}>{stages[row.stage].label}</StatusPill>,
  },
  {
    id: 'audience',
    header: 'For',
    cell: (row) => (
      <span className={staff.person}>
        <span>{row.audience}</span>
        <span className={staff.dimmed}>
          <span className={staff.whole}>
            {counted(row.reach.organizations, 'organization', 'organizations')},
          </span>{' '}
          <span className={staff.whole}>{counted(row.reach.people, 'person', 'people')}</span>
        </span>
      </span>
    ),
  },
  { id: 'seen', header: 'Seen by', cell: (row) => <Seen row={row} /> },
  {
    id: 'days',
    header: 'From, until',
    cell: (row) => (
      <TwoLines below={row.expiresOn ? `Until ${shownDay(row.expiresOn)}` : 'Without end'}>
        <span className={staff.whole}>{row.publishedOn ? shownDay(row.publishedOn) : 'When published'}</span>
      </TwoLines>
    ),
  },
  {
    id: 'edited',
    header: 'Edited',
    cell: (row) => (
      <TwoLines below={row.editedBy}>
        <span className={staff.whole}>{row.editedAt ? shownDay(row.editedAt) : '–'}</span>
      </TwoLines>
    ),
  },
];

/** What staff wrote to customers, and what came of it. */
export function MessagesScreen() {
  const { asked, page, change, isFiltered } = useAsked({ search: '', brandId: '', stage: '' });
  const stage = oneOf(['', ...messageStages], asked.stage, '');
  const messages = useMessages({ ...asked, stage, page });
  return (
    <>
      <PageHeader
        title="Messages"
        purpose="Letters to customers: whom they reach, and how many have read them."
        action={
          <Button component={Link} href={staffPaths.newMessage}>
            New message
          </Button>
        }
      />
      <Filters
        label="Filter messages"
        placeholder="A word of the title"
        asked={asked}
        onChange={change}
        count={messages.data ? counted(messages.data.total, 'message', 'messages') : null}
      >
        <FilterSelect
          label="Status"
          value={stage}
          every="Every status"
          options={messageStages.map((one) => ({ value: one, label: stages[one].label }))}
          onChange={(stage) => change({ stage })}
        />
      </Filters>
      <PagedTable
        of={messages}
        things="messages"
        caption="Messages"
        columns={columns}
        rowKey={(row) => row.conciergeMessageId}
        drawing={<DrawingMail />}
        empty={
          isFiltered
            ? { title: 'Nothing matches', text: 'Search for something else, or choose every status.' }
            : {
                title: 'No messages yet',
                text: 'Write to all customers, to a brand, an industry, a plan or one organization.',
              }
        }
        onPage={(to) => change({ page: to })}
      />
    </>
  );
}
