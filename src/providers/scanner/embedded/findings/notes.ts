import { bodyText, header, HttpFailure, type HttpAnswer } from '#probes/http/answer.ts';
import type { HttpClient } from '#probes/http/client.ts';
import type { ScanCoverage, NotTestedReason, Revisit, ScanRequest, ScanResult } from '../../port.ts';
import { SiteLost } from '../drift/recovery.ts';
import type { Findings } from './findings.ts';
import type { Check } from '../rule.ts';
import { judgeRules, type Tally, type Ended } from '../run/tally.ts';

export type Notes = {
  blocked: (text: string) => void;
  timedOut: (text: string) => void;
  skipped: (text: string) => void;
  /** The scan ended before its time, for this reason. */
  incomplete: (text: string) => void;
  /** Adds what the traffic as a whole says about being refused. */
  judge: (http: HttpClient, front: HttpAnswer) => void;
  operator: (text: string) => void;
  coverage: () => ScanCoverage;
  operatorNotes: () => string[];
};

const most = 50;

/** What stands between us and the site, when an answer is the work of a firewall and not of the site; null otherwise. */
export function firewallName(answer: HttpAnswer): string | null {
  if (![401, 403, 405, 406, 418, 429, 503].includes(answer.status)) return null;
  const text = bodyText(answer).slice(0, 20_000);
  const server = header(answer, 'server') ?? '';
  if (
    header(answer, 'cf-mitigated') !== undefined ||
    (/cloudflare/i.test(server) && /attention required|just a moment|cf-error|challenge-platform/i.test(text))
  )
    return 'Cloudflare';
  if (header(answer, 'x-datadome') !== undefined) return 'DataDome';
  if (/AkamaiGHost/i.test(server) && /access denied/i.test(text)) return 'Akamai';
  if (/incapsula|_Incapsula_Resource/i.test(text)) return 'Imperva';
  if (/sucuri/i.test(server + text.slice(0, 2000))) return 'Sucuri';
  if (/awselb|awswaf/i.test(server) || header(answer, 'x-amzn-waf-action') !== undefined) return 'AWS WAF';
  if (/mod_security|modsecurity/i.test(text)) return 'ModSecurity';
  if (/wordfence/i.test(text)) return 'Wordfence';
  return null;
}

export function makeNotes(): Notes {
  const lists = {
    blocked: new Set<string>(),
    timedOut: new Set<string>(),
    skipped: new Set<string>(),
    operator: new Set<string>(),
  };
  const add = (name: keyof typeof lists) => (text: string) => {
    if (lists[name].size < most) lists[name].add(text.slice(0, 400));
  };
  const blocked = add('blocked');
  const skipped = add('skipped');
  let incomplete: string | undefined;
  return {
    blocked,
    timedOut: add('timedOut'),
    skipped,
    incomplete: (text) => {
      incomplete ??= text;
      blocked(text);
    },
    judge: (http, front) => {
      const wall = firewallName(front);
      if (wall)
        blocked(
          `The first page was answered by a firewall (${wall}, status ${front.status}). Allow the scanner there and scan again.`,
        );
      else if (front.status === 401)
        blocked('The website asks for a user name and password before its first page (status 401).');
      else if (front.status === 403 || front.status === 429)
        blocked(`The first page was refused (status ${front.status}), so little could be checked.`);
      else if (front.status >= 500)
        blocked(
          `The first page answered with an error of the server (status ${front.status}), so little could be checked.`,
        );
      if (http.stats.refused > 0)
        skipped(`The website asked ${http.stats.refused} times to slow down; the scan went on more slowly.`);
    },
    operator: add('operator'),
    operatorNotes: () => [...lists.operator],
    coverage: () => ({
      blocked: [...lists.blocked],
      timedOut: [...lists.timedOut],
      skipped: [...lists.skipped],
      ...(incomplete === undefined ? {} : { incomplete }),
    }),
  };
}

/** How a scan ends, and what it may say then. */

const unwell =
  'The website stopped answering properly while it was scanned, so the scan was stopped. Checks that were not finished do not count as passed. Scan it again at a quieter time.';

type Signals = { timeUp: AbortSignal; gate: AbortSignal; drift: AbortSignal };

export function noteEarlyEnd(
  error: unknown,
  { timeUp, gate, drift }: Signals,
  notes: Notes,
): NotTestedReason {
  const { reason } = drift as { reason: unknown };
  if (reason instanceof SiteLost) {
    notes.incomplete(reason.message);
    return reason.kind === 'signed-out' ? 'no session' : reason.kind === 'refused' ? 'blocked' : 'incomplete';
  }
  if (gate.aborted) {
    notes.incomplete(unwell);
    return 'incomplete';
  }
  if (timeUp.aborted) notes.skipped('The scan reached its time limit; the remaining checks were left out.');
  else if (error instanceof HttpFailure && error.code === 'budget')
    notes.skipped(`The scan was cut short: ${error.message}`);
  else throw error;
  return 'time';
}

type Given = {
  request: ScanRequest;
  checks: readonly Check[];
  all: readonly Check[];
  tally: Tally;
  findings: Findings;
  ended: Omit<Ended, 'found' | 'hasInputs'>;
  coverage: ScanCoverage;
  operatorNotes: string[];
  revisited: Record<string, Revisit>;
};

/** What a look at one finding is asked about, among the known places. */
export const onlyId = 'only';

export function resultOf(
  { request, checks, all, tally, findings, ended, coverage, operatorNotes, revisited }: Given,
  counts: Pick<ScanResult, 'startedAt' | 'finishedAt' | 'requests' | 'pages'>,
): ScanResult {
  const { only } = request;
  const list = findings.list();
  const judged = judgeRules(checks, all, tally, { ...ended, found: findings.foundRules() });
  const { [onlyId]: ownEnd, ...others } = revisited;
  const isGone = only !== undefined && ownEnd === 'gone' && !findings.foundRules().has(only.rule);
  const isAsked = (rule: string) => !only || rule === only.rule;
  return {
    target: request.url,
    level: request.level,
    ...counts,
    findings: list.filter((finding) => isAsked(finding.rule)),
    passed: isGone ? [only.rule] : judged.passed.filter(isAsked),
    tried: Object.fromEntries(Object.entries(judged.tried).filter(([rule]) => isAsked(rule))),
    notTested: isGone ? [] : judged.notTested.filter(({ rule }) => isAsked(rule)),
    ...(request.known ? { revisited: others } : {}),
    coverage,
    ...(operatorNotes.length === 0 ? {} : { operatorNotes }),
  };
}
