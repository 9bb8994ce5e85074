import type { CommonRefusal, RefusalsOf } from '#platform/endpoint.ts';
import { fillWords } from '#platform/web/boot.ts';
import { CallError } from '#platform/web/call.ts';
import { commonMessages, offlineMessage, tryAgain } from '#platform/web/messages.ts';
import type { monitoringContract } from '../contract.ts';
import { dateAndTime, shortDate } from './schedules/pacificTime.ts';

type Refusal = RefusalsOf<typeof monitoringContract> | CommonRefusal;

/** modules.md 8, word for word. */
export const toasts = {
  create: { done: 'Website is successfully created', failed: 'Create Website failed' },
  schedule: { done: 'Scan is successfully scheduled', failed: 'Schedule Scan failed' },
  rename: { done: 'Website name is successfully updated', failed: 'Website name update failed' },
  remove: { done: 'Website is successfully removed', failed: 'Remove Website failed' },
  editSchedule: { done: 'Scan schedule successfully updated', failed: 'Scan schedule update failed' },
} as const;

export const canceledToast = (nextScan: string | null): string =>
  nextScan === null
    ? 'Your website scan has been canceled.'
    : `Your website scan has been canceled. Your next scan is scheduled to run on ${shortDate(nextScan)}.`;

/** modules.md 5 */
export const wording = {
  urlInvalid: 'Please enter a valid URL.',
  urlRestricted: 'Scanning of this URL is restricted, contact support',
  urlInUse: 'This URL is already being used',
  nameTaken: 'This name already exists, choose another.',
  protocolMissing: 'Please select a protocol.',
  dateInvalid: 'Date is not valid.',
  dayInvalid: 'Not a valid day of the month.',
  formsMissing: 'Please agree, or choose a level that sends no forms.',
  levelMissing: 'Please select a scan level.',
} as const;

/** Of a website for which the plan has no room: it is kept, but not scanned. */
export const beyondPlan = {
  label: 'Not in your plan',
  text: (atMost: number): string =>
    `Your plan includes ${atMost} ${atMost === 1 ? 'website' : 'websites'}, and this one was added later, so it is not scanned. Its reports and issues are kept.`,
  wayOut: 'To have it scanned again, remove websites that you no longer need, or',
  upgrade: 'upgrade your plan',
  contact: 'contact support',
  nextScan: 'Paused: not in your plan',
} as const;

const gone = 'This website was removed in the meantime. Reload the page to see the current list.';

/** What a person reads for every way in which a call of this module can refuse. */
const refusals: Record<Refusal, string> = {
  ...commonMessages,
  'no-such-website': gone,
  'no-such-schedule': 'This schedule was changed in the meantime. Close this dialog and open it again.',
  'no-such-scan': 'This scan is no longer there. Reload the page to see the current list.',
  'url-invalid': wording.urlInvalid,
  'url-restricted': wording.urlRestricted,
  'url-in-use': wording.urlInUse,
  'name-taken': wording.nameTaken,
  'limit-reached': "You've reached the maximum of {maximumAllowed} website(s).",
  'consent-missing': 'Please confirm that you have permission to scan this website.',
  'level-not-available': 'Your plan does not offer this scan level. Choose another one.',
  'frequency-not-in-plan':
    'Your plan does not include this frequency. Choose another one, or upgrade your plan.',
  'date-not-valid': wording.dateInvalid,
  'website-not-in-plan':
    'Your plan includes {maximumAllowed} website(s), and this one was added later. Remove websites that you no longer need, or upgrade your plan.',
  'scan-running': 'A scan of this website is already running.',
  'start-limit-reached':
    'A website can be scanned by hand {startsPerDay} times within 24 hours. The next scan is possible from {nextAllowed}.',
  'quiet-hours':
    'This website is in its quiet hours, in which no scan begins. It can be scanned from {until}.',
  'port-unproved': '{reason}',
  'sign-in-elsewhere':
    'The sign-in page has to be on {host} itself: the password is shown to no other website.',
  'always-quiet': 'These quiet hours leave hardly any time to scan. Leave at least four hours a week.',
  'no-such-issue': 'This issue is no longer there. Reload the page to see the current list.',
  'issue-not-open': 'This issue is fixed already, so there is nothing to check.',
  'no-such-link': 'This link is no longer there. Reload the page to see the current list.',
  'too-many-links':
    'This issue has been shared too often. Withdraw links that are no longer needed, or try again tomorrow.',
  'too-many-emails': '{notice}',
  'until-not-valid': 'Choose a day in the future, at most one year away.',
  'retest-limit-reached':
    'This has been checked too often today. The next check is possible from {nextAllowed}.',
  'not-running': 'This scan has already ended, so there is nothing to cancel.',
  'report-not-ready': 'There is no report for this scan.',
  'module-inactive': 'Website scans are not part of your plan now. Choose a plan to continue.',
  'too-many-requests': 'That was too fast. Please wait a minute and try again.',
};

type FieldFault = { field: string; message: string };
/** What the schema of a call refused, by field: `signIn.password`. */
export const faultsOf = (error: unknown): FieldFault[] =>
  error instanceof CallError && Array.isArray(error.detail.fields)
    ? (error.detail.fields as FieldFault[])
    : [];

const shown = (name: string, value: unknown): string | number =>
  name === 'nextAllowed' || name === 'until'
    ? dateAndTime(String(value))
    : typeof value === 'number'
      ? value
      : String(value);

/** What a person reads when a call of this module did not work: what it means and what to do. */
export function messageOf(error: unknown): string {
  if (!(error instanceof CallError)) return fillWords(tryAgain);
  if (error.code === 'offline') return offlineMessage;
  if (error.code === 'invalid') return faultsOf(error)[0]?.message ?? fillWords(tryAgain);
  const known = (refusals as Record<string, string | undefined>)[error.code];
  const values = Object.fromEntries(
    Object.entries(error.detail).map(([name, value]) => [name, shown(name, value)]),
  );
  return fillWords(known ?? tryAgain, values);
}

export const isRefusal = (error: unknown, ...codes: Refusal[]): error is CallError =>
  error instanceof CallError && (codes as string[]).includes(error.code);
