import type { HttpClient } from '#probes/http/client.ts';
import { inspectTls, type TlsReport } from '#probes/tls/inspect.ts';
import { HttpFailure } from '#probes/http/answer.ts';
import type { ScanRequest } from '../port.ts';
import type { BrowserTools } from './browser/tools.ts';
import type { Callbacks } from './callbacks/callbacks.ts';
import { seen as makeSeen } from './crawl/reading.ts';
import { isOperation } from './harm/addresses.ts';
import { isExcluded } from './harm/exclude.ts';
import type { Guard } from './harm/guard.ts';
import type { Findings } from './findings/findings.ts';
import { levelOf } from './limits.ts';
import { makeMissingDetector } from './site/missing.ts';
import type { Notes } from './findings/notes.ts';
import type { Start } from './site/reach.ts';
import type { Check, Scan, Seen, SiteMap } from './rule.ts';
import { learnTech } from './site/tech.ts';
import type { Tally } from './run/tally.ts';

/** Measures the TLS endpoint of an https base address, once, at the address that was checked for the whole scan. */
function makeTls(input: {
  base: URL;
  http: HttpClient;
  now: () => Date;
  signal: AbortSignal;
  ca?: string | readonly string[] | undefined;
}): () => Promise<{ report: TlsReport; url: string } | null> {
  let measured: Promise<{ report: TlsReport; url: string } | null> | undefined;
  async function measure() {
    if (input.base.protocol !== 'https:') return null;
    const port = input.base.port === '' ? 443 : Number(input.base.port);
    const address = await input.http.resolve(input.base.hostname, port);
    const report = await inspectTls({
      host: input.base.hostname,
      port,
      address,
      timeoutMs: 45_000,
      now: input.now,
      signal: input.signal,
      ...(input.ca === undefined ? {} : { ca: input.ca }),
    });
    return { report, url: input.base.origin };
  }
  return () => (measured ??= measure());
}

export const emptySite = (): SiteMap => ({
  pages: [],
  paths: new Set(),
  parametrised: new Map(),
  linkedFrom: new Map(),
  forms: [],
  scripts: new Map(),
  apis: new Set(),
  requests: [],
  tech: new Set(),
  disclosed: [],
  webSockets: new Set(),
  runtime: new Map(),
  suspects: new Set(),
});

type ScanInput = {
  request: ScanRequest;
  start: Start;
  http: HttpClient;
  signal: AbortSignal;
  now: () => Date;
  mark: string;
  site: SiteMap;
  findings: Findings;
  notes: Notes;
  checks: readonly Check[];
  tally: Tally;
  browser: () => Promise<BrowserTools | null>;
  callbacks: Callbacks | null;
  ca: string | readonly string[] | undefined;
  /** What keeps the scan from doing harm; tests of single checks do without. */
  guard?: Pick<Guard, 'isHarmful' | 'mayForm' | 'may' | 'keeps' | 'forbid'>;
};

const unguarded: NonNullable<ScanInput['guard']> = {
  isHarmful: (url) => isOperation(url),
  mayForm: () => true,
  may: () => true,
  keeps: () => false,
  forbid: () => undefined,
};

const changes = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Puts together what the checks work with. `look` shows an answer to the passive checks; `broken` fills with checks that failed. */
export function makeScan(input: ScanInput): { scan: Scan; look: (seen: Seen) => void; broken: Set<Check> } {
  const { request, start, http, notes, site, guard = unguarded } = input;
  const { reads: _reads, ...level } = levelOf[request.level];
  const exclude = request.exclude ?? [];
  const inScope = (url: URL) => start.inScope(url) && !isExcluded(url, exclude);
  const broken = new Set<Check>();

  function look(seen: Seen): void {
    learnTech(seen, site.tech);
    for (const check of input.checks) {
      if (!check.look || broken.has(check)) continue;
      try {
        const about = check.look(seen, scan);
        if (seen.own && about !== false) input.tally.looked(about ?? check.rules);
      } catch (error) {
        // One page that a check cannot digest must not cost the rest of the scan.
        broken.add(check);
        notes.skipped(
          `The check "${check.name}" stopped at ${seen.answer.url} (${error instanceof Error ? error.message : String(error)}).`,
        );
      }
    }
  }

  const probe: Scan['probe'] = async (url, ask) => {
    if (!level.mayChange && ask?.method !== undefined && changes.has(ask.method)) return null;
    try {
      const answer = await http.ask(url, ask);
      look(makeSeen(answer, 'probe', inScope(new URL(answer.url))));
      return answer;
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      if (error.code === 'timeout') notes.timedOut(error.url);
      if (error.code === 'budget') throw error;
      return null;
    }
  };

  const scan: Scan = {
    target: new URL(request.url),
    base: start.base,
    level: request.level,
    depth: level.depth,
    mayChange: level.mayChange,
    front: start.front,
    startedPlain: start.startedPlain,
    http,
    signal: input.signal,
    now: input.now,
    mark: input.mark,
    site,
    inScope,
    isHarmful: guard.isHarmful,
    guard,
    allowsPrivate: request.allowPrivate !== undefined,
    tls: makeTls({ base: start.base, http, now: input.now, signal: input.signal, ca: input.ca }),
    report: input.findings.report,
    looksMissing: makeMissingDetector(http, input.mark),
    tried: (rules, place, requests = 1) => input.tally.tried(rules, place, { requests }),
    once: input.tally.once,
    note: notes,
    step: () => undefined,
    browser: input.browser,
    callbacks: input.callbacks,
    probe,
    ask: probe,
  };
  return { scan, look, broken };
}
