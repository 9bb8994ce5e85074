import { shownDay } from '#platform/dates.ts';
import { planPath } from '#modules/plans/paths.ts';
import { policiesPaths } from '#modules/policies/paths.ts';
import { DrawingPolicy } from '#ui/drawings/DrawingPolicy.tsx';
import { StatTile } from '#ui/chart/StatTile.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type { ComplianceActivity, DashboardData } from '../contract.ts';
import { complianceCardState, type ComplianceCardState } from '../rules.ts';
import { Card, CardText } from './Card.tsx';

const label: Record<ComplianceCardState, string> = {
  subscribe: 'Subscribe to Use',
  activate: 'Activate Policies',
  finish: 'Finish Draft Policies',
  add: 'Add Custom Policies',
  review: 'Review Your Policies',
};

function Status({
  state,
  compliance,
}: {
  state: ComplianceCardState;
  compliance: ComplianceActivity | null;
}) {
  if (state === 'subscribe') return <StatusPill>Not active</StatusPill>;
  if (compliance?.reviewDue)
    return <StatusPill tone="warning">Review due: {compliance.reviewDue}</StatusPill>;
  if (compliance?.lastUpdated)
    return (
      <StatusPill tone={compliance.active > 0 ? 'success' : 'neutral'}>
        Updated {shownDay(compliance.lastUpdated)}
      </StatusPill>
    );
  return <StatusPill>None in effect yet</StatusPill>;
}

/** The card of security policies (platform.md 2, Dashboard). */
export function ComplianceCard({ data }: { data: DashboardData }) {
  const { compliance } = data;
  const state = complianceCardState(data);
  if (state === null) return null;
  return (
    <Card
      id="compliance"
      title="Security Policies"
      status={<Status state={state} compliance={compliance} />}
      drawing={<DrawingPolicy />}
      buttons={[
        {
          label: label[state],
          href: state === 'subscribe' ? planPath : state === 'add' ? policiesPaths.fresh : policiesPaths.home,
        },
      ]}
    >
      {compliance && state !== 'subscribe' ? (
        <>
          <StatTile bare label="In effect" value={compliance.active} />
          <StatTile bare label="Drafts" value={compliance.draft} />
          <StatTile bare label="Inactive" value={compliance.inactive} />
        </>
      ) : (
        <CardText>
          Complete policies in plain English, to fill in, approve and show to customers and insurers.
        </CardText>
      )}
    </Card>
  );
}
