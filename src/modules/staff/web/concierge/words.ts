import { CallError } from '#platform/web/call.ts';
import type { StatusPillProps } from '#ui/badge/StatusPill.tsx';
import type { CandidateView, ConversationView, MessageStage } from '../../conciergeRules.ts';
import type { ConversationRow, MessageFields, WeaknessRow } from '../../conciergeSchemas.ts';
import { counted } from '../counted.ts';

type Tone = NonNullable<StatusPillProps['tone']>;

export const stages: Record<MessageStage, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  scheduled: { label: 'Scheduled', tone: 'accent' },
  out: { label: 'Published', tone: 'success' },
  expired: { label: 'Expired', tone: 'neutral' },
  withdrawn: { label: 'Withdrawn', tone: 'warning' },
};

export const categories: Record<MessageFields['category'], string> = {
  welcome: 'Welcome',
  advisory: 'Advisory',
  warning: 'Warning',
  guidance: 'Guidance',
  reminder: 'Reminder',
  news: 'News',
};

export const audienceKinds: Record<MessageFields['audience']['kind'], string> = {
  all: 'All customers',
  brand: 'Customers of brands',
  industry: 'Customers in industries',
  plan: 'Customers with plans',
  organization: 'Named organizations',
};

export const statusTones: Record<WeaknessRow['status'], Tone> = {
  Open: 'warning',
  Resolved: 'success',
  'Not Relevant': 'neutral',
  'No Status': 'neutral',
};

export const sources: Record<WeaknessRow['source'], string> = {
  rating: 'Rating',
  scan: 'Website scan',
  assessment: 'Assessment',
  staff: 'Staff',
};

export const candidateViews: Record<CandidateView, string> = {
  proposed: 'Waiting for a decision',
  gone: 'No longer seen',
  published: 'Published',
  dismissed: 'Set aside',
};

export const conversationViews: Record<ConversationView, string> = {
  waiting: 'Waiting for an answer',
  mine: 'I take care of',
  unseen: 'Not yet read',
  answered: 'Answered',
  closed: 'Closed',
  all: 'All',
};

export const threadStates: Record<ConversationRow['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'warning' },
  answered: { label: 'Answered', tone: 'success' },
  closed: { label: 'Closed', tone: 'neutral' },
};

export const contextKinds: Record<string, string> = {
  finding: 'Finding of a website scan',
  issue: 'Issue of a website',
  rating: 'Risk of the rating',
  element: 'Element of the maturity report',
  policy: 'Security policy',
  course: 'Training course',
  message: 'Message',
  weakness: 'Security weakness',
  report: 'Report',
  offering: 'What the concierge offers',
  incident: 'Incident',
};

export const reachWords = ({ organizations, people }: { organizations: number; people: number }): string =>
  `${counted(organizations, 'organization', 'organizations')}, ${counted(people, 'person', 'people')}`;

/** What the server says about single fields of a form, by their names. */
export function invalidFields(error: unknown): Record<string, string> {
  if (!(error instanceof CallError) || error.code !== 'invalid' || !Array.isArray(error.detail['fields']))
    return {};
  const fields = error.detail['fields'] as { field: string; message: string }[];
  // the first word of the first fault of each
  return Object.fromEntries(
    fields.toReversed().map(({ field, message }) => [field.split('.')[1] ?? field, message]),
  );
}
