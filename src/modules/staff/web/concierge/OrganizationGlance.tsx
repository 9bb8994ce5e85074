import { Button } from '@mantine/core';
import { shownDay, shownTime } from '#platform/dates.ts';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SeverityBadge } from '#ui/badge/SeverityBadge.tsx';
import type { SeverityName } from '#ui/badge/severity.ts';
import { StatTile } from '#ui/chart/StatTile.tsx';
import { WebAddress } from '#ui/text/WebAddress.tsx';
import { waitedText } from '../../conciergeRules.ts';
import type { OrganizationState } from '../../conciergeSchemas.ts';
import { staffPaths } from '../../paths.ts';
import { WhenLoaded } from '../WhenLoaded.tsx';
import desk from '../desk/Desk.module.css';
import staff from '../Staff.module.css';
import { TwoLines } from '../TwoLines.tsx';
import classes from './Concierge.module.css';
import { useOrganizationState } from './queries.ts';
import { counted } from '../counted.ts';

const ratingNotes: Record<OrganizationState['rating']['state'], string> = {
  none: 'Not rated yet',
  measuring: 'Being measured now',
  failed: 'The last measurement failed',
  rated: '',
};

const columns: DataColumn<OrganizationState['disowned'][number]>[] = [
  {
    id: 'asset',
    header: 'Asset',
    width: '34%',
    cell: (row) => (
      <TwoLines below={row.because}>
        <WebAddress>{row.asset}</WebAddress>
      </TwoLines>
    ),
  },
  { id: 'reason', header: 'Their reason', cell: (row) => <bdi>{row.reason}</bdi> },
  {
    id: 'by',
    header: 'Said by',
    cell: (row) => (
      <TwoLines below={shownDay(row.at)}>
        <span>{row.by}</span>
      </TwoLines>
    ),
  },
];

function Glance({ orgId, state, nowMs }: { orgId: string; state: OrganizationState; nowMs: number }) {
  const open = (Object.entries(state.bySeverity) as [keyof OrganizationState['bySeverity'], number][]).filter(
    ([, count]) => count > 0,
  );
  const { highs, mediums, lows } = state.scans;
  return (
    <>
      <div className={desk.tiles}>
        <StatTile
          label="Rating"
          value={state.rating.value ?? '–'}
          note={state.rating.at ? `Measured ${shownDay(state.rating.at)}` : ratingNotes[state.rating.state]}
        />
        <StatTile
          label="Last scan"
          value={state.scans.last ? shownDay(state.scans.last) : '–'}
          note={
            state.scans.running
              ? 'A scan runs now'
              : state.scans.last
                ? `${highs} high, ${mediums} medium, ${lows} low open`
                : 'Nothing was scanned yet'
          }
        />
        <StatTile
          label="Open weaknesses"
          value={state.openWeaknesses.toLocaleString('en-US')}
          note={
            state.candidates > 0
              ? `${counted(state.candidates, 'candidate', 'candidates')} to decide`
              : 'No candidates to decide'
          }
          href={staffPaths.weaknessesOf(orgId)}
        />
        <StatTile
          label="Waiting conversations"
          value={state.waiting.toLocaleString('en-US')}
          note={state.oldestWaiting ? `Waiting ${waitedText(state.oldestWaiting, nowMs)}` : 'No one waits'}
          href={staffPaths.conversationsOf(orgId)}
        />
      </div>
      <div className={`row flex-wrap gap-3 mb-6`}>
        {open.map(([severity, count]) => (
          <SeverityBadge key={severity} severity={severity.toLowerCase() as SeverityName} count={count} />
        ))}
        <span className={classes.grow} />
        <Button component={Link} variant="default" href={staffPaths.newConversation(orgId)}>
          Begin a conversation
        </Button>
        <Button component={Link} variant="default" href={staffPaths.messageTo(orgId)}>
          Write a message
        </Button>
        <Button component={Link} variant="default" href={staffPaths.newWeakness(orgId)}>
          Add a weakness
        </Button>
      </div>
    </>
  );
}

/** How an organisation stands, and what staff can do for it without acting for anybody. */
export function OrganizationGlance({ orgId }: { orgId: string }) {
  const state = useOrganizationState(orgId);
  return (
    <WhenLoaded of={state} what="how it stands" height={160}>
      {(data) => <Glance orgId={orgId} state={data} nowMs={state.dataUpdatedAt} />}
    </WhenLoaded>
  );
}

/** What the company says is not its own: staff look whether that can be. */
export function Disowned({ orgId }: { orgId: string }) {
  const state = useOrganizationState(orgId).data;
  if (!state || state.disowned.length === 0) return null;
  return (
    <Panel
      title="Left out of the rating"
      description="What they say is not theirs. Their rating does not count it; ask them where that cannot be."
      flush
      className={staff.table}
    >
      <DataTable
        caption={`Left out of the rating, newest ${shownTime(state.disowned[0]!.at)}`}
        columns={columns}
        rows={state.disowned}
        rowKey={({ domain, asset }) => `${domain} ${asset}`}
      />
    </Panel>
  );
}
