import { maturityPaths } from '#modules/maturity/paths.ts';
import { monitoringPaths } from '#modules/monitoring/paths.ts';
import { policiesPaths } from '#modules/policies/paths.ts';
import { trainingPaths } from '#modules/training/paths.ts';

/** What to do before a policy ends, in this order. */
export const beforeTheEnd: readonly { what: string; how: string }[] = [
  {
    what: 'Write down the last day of your coverage.',
    how: 'It is in the notice and on the first page of your policy.',
  },
  {
    what: 'Report what has happened while the policy is in force.',
    how: 'Most cyber policies cover claims that are made before they end. Call the claims line even about incidents that seem small.',
  },
  {
    what: 'Ask about an extended reporting period.',
    how: 'It lets you report later what happened before the last day. The insurer says whether and at what price.',
  },
  {
    what: 'Talk to a broker about new cover.',
    how: 'Bring your policy, your losses of the last five years and your evidence pack. Ask for coverage that starts the day this one ends.',
  },
  {
    what: 'Fix what an application would ask about.',
    how: 'Your maturity report names your weakest points first.',
  },
];

/** What applications for cyber insurance ask, and where the answer stands in the portal. */
export const asks: readonly { what: string; why: string; href: string; link: string }[] = [
  {
    what: 'A second factor for email, remote access and administrators',
    why: 'The first question of almost every form; without it many insurers decline.',
    href: maturityPaths.report,
    link: 'See Identity & Access in your report',
  },
  {
    what: 'Backups that are kept apart and were restored once',
    why: 'A copy that ransomware cannot reach, and the date of the last test.',
    href: maturityPaths.report,
    link: 'See Backup & Recovery in your report',
  },
  {
    what: 'Protection and updates on every device',
    why: 'Which product, on how many devices, and how soon updates are installed.',
    href: maturityPaths.report,
    link: 'See Device Protection in your report',
  },
  {
    what: 'Websites and systems without known vulnerabilities',
    why: 'Insurers look from outside before they make an offer.',
    href: monitoringPaths.home,
    link: 'Open your website scans',
  },
  {
    what: 'An incident plan and written policies',
    why: 'Approved, dated, and known to your people.',
    href: policiesPaths.home,
    link: 'Open your security policies',
  },
  {
    what: 'Training for everyone',
    why: 'Who was trained, in what, and when.',
    href: trainingPaths.home,
    link: 'Open your training',
  },
];
