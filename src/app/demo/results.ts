import { Buffer } from 'node:buffer';
import { makeFindings } from '#providers/scanner/embedded/findings/findings.ts';
import { checks, rules } from '#providers/scanner/embedded/registry.ts';
import type { Report, Scan } from '#providers/scanner/embedded/rule.ts';
import { engineUserAgent } from '#providers/scanner/embedded/traffic/client.ts';
import type { Finding, ScanCoverage, ScanResult } from '#providers/scanner/port.ts';
import { ScanFailure } from '#providers/scanner/port.ts';
import type { HttpAnswer } from '#probes/http/answer.ts';
import { chance, chanceBetween } from './chance.ts';
import { isThere, type Issue, type OldLibrary, type Story } from './story.ts';

const ruleNamed = (id: string) => {
  const rule = rules.find((one) => one.id === id);
  if (!rule) throw new Error(`The scan engine has no rule ${id}.`);
  return rule;
};
const libraryCheck = checks.find((check) => check.rules.some((rule) => rule.id === 'libraries.known-flaw'))!;

const reasons: Record<number, string> = { 200: 'OK', 302: 'Found', 500: 'Internal Server Error' };
const pair = (line: string): [string, string] => [
  line.slice(0, line.indexOf(':')),
  line.slice(line.indexOf(':') + 2),
];

/** The answer of an invented website, as the engine would have received it. */
function answerOf(story: Story, issue: Issue | OldLibrary, path: string): HttpAnswer {
  const { status = 200, type = 'library' in issue ? 'text/javascript' : 'text/html; charset=utf-8' } = issue;
  const own = (issue.headers ?? []).map(pair);
  const usual = story.server.map(pair).filter(([name]) => !own.some(([other]) => other === name));
  const url = new URL(path, story.url);
  return {
    url: url.href,
    method: 'GET',
    status,
    statusText: reasons[status] ?? '',
    headers: [...usual, ...(type === '' ? [] : [['Content-Type', type] as const]), ...own],
    body: Buffer.from(issue.body ?? ''),
    truncated: false,
    ms: 80,
    address: '203.0.113.20',
    requestHead: `GET ${url.pathname}${url.search} HTTP/1.1\nHost: ${url.host}\nUser-Agent: ${engineUserAgent('https://portal.example')}\nAccept: */*`,
  };
}

/** Lets the engine's own check recognise the library in the file. */
function reportLibrary(story: Story, issue: OldLibrary, report: Report) {
  const answer = answerOf(story, issue, issue.at);
  const base = new URL(story.url);
  const scan = {
    report,
    base,
    site: { scripts: new Map([[answer.url, { url: answer.url, own: true, on: base.href }]]) },
  };
  libraryCheck.look!({ answer, page: null, kind: 'script', via: 'page', own: true }, scan as unknown as Scan);
}

const dayMs = 86_400_000;

function reportIssue(story: Story, issue: Issue, at: Date, report: Report) {
  const { rule, parameter = '' } = issue;
  const evidence = issue.evidence.replace(
    '{11 days before}',
    new Date(at.getTime() - 11 * dayMs).toISOString().slice(0, 10),
  );
  for (const path of [issue.at, ...(issue.also ?? [])]) {
    const sighting = {
      parameter,
      evidence,
      ...(issue.subject ? { subject: issue.subject } : {}),
      ...(issue.payload ? { payload: issue.payload } : {}),
    };
    if (rule.startsWith('tls.') && !issue.body)
      report(ruleNamed(rule), { ...sighting, url: story.url, method: 'TLS' });
    else
      report(ruleNamed(rule), {
        ...sighting,
        answer: answerOf(story, issue, path),
        excerpt: issue.body?.slice(0, 20) ?? '',
      });
  }
}

function findingsOn(story: Story, at: Date, daysAgo: number): Finding[] {
  const findings = makeFindings(new URL(story.url).origin);
  for (const issue of story.issues.filter((one) => isThere(one, daysAgo)))
    if ('library' in issue) reportLibrary(story, issue, findings.report);
    else reportIssue(story, issue, at, findings.report);
  return findings.list();
}

const passedBeside = (findings: readonly Finding[]) => {
  const found = new Set(findings.map((finding) => finding.rule));
  return rules.map((rule) => rule.id).filter((id) => !found.has(id));
};

