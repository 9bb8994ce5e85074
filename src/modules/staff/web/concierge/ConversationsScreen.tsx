import { shownTime } from '#platform/dates.ts';
import type { DataColumn } from '#ui/table/DataTable.tsx';
import { DrawingTalk } from '#ui/drawings/DrawingTalk.tsx';
import { Link } from '#ui/text/Link.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { StatTile } from '#ui/chart/StatTile.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import { conversationViews as views, waitedText } from '../../conciergeRules.ts';
import type { ConversationRow } from '../../conciergeSchemas.ts';
import { staffPaths } from '../../paths.ts';
import desk from '../desk/Desk.module.css';
import { FilterSelect } from '../FilterSelect.tsx';
import { PagedTable } from '../PagedTable.tsx';
import staff from '../Staff.module.css';
import { TwoLines } from '../TwoLines.tsx';
import classes from './Concierge.module.css';
import { Filters } from './Filters.tsx';
import { useConversations, useCounts } from './queries.ts';
import { oneOf, useAsked } from '../useAsked.ts';
import { conversationViews, threadStates } from './words.ts';
import { counted } from '../counted.ts';

const columnsAt = (nowMs: number): DataColumn<ConversationRow>[] => [
  {
    id: 'subject',
    header: 'Conversation',
    width: '42%',
    cell: (row) => (
      <span className={`${classes.talk} grid gap-1`} data-unseen={row.unseen || undefined}>
        <span>
          <Link className={staff.name} href={staffPaths.conversation(row.orgId, row.threadId)}>
            <bdi>{row.subject}</bdi>
          </Link>
          {row.unseen && (
            <span className={`${classes.unseen} text-tiny font-medium text-accent rounded-full bg-accent`}>
              New
            </span>
          )}
        </span>
        <span
          className={`${classes.excerpt} leading-5 font-normal text-dimmed wrap-anywhere overflow-hidden`}
        >
          <bdi>{row.excerpt}</bdi>
        </span>
        {(row.isIncident || row.checkAsked) && (
          <span className="row flex-wrap gap-1 gap-x-3 text-small font-normal text-dimmed">
            {row.isIncident && <StatusPill tone="danger">Incident</StatusPill>}
            {row.checkAsked && <StatusPill tone="accent">Says it is fixed</StatusPill>}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'organization',
    header: 'From',
    cell: (row) => (
      <TwoLines
        below={
          <>
            <bdi>{row.openedBy}</bdi>, {row.brand}
          </>
        }
      >
        <span>{row.companyName}</span>
      </TwoLines>
    ),
  },
  {
    id: 'state',
    header: 'Status',
    cell: (row) => (
      <StatusPill tone={threadStates[row.state].tone}>
        {row.waitingSince ? `Waiting ${waitedText(row.waitingSince, nowMs)}` : threadStates[row.state].label}
      </StatusPill>
    ),
  },
  {
    id: 'last',
    header: 'Last word',
    cell: (row) => (
      <TwoLines below={row.lastFrom === 'staff' ? 'Staff' : 'Customer'}>
        <time className={staff.whole} dateTime={row.lastEntryOn}>
          {shownTime(row.lastEntryOn)}
        </time>
      </TwoLines>
    ),
  },
  { id: 'assigned', header: 'Taken care of by', cell: (row) => row.assignedName || '–' },
];

function Tiles({ nowMs }: { nowMs: number }) {
  const counts = useCounts().data;
  const shown = (count: number | undefined) => count?.toLocaleString('en-US') ?? '–';
  return (
    <div className={desk.tiles}>
      <StatTile label="Waiting" value={shown(counts?.waiting)} />
      <StatTile
        label="Longest wait"
        value={counts?.oldestWaiting ? waitedText(counts.oldestWaiting, nowMs) : '–'}
      />
      <StatTile label="Not yet read" value={shown(counts?.unseen)} />
      <StatTile
        label="Fixes to check"
        value={shown(counts?.checks)}
        href={`${staffPaths.weaknesses}?checks=true`}
      />
    </div>
  );
}

/** What customers ask, those who wait longest first. */
export function ConversationsScreen() {
  const { asked, page, change, isFiltered } = useAsked({
    search: '',
    brandId: '',
    organization: '',
    show: 'waiting',
  });
  const { search, brandId, organization: orgId } = asked;
  const view = oneOf(views, asked.show, 'waiting');
  const found = useConversations({ search, brandId, orgId, view, page });
  return (
    <>
      <PageHeader title="Conversations" purpose="Questions from customers, the longest wait first." />
      <Tiles nowMs={found.dataUpdatedAt} />
      <Filters
        label="Filter conversations"
        placeholder="A word, a person or an organization"
        asked={{ search, brandId, orgId }}
        onChange={({ orgId: to, ...rest }) =>
          change({ ...rest, ...(to === undefined ? {} : { organization: to }) })
        }
        count={found.data ? counted(found.data.total, 'conversation', 'conversations') : null}
      >
        <FilterSelect
          label="Show"
          value={view}
          options={views.map((one) => ({ value: one, label: conversationViews[one] }))}
          onChange={(show) => change({ show })}
        />
      </Filters>
      <PagedTable
        of={found}
        things="conversations"
        caption="Conversations"
        columns={columnsAt(found.dataUpdatedAt)}
        rowKey={(row) => `${row.orgId} ${row.threadId}`}
        drawing={<DrawingTalk />}
        empty={
          isFiltered
            ? { title: 'Nothing matches', text: 'Search for something else, or show all conversations.' }
            : {
                title: 'No one waits for an answer',
                text: 'Questions from customers appear here as soon as they are sent.',
              }
        }
        onPage={(to) => change({ page: to })}
      />
    </>
  );
}
