import { ScanFailure, type ScanProgress, type ScanRequest, type ScanResult } from '../../port.ts';
import type { Contact } from '../callbacks/callbacks.ts';
import type { Door, Hear } from '../callbacks/listener.ts';
import { isStray } from '../browser/running.ts';
import { runScan, type EngineOptions } from '../engine.ts';

/** The process in which one scan runs. What a hostile website manages to break, breaks here. */

export type ToChild =
  | {
      kind: 'start';
      request: ScanRequest;
      options: Pick<EngineOptions, 'userAgent' | 'perSecond' | 'ca' | 'limits' | 'useBrowser'>;
      door?: Door;
      beatMs: number;
    }
  | { kind: 'contact'; token: string; contact: Contact }
  | { kind: 'cancel' };

export type FromChild =
  | { kind: 'ready' }
  | { kind: 'progress'; progress: ScanProgress }
  /** Sent every few seconds as long as the process can still answer. */
  | { kind: 'beat'; rested: number }
  /** What is kept if the process has to be killed. */
  | { kind: 'kept'; result: ScanResult }
  | { kind: 'result'; result: ScanResult }
  | { kind: 'failure'; code: ScanFailure['code']; message: string }
  | { kind: 'fault'; message: string };

if (!process.send) {
  process.stderr.write('This program is started by the scanner.\n');
  process.exit(2);
}

let hear: Hear | undefined;
const cancel = new AbortController();
const tell = (message: FromChild, then?: () => void) => process.send!(message, () => then?.());
const leave = (message: FromChild) => tell(message, () => process.exit(0));

// The worker that started the scan is gone: nobody waits for the answer any more.
process.on('disconnect', () => process.exit(1));
// Broken sockets of a hostile site may fail late; the scan goes on or ends by its own budgets.
process.on('uncaughtException', (error) => leave({ kind: 'fault', message: error.message }));
process.on('unhandledRejection', (error) => {
  if (!isStray(error)) leave({ kind: 'fault', message: error instanceof Error ? error.message : 'unknown' });
});

process.on('message', (message: ToChild) => {
  if (message.kind === 'cancel') {
    cancel.abort(new Error('cancelled'));
    return;
  }
  if (message.kind === 'contact') {
    hear?.(message.token, message.contact);
    return;
  }
  const { door } = message;
  let soFar: Parameters<NonNullable<EngineOptions['onBegun']>>[0] | undefined;
  let reported = 0;
  setInterval(() => {
    tell({ kind: 'beat', rested: soFar?.().rested ?? 0 });
    const result = soFar?.().result;
    const places =
      result?.findings.reduce((sum, finding) => sum + (finding.placesTotal ?? finding.places.length), 0) ?? 0;
    if (!result || places === reported) return;
    reported = places;
    tell({ kind: 'kept', result });
  }, message.beatMs);
  runScan(message.request, {
    ...message.options,
    ...(door ? { relay: { door, connect: (to) => (hear = to) } } : {}),
    signal: cancel.signal,
    onBegun: (given) => (soFar = given),
    onProgress: (progress) => tell({ kind: 'progress', progress }),
  }).then(
    (result) => leave({ kind: 'result', result }),
    (error: unknown) =>
      leave(
        error instanceof ScanFailure
          ? { kind: 'failure', code: error.code, message: error.message }
          : { kind: 'fault', message: error instanceof Error ? (error.stack ?? error.message) : 'unknown' },
      ),
  );
});
tell({ kind: 'ready' });
