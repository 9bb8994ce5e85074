import { ScanFailure, type ScanProgress, type ScanRequest, type Scanner } from '../port.ts';
import { ProbelyRefusal, type openClient } from './client.ts';
import type { openTargets } from './targets.ts';
import { scan as scanSchema, type OutsideScan, type Target } from './wire.ts';

/** One scan that runs at Probely: how it begins, goes on and is called off. */

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

export type At = { targetId: string; scanId: string };

export function atOf(handle: string | undefined): At | null {
  const [targetId = '', scanId = ''] = handle?.split('/') ?? [];
  return /^\w+$/.test(targetId) && /^\w+$/.test(scanId) ? { targetId, scanId } : null;
}

export function mayRun(target: Target, request: ScanRequest): void {
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

export function outsideScans(
  client: ReturnType<typeof openClient>,
  targets: ReturnType<typeof openTargets>,
  sleep: (signal: AbortSignal) => Promise<void>,
) {
  const readScan = (at: At, signal: AbortSignal) =>
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

  async function follow(
    at: At,
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

  const cancel = ({ targetId, scanId }: At): Promise<unknown> =>
    client
      .tell('POST', `/targets/${targetId}/scans/${scanId}/cancel/`, AbortSignal.timeout(longestCancelMs))
      .catch(() => undefined);

  return { begin, follow, cancel };
}
