import { owaspFor } from '#standards/owasp.ts';
import type { Finding } from '#providers/scanner/port.ts';

export type OwaspCategory = {
  code: string;
  name: string;
  about: string;
  /** Nobody can judge it from outside a website; never shown as passed. */
  hidden?: boolean;
};

/** OWASP Top 10, edition 2021, each in a line an office manager understands. */
export const owaspCategories: readonly OwaspCategory[] = [
  { code: 'A01', name: 'Broken access control', about: 'Can visitors reach what is not meant for them?' },
  {
    code: 'A02',
    name: 'Cryptographic failures',
    about: 'Is data protected on its way to and from visitors?',
  },
  { code: 'A03', name: 'Injection', about: 'Can a visitor smuggle commands into the website?' },
  {
    code: 'A04',
    name: 'Insecure design',
    about: 'Was the website planned with abuse in mind?',
    hidden: true,
  },
  { code: 'A05', name: 'Security misconfiguration', about: 'Are protective settings switched on?' },
  {
    code: 'A06',
    name: 'Vulnerable and outdated components',
    about: 'Is known weak or outdated software in use?',
  },
  {
    code: 'A07',
    name: 'Identification and authentication failures',
    about: 'Can sign-in be bypassed or guessed?',
  },
  {
    code: 'A08',
    name: 'Software and data integrity failures',
    about: 'Could foreign code slip into the website?',
  },
  {
    code: 'A09',
    name: 'Logging and monitoring failures',
    about: 'Would anyone notice an attack?',
    hidden: true,
  },
  {
    code: 'A10',
    name: 'Server-side request forgery',
    about: 'Can the website be made to call other systems?',
  },
];

/** The same, edition 2025. */
export const owaspCategories2025: readonly OwaspCategory[] = [
  {
    code: 'A01',
    name: 'Broken access control',
    about: 'Can visitors reach what is not meant for them, or make the website call other systems?',
  },
  { code: 'A02', name: 'Security misconfiguration', about: 'Are protective settings switched on?' },
  {
    code: 'A03',
    name: 'Software supply chain failures',
    about: 'Is known weak or outdated software in use?',
  },
  {
    code: 'A04',
    name: 'Cryptographic failures',
    about: 'Is data protected on its way to and from visitors?',
  },
  { code: 'A05', name: 'Injection', about: 'Can a visitor smuggle commands into the website?' },
  {
    code: 'A06',
    name: 'Insecure design',
    about: 'Was the website planned with abuse in mind?',
    hidden: true,
  },
  { code: 'A07', name: 'Authentication failures', about: 'Can sign-in be bypassed or guessed?' },
  {
    code: 'A08',
    name: 'Software or data integrity failures',
    about: 'Could foreign code slip into the website?',
  },
  {
    code: 'A09',
    name: 'Security logging and alerting failures',
    about: 'Would anyone notice an attack?',
    hidden: true,
  },
  {
    code: 'A10',
    name: 'Mishandling of exceptional conditions',
    about: 'Does the website keep its secrets when something goes wrong?',
  },
];

/** Where most of a category of 2021 stands in the edition of 2025, for what has no CWE of its own. */
const movedTo: Record<string, string> = {
  A01: 'A01',
  A02: 'A04',
  A03: 'A05',
  A04: 'A06',
  A05: 'A02',
  A06: 'A03',
  A07: 'A07',
  A08: 'A08',
  A09: 'A09',
  A10: 'A01',
};

/** The category of 2025, by the weakness where it is known. */
export const categoryCode2025 = ({ cwe, owasp }: { cwe?: string; owasp: string }): string =>
  (cwe === undefined ? undefined : owaspFor(cwe, 2025)?.slice(0, 3)) ?? movedTo[categoryCode(owasp)] ?? '';

/** `A05` of `A05:2021 Security Misconfiguration`. */
export const categoryCode = (owasp: string): string => /^A(?:0[1-9]|10)/u.exec(owasp)?.[0] ?? '';

export type PciRequirement = {
  id: string;
  asks: string;
  /** Why a scan from outside cannot settle it. */
  beyond?: string;
};

/** PCI DSS 4.0.1 requirements that a website scan touches, in our own words. */
export const pciRequirements: readonly PciRequirement[] = [
  {
    id: '4.2.1',
    asks: 'Card data crosses open networks only over strong, current encryption with trusted certificates.',
  },
  {
    id: '6.2.4',
    asks: 'Software is built to withstand common attacks, such as injection, script injection and broken access control.',
  },
  {
    id: '6.3.3',
    asks: 'Known vulnerabilities are closed by updates; critical ones within a month of their release.',
  },
  {
    id: '6.4.1 / 6.4.2',
    asks: 'Public web applications are protected against attacks all the time, by an automated solution in front of them.',
    beyond: 'Ask your hosting provider for proof of a web application firewall.',
  },
  {
    id: '6.4.3',
    asks: 'Every script on a payment page is listed, justified, authorized and checked for integrity.',
  },
  {
    id: '11.6.1',
    asks: 'Unauthorized changes to payment pages and their headers are noticed, at least weekly.',
  },
  {
    id: '11.3.1',
    asks: 'Internal systems are scanned every three months, and found weaknesses are resolved.',
    beyond: 'Needs scans from inside your network.',
  },
  {
    id: '11.3.2',
    asks: 'Systems facing the internet are scanned every three months by an Approved Scanning Vendor, with a passing result.',
    beyond: 'This pre-check does not count; order a scan from a listed vendor.',
  },
];

/** Requirement numbers named in a finding's field: `6.2.4, 6.4.3` gives two. */
export const requirementsOf = (pci: string): string[] => pci.match(/(?<!\d)\d+(?:\.\d+)+/gu) ?? [];

export const touches = (pci: string, requirement: PciRequirement): boolean =>
  requirementsOf(pci).some((id) => requirement.id.split(' / ').includes(id));

const part = (vector: string, names: readonly string[]): string | undefined =>
  vector
    .split('/')
    .map((metric) => metric.split(':'))
    .find(([name]) => names.includes(name ?? ''))?.[1];

/** True when the vector harms availability and nothing else (CVSS 3.1 or 4.0). */
export function isDenialOfServiceOnly(vector: string): boolean {
  const harm = part(vector, ['A', 'VA']);
  return (
    part(vector, ['C', 'VC']) === 'N' &&
    part(vector, ['I', 'VI']) === 'N' &&
    harm !== undefined &&
    harm !== 'N'
  );
}

export type PciStatus = 'fail' | 'pass' | 'exempt';

/** The rule of an external scan: a base score of 4.0 or more fails, some issues always do, pure denial of service does not. */
export function pciStatusOf(finding: Pick<Finding, 'cvss' | 'pciAutoFail'>): PciStatus {
  if (finding.pciAutoFail) return 'fail';
  if (finding.cvss.score < 4) return 'pass';
  return isDenialOfServiceOnly(finding.cvss.vector) ? 'exempt' : 'fail';
}
