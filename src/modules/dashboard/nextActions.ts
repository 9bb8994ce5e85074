import { ofCompany, ofConcierge, ofRatings } from './actionsOfServices.ts';
import { servedWords } from '#modules/organization/contract.ts';
import { ofMaturity, ofPolicies, ofTraining, ofWebsites } from './actionsOfTools.ts';
import type { DashboardData, Snoozed } from './contract.ts';
import { goalsServed } from './goalsServed.ts';
import type { NextAction, Proposed, Ranked } from './rankedActions.ts';

/** A short list: nobody does more at once. */
const mostActions = 5;

/** What was put off stays away until its day, or until there is more of it. */
const isAway = ({ id, amount = 0 }: Ranked, { snoozed, asOf }: DashboardData): boolean =>
  snoozed.some((one) => one.id === id && Date.parse(one.until) > Date.parse(asOf) && amount <= one.amount);

/** Below this rank an action is urgent, whatever the company's goals are: something is open to attackers, or a person waits. */
const urgentRank = 10;

const serving = (action: Ranked, goals: DashboardData['goals']): Ranked => {
  const serves = servedWords(goalsServed[action.id] ?? [], goals);
  return serves ? { ...action, serves } : action;
};

/** Urgent ones first, then those that serve a goal of the company, then the others; each in the order of its rank. */
const tierOf = ({ rank, serves }: Ranked): number => (rank < urgentRank ? 0 : serves ? 1 : 2);

/** Everything that could be done, the most useful first, put off or not. */
function allActions(data: DashboardData): Ranked[] {
  const { monitoring, zimm, compliance, training, ratings, cyberConcierge, modules } = data;
  const locked: Ranked = {
    rank: 5,
    id: 'subscribe',
    title: 'Choose a plan with website scans',
    why: 'Your websites are not scanned now, so new weaknesses stay unseen. Earlier results are kept.',
    minutes: 5,
    button: 'See plans',
  };
  const found: Proposed[] = [
    modules.monitoring === 'INACTIVE' && locked,
    ...(monitoring ? ofWebsites(monitoring) : []),
    ...(zimm ? ofMaturity(zimm) : []),
    ...(compliance ? ofPolicies(compliance) : []),
    ...(training ? ofTraining(training) : []),
    ...(ratings ? ofRatings(ratings) : []),
    ...(cyberConcierge ? ofConcierge(cyberConcierge) : []),
    ...ofCompany(data),
  ];
  return found
    .filter((action) => action !== false)
    .map((action) => serving(action, data.goals))
    .toSorted((a, b) => tierOf(a) - tierOf(b) || a.rank - b.rank);
}

/** The action of that id as it would be proposed now, put off or not. */
export const actionOf = (data: DashboardData, id: string): NextAction | undefined =>
  allActions(data).find((action) => action.id === id);

/** The next best actions, the most useful first, from what the modules say now. */
export const nextActions = (data: DashboardData): NextAction[] =>
  allActions(data)
    .filter((action) => !isAway(action, data))
    .slice(0, mostActions)
    .map(({ rank: _rank, ...action }) => action);

/** What was put off and would be proposed otherwise, to bring it back. */
export const putOff = (data: DashboardData): Snoozed[] => {
  const open = allActions(data);
  return data.snoozed.filter(({ id }) => open.some((action) => action.id === id && isAway(action, data)));
};
