import { setTimeout as pause } from 'node:timers/promises';
import { mayScan } from '../embedded/permission.ts';
import type { ScanProgress, ScanRequest, ScanResult, Scanner } from '../port.ts';
import { ScanFailure } from '../port.ts';
import type { ProbelyOptions } from './client.ts';
import { openClient, ProbelyRefusal } from './client.ts';
import { ruleOf, toFinding } from './findings.ts';
import { openTargets } from './targets.ts';
import type { OutsideScan, Target } from './wire.ts';
import { definition, finding, scan as scanSchema } from './wire.ts';

/** Levels that every account has; others are made for single accounts. */
const levels = ['lightning', 'safe', 'normal', 'full'] as const;
const longestCancelMs = 1500;

const steps: Record<OutsideScan['status'], [percent: number, activity: string]> = {
  queued: [2, 'Waiting for Probely'],
  started: [10, 'Probely scans the website'],
  pausing: [10, 'Probely pauses the scan'],
  paused: [10, 'The scan is paused at Probely'],
  resuming: [10, 'Probely goes on with the scan'],
  under_review: [90, 'Probely reviews what was found'],
  finishing_up: [95, 'Probely finishes the scan'],
  canceling: [95, 'Probely cancels the scan'],
  completed: [98, 'Reading what Probely found'],
  completed_with_errors: [98, 'Reading what Probely found'],
  failed: [98, 'The scan failed'],
  canceled: [98, 'The scan was canceled'],
};

const isOver = ({ status }: OutsideScan) =>
  ['completed', 'completed_with_errors', 'failed', 'canceled'].includes(status);