/** How often each rule would have been tried: answers for those that only look, places for input for the others. */
const triedOn = (story: Story) =>
  Object.fromEntries(
    rules.map(({ id }) => {
      const places = id.startsWith('active.') ? chanceBetween(2, 12, story.name, id) : story.pages;
      return [
        id,
        {
          places,
          requests: id.startsWith('active.') ? places * chanceBetween(1, 4, story.name, id, 'requests') : 0,
        },
      ];
    }),
  );

/** What a scan would have cost on that day, give or take. */
function effort(word: string, pages: number, requests: number, daysAgo: number) {
  const day = Math.round(daysAgo);
  const sent = requests + chanceBetween(-40, 60, word, day, 'requests');
  const seconds = Math.round((sent / 10) * (1.1 + chance(word, day, 'seconds') * 0.9)) + 12;
  return { requests: sent, pages: pages + chanceBetween(-3, 4, word, day, 'pages'), seconds };
}

export type Outcome = { result: ScanResult; seconds: number };

const inTime = (
  outcome: Omit<ScanResult, 'startedAt' | 'finishedAt'>,
  at: Date,
  seconds: number,
): Outcome => ({
  result: {
    ...outcome,
    startedAt: at.toISOString(),
    finishedAt: new Date(at.getTime() + seconds * 1000).toISOString(),
  },
  seconds,
});

/** What a scan of an invented website said on a day of its story. Throws `ScanFailure` where it was down. */
export function outcomeOf(story: Story, at: Date, daysAgo: number): Outcome {
  const during = (span: readonly [number, number] | undefined) =>
    span !== undefined && isThere({ during: [span] }, daysAgo);
  if (during(story.down))
    throw new ScanFailure(
      'unreachable',
      `${new URL(story.url).host} did not answer in time. Check that the website is running and that no firewall keeps the scanner out.`,
    );
  const findings = findingsOn(story, at, daysAgo);
  const coverage: ScanCoverage = during(story.slowed)
    ? {
        blocked: ['The website asked 14 times to slow down; the scan went on more slowly.'],
        timedOut: [`${story.url}/lamps?category=outdoor`],
        skipped: [],
      }
    : { blocked: [], timedOut: [], skipped: [] };
  const { seconds, ...spent } = effort(story.name, story.pages, story.requests, daysAgo);
  return inTime(
    {
      target: story.url,
      level: 'safe',
      ...spent,
      findings,
      passed: passedBeside(findings),
      tried: triedOn(story),
      notTested: [],
      coverage,
    },
    at,
    during(story.slowed) ? seconds * 4 : seconds,
  );
}

/** Two real scans of the website that the demo serves: with everything wrong, and as it is now. */
export type RealScans = { before: ScanResult; now: ScanResult };

/** The same for the website that the demo serves itself: what was mended since disappears one by one. */
export function liveOutcomeOf(
  { before, now }: RealScans,
  at: Date,
  daysAgo: number,
  daysKnown: number,
): Outcome {
  const stays = new Set(now.findings.map((finding) => finding.id));
  const mended = before.findings.filter((finding) => !stays.has(finding.id));
  // the worst first, and faster of late
  const mendedOn = (index: number) => 1 + (daysKnown - 6) * ((mended.length - index) / mended.length) ** 2;
  const findings = [...now.findings, ...mended.filter((finding, index) => daysAgo > mendedOn(index))].sort(
    (a, b) => b.cvss.score - a.cvss.score,
  );
  const { seconds, ...spent } = effort('live', now.pages, now.requests, daysAgo);
  const decided = new Set([
    ...now.passed,
    ...before.passed,
    ...before.findings.map((finding) => finding.rule),
  ]);
  const found = new Set(findings.map((finding) => finding.rule));
  const passed = [...decided].filter((rule) => !found.has(rule)).sort();
  return inTime(
    {
      target: now.target,
      level: now.level,
      ...spent,
      findings,
      passed,
      tried: { ...before.tried, ...now.tried },
      notTested: (now.notTested ?? []).filter(({ rule }) => !decided.has(rule)),
      coverage: now.coverage,
    },
    at,
    seconds,
  );
}
