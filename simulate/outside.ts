import type { Mailer, MailMessage } from '#providers/mail/port.ts';
import { MailError } from '#providers/mail/port.ts';
import { ScanFailure, type Finding, type ScanResult, type Scanner } from '#providers/scanner/port.ts';
import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

/** A mail server that takes what it is given, and now and then says that it is busy. */
export function openMailServer(
  random: Random,
  isDead: () => boolean,
): { mailer: Mailer; taken: MailMessage[] } {
  const taken: MailMessage[] = [];
  return {
    taken,
    mailer: {
      send: async (message) => {
        if (isDead()) throw new Error('The program was killed.');
        if (random.chance(5)) throw new MailError('451 Try again later', true);
        taken.push(message);
      },
      close: async () => {},
    },
  };
}

const aFinding = (rule: string, severity: Finding['severity']): Finding => ({
  id: `${rule}-1`,
  rule,
  title: `An issue of ${rule}`,
  severity,
  cvss: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:L/A:N', score: 5.3 },
  cwe: 'CWE-693',
  owasp: 'A05:2021 Security Misconfiguration',
  pci: '6.2.4',
  pciAutoFail: false,
  confidence: 'firm',
  explanation: 'It is an example.',
  fix: 'Change it.',
  references: [],
  places: [],
});

const rules = ['headers.csp-missing', 'tls.old-version', 'cookies.no-httponly'] as const;

/** A scanner that answers at once: mostly with a result, else with a failure or a fault. */
export function openScanner(random: Random, clock: Clock): Scanner {
  return {
    engine: 'Simulated scanner 1.0',
    levels: ['lightning', 'safe', 'normal', 'full'],
    rules: () => rules.map((rule) => ({ rule, title: `An issue of ${rule}`, owasp: '', pci: '' })),
    mayScan: async () => ({ allowed: true }),
    run: async ({ url, level }): Promise<ScanResult> => {
      const outcome = random.whole(20);
      if (outcome < 2) throw new ScanFailure('unreachable', 'The website does not answer.');
      if (outcome < 4) throw new Error('The scanner failed.');
      const found = rules.filter(() => random.chance(40));
      const at = clock.now().toISOString();
      return {
        target: url,
        level,
        startedAt: at,
        finishedAt: at,
        requests: 20,
        pages: 3,
        findings: found.map((rule) => aFinding(rule, random.pick(['high', 'medium', 'low']))),
        passed: rules.filter((rule) => !found.includes(rule)),
        coverage: { blocked: [], timedOut: [], skipped: [] },
      };
    },
  };
}
