import type { ScanRequest, ScanResult } from '../port.ts';
import type { openClient } from './client.ts';
import { ruleOf, toFinding } from './findings.ts';
import type { openTargets } from './targets.ts';
import { definition, finding, type OutsideScan } from './wire.ts';
import type { At } from './outsideScan.ts';

export function openResults(
  client: ReturnType<typeof openClient>,
  targets: ReturnType<typeof openTargets>,
  titles: Map<string, string>,
  sleep: (signal: AbortSignal) => Promise<void>,
) {
  async function result(
    request: ScanRequest,
    at: At,
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

  return { result, retest };
}
