import { setTimeout as pause } from 'node:timers/promises';
import { mayScan } from '../embedded/site/reach.ts';
import { ScanFailure, type Scanner } from '../port.ts';
import { openClient, type ProbelyOptions } from './client.ts';
import { openTargets } from './targets.ts';
import { atOf, mayRun, outsideScans } from './outsideScan.ts';
import { openResults } from './results.ts';

const levels = ['lightning', 'safe', 'normal', 'full'] as const;

/** Probely (Snyk API & Web) as the scanner. A scan that runs there outlives us: its handle takes it up again. */
export function openProbely(options: ProbelyOptions): Scanner {
  const client = openClient(options);
  const targets = openTargets(client);
  const titles = new Map<string, string>();
  const pollMs = options.pollMs ?? 30_000;
  const sleep = (signal: AbortSignal) =>
    pause(pollMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  const { begin, follow, cancel } = outsideScans(client, targets, sleep);
  const { result, retest } = openResults(client, targets, titles, sleep);

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
      let at = atOf(request.handle);
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
        if (signal.aborted && at && run.mayGoOn?.() !== true) await cancel(at);
        throw error;
      }
    },
  };
}
