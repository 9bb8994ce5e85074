/** What an organization can show for itself; it decides how many people it may write to. */
export type Standing = 'unproved' | 'proved' | 'paying';

/**
 * People that one organization may have emailed within a day (Pacific time), other than its administrators. Colleagues are
 * people at a domain that it has proved to be its own; everyone else is a stranger. A trial of 25 people at a domain that is
 * not proved fits into a day. This is the one table of these limits.
 */
export const peoplePerDay: Record<Standing, { strangers: number; colleagues: number }> = {
  unproved: { strangers: 30, colleagues: 0 },
  proved: { strangers: 60, colleagues: 2000 },
  paying: { strangers: 500, colleagues: 5000 },
};

/** So many strangers who report an organization stop its emails until staff decide. */
export const reportsThatStop = 3;
/** Days that counts of emails are kept. */
export const keptDays = 35;

/** What an email to a third party is about; a link of a report names it by its place here. */
export const abouts = ['signing', 'training', 'approval', 'invitation', 'issue'] as const;
export type About = (typeof abouts)[number];
export const aboutWords: Record<About, string> = {
  signing: 'Policies to sign',
  training: 'Security training',
  approval: 'Policy to approve',
  invitation: 'Invitation to administer',
  issue: 'Website issue to fix',
};

/** Whether an address is at one of these domains or below it. */
export function isAt(domains: readonly string[], email: string): boolean {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

const people = (count: number): string =>
  count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`;

/** What an administrator can do about a limit. */
const nextStep: Record<Standing, string> = {
  unproved:
    'To write to more people today, verify that you own your domain (Attack Surface, Verify domain) or choose a plan.',
  proved:
    'People at your verified domain do not count. To write to more people elsewhere today, choose a plan.',
  paying: 'People at a domain that you have verified as yours (Attack Surface, Verify domain) do not count.',
};

export type Held = { standing: Standing; stopped: boolean; postponed: number; declined: number };

/** What became of emails that were not sent, and what to do next; null where all were. */
export function heldWords({ standing, stopped, postponed, declined }: Held): string | null {
  if (stopped)
    return 'Our support team has paused the emails that your organization sends to others. Nothing is lost: write to support@{emaildomain} to continue.';
  const reasons = [
    postponed > 0 &&
      `${people(postponed)} will get the email on the next working day: your organization can write to ${people(peoplePerDay[standing].strangers)} a day. ${nextStep[standing]}`,
    declined > 0 && `${people(declined)} asked not to get email from your organization.`,
  ].filter(Boolean);
  return reasons.length > 0 ? reasons.join(' ') : null;
}

/** The same where one email was refused and nothing waits to be sent. */
export function refusedWords({ standing, stopped, declined }: Held): string {
  if (stopped || declined > 0)
    return heldWords({ standing, stopped, declined: Math.min(declined, 1), postponed: 0 })!;
  return `Your organization can write to ${people(peoplePerDay[standing].strangers)} a day, and has reached that number. Try again tomorrow. ${nextStep[standing]}`;
}