/** Probely (Snyk API & Web) as the scanner. A scan that runs there outlives us: its handle takes it up again. */
export function openProbely(options: ProbelyOptions): Scanner {
  const client = openClient(options);
  const targets = openTargets(client);
  const pollMs = options.pollMs ?? 30_000;
  const titles = new Map<string, string>();

  const sleep = (signal: AbortSignal) =>
    pause(pollMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  const readScan = (at: { targetId: string; scanId: string }, signal: AbortSignal) =>
    client.get(scanSchema, `/targets/${at.targetId}/scans/${at.scanId}/`, signal);

  /** Starts a scan, or takes the one that runs on this target already: Probely runs one at a time. */
  async function begin(target: Target, request: ScanRequest, signal: AbortSignal): Promise<string> {
    const running = async () => (await targets.read(target.id, signal)).running_scan?.id;
    const already = target.running_scan?.id;
    if (already) return already;
    try {
      return (
        await client.post(scanSchema, `/targets/${target.id}/scan_now/`, signal, {
          scan_profile: request.level,
        })
      ).id;
    } catch (error) {
      // Refused because one runs, or an answer that was lost on its way: what counts is what Probely says now.
      const id = error instanceof ProbelyRefusal ? await running() : undefined;
      if (id) return id;
      throw error;
    }
  }

  function mayRun(target: Target, request: ScanRequest): void {
    if (request.level !== 'lightning' && !target.site.verified)
      throw new ScanFailure(
        'level-unavailable',
        `Probely knows ${target.site.url} as not verified and scans it at level lightning only. Verify it at Probely, or choose that level.`,
      );
    const allowed = target.allowed_scan_profiles.map((profile) => profile.id);
    if (allowed.length > 0 && !allowed.includes(request.level))
      throw new ScanFailure(
        'level-unavailable',
        `Probely does not offer the level ${request.level} for this website.`,
      );
  }

  async function follow(
    at: { targetId: string; scanId: string },
    { signal, onProgress }: Pick<Parameters<Scanner['run']>[1], 'signal' | 'onProgress'>,
  ): Promise<OutsideScan> {
    let percent = 0;
    for (;;) {
      const now = await readScan(at, signal);
      const [step, activity] = steps[now.status];
      // Probely tells states, not shares: between two of them it creeps on.
      percent = Math.min(
        now.status === 'started' ? 85 : 98,
        Math.max(percent + (now.status === 'started' ? 1 : 0), step),
      );
      onProgress({
        percent,
        activity,
        requests: 0,
        pages: 0,
        handle: `${at.targetId}/${at.scanId}`,
      } satisfies ScanProgress);
      if (isOver(now)) return now;
      await sleep(signal);
    }
  }

  async function result(
    request: ScanRequest,
    at: { targetId: string; scanId: string },
    end: OutsideScan,
    notes: string[],
    signal: AbortSignal,
  ): Promise<ScanResult> {
    const found = await client.all(
      finding,
      `/targets/${at.targetId}/findings/?scan=${encodeURIComponent(at.scanId)}`,
      signal,
    );
    for (const one of await client.all(definition, '/vulnerability_definitions/?ordering=id', signal))
      titles.set(ruleOf(one.id), one.name);
    const open = found.filter((one) => one.state !== 'fixed');
    const findings = open.map((one) => toFinding(one, request.url));
    const rules = new Set(findings.map((one) => one.rule));
    return {
      target: request.url,
      level: request.level,
      startedAt: end.started ?? new Date().toISOString(),
      finishedAt: end.completed ?? new Date().toISOString(),
      requests: 0,
      pages: 0,
      findings: findings.sort((a, b) => b.cvss.score - a.cvss.score),
      passed:
        request.level === 'lightning' ? [] : [...titles.keys()].filter((rule) => !rules.has(rule)).sort(),
      coverage: {
        blocked:
          end.status === 'completed_with_errors'
            ? ['Probely completed the scan with errors. Look at the scan there for what it could not reach.']
            : [],
        timedOut: [],
        skipped: notes,
      },
    };
  }

  /** Looks at one finding again. */
  async function retest(
    request: ScanRequest,
    only: NonNullable<ScanRequest['only']>,
    signal: AbortSignal,
  ): Promise<ScanResult> {
    const started = new Date().toISOString();
    const target = await targets.find(request, signal);
    const list = target
      ? await client.all(finding, `/targets/${target.id}/findings/?state=notfixed`, signal)
      : [];
    const isMeant = (one: (typeof list)[number]) =>
      ruleOf(one.definition.id) === only.rule &&
      only.places.some((place) => place.url === one.url && place.parameter === one.parameter);
    const still = [];
    for (const one of list.filter(isMeant)) {
      const path = `/targets/${target!.id}/findings/${one.id}/`;
      await client.tell('POST', `${path}retest/`, signal);
      let now = await client.get(finding, path, signal);
      while (now.retesting === true) {
        await sleep(signal);
        now = await client.get(finding, path, signal);
      }
      if (now.state !== 'fixed') still.push(toFinding(now, request.url));
    }
    return {
      target: request.url,
      level: request.level,
      startedAt: started,
      finishedAt: new Date().toISOString(),
      requests: 0,
      pages: 0,
      findings: still,
      passed: still.length === 0 ? [only.rule] : [],
      coverage: { blocked: [], timedOut: [], skipped: [] },
    };
  }

  return {
    engine: 'Probely',
    levels,
    rules: () => [...titles].map(([rule, title]) => ({ rule, title, owasp: '', pci: '' })),
    // It scans from the internet: what is not there cannot be scanned, whatever this machine may reach.
    mayScan: (url) => mayScan(url, {}),
    run: async (request, run) => {
      const { signal } = run;
      signal.throwIfAborted();
      if (request.only) return retest(request, request.only, signal);
      if (!(levels as readonly string[]).includes(request.level))
        throw new ScanFailure('level-unavailable', `Probely offers the levels ${levels.join(', ')}.`);
      const [targetId = '', scanId = ''] = request.handle?.split('/') ?? [];
      let at = /^\w+$/.test(targetId) && /^\w+$/.test(scanId) ? { targetId, scanId } : null;
      const notes: string[] = [];
      try {
        if (!at) {
          const target = await targets.ensure(request, signal);
          mayRun(target, request);
          notes.push(...(await targets.dress(target, request, signal)));
          at = { targetId: target.id, scanId: await begin(target, request, signal) };
        }
        const end = await follow(at, run);
        if (end.status === 'failed')
          throw new ScanFailure(
            'provider',
            'Probely could not finish the scan. It will run again on its next date, or start it by hand.',
          );
        if (end.status === 'canceled') throw new ScanFailure('provider', 'The scan was canceled at Probely.');
        return await result(request, at, end, notes, signal);
      } catch (error) {
        if (signal.aborted && at && run.mayGoOn?.() !== true)
          await client
            .tell(
              'POST',
              `/targets/${at.targetId}/scans/${at.scanId}/cancel/`,
              AbortSignal.timeout(longestCancelMs),
            )
            .catch(() => undefined);
        throw error;
      }
    },
  };
}
