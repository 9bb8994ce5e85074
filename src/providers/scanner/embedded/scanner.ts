import { rm } from 'node:fs/promises';
import { confinement, killTree } from '#platform/server/confinedProcess.ts';
import { isThisMachine } from '#probes/net.ts';
import type { ScanRequest, ScanResult, Scanner } from '../port.ts';
import { ScanFailure } from '../port.ts';
import type { Listener, ListenerOptions } from './callbacks/listener.ts';
import { openListener } from './callbacks/listener.ts';
import type { FromChild, ToChild } from './child.ts';
import type { EngineOptions } from './engine.ts';
import { rules } from './registry.ts';
import { mayScan } from './permission.ts';
import { proofPlaces } from './proof/places.ts';
import { lookForProof } from './proof/proof.ts';
import { engineLevels, limitsOf } from './limits.ts';
import { startScanProcess } from './scanProcess.ts';
import { engineName, engineUserAgent, engineVersion } from './version.ts';
import { watchScan } from './watchdog.ts';

export type EmbeddedScannerOptions = {
  /** Page that the User-Agent names to operators of scanned sites, where the request names none. */
  contactUrl: string;
  /** host:port pairs that may be scanned although private (SCAN_ALLOW_PRIVATE). */
  allowPrivate?: ScanRequest['allowPrivate'];
  /** Memory of one scan's process, in megabytes. */
  memoryMb?: number;
  /** Requests a second at most. */
  perSecond?: number;
  /** The same for websites on this machine, for tests and demonstrations; `perSecond` where none is given. */
  perSecondLocal?: number | undefined;
  ca?: EngineOptions['ca'];
  limits?: EngineOptions['limits'];
  useBrowser?: EngineOptions['useBrowser'];
  /** Milliseconds without a sign of life after which a scan's process is killed; a minute by default. */
  silenceMs?: number;
  /** Where scanned servers reach us; the listener opens with the first scan and stays. */
  callbacks?: ListenerOptions | undefined;
  /** Told once when the listener cannot be opened; scans do without it. */
  onTrouble?: (message: string, error: unknown) => void;
  /** Called with the first scan: what keeps scan processes from the rest of the machine. */
  onConfinement?: (summary: string) => void;
};

// The child gets this long to close its sockets before it is killed; the port promises two seconds.
const graceMs = 1000;
const cancelGraceMs = 1800;

/** Our own scan engine, each scan in a process of its own. */
export function embeddedScanner(options: EmbeddedScannerOptions): Scanner {
  let listener: Promise<Listener | null> | undefined;
  let isConfinementLogged = false;
  const openedListener = (): Promise<Listener | null> => {
    if (!options.callbacks) return Promise.resolve(null);
    listener ??= openListener(options.callbacks).catch((error: unknown) => {
      options.onTrouble?.('The listener for contacts of scanned servers could not be opened.', error);
      return null;
    });
    return listener;
  };

  const rateOf = ({ url }: ScanRequest) =>
    isThisMachine(new URL(url).hostname) ? (options.perSecondLocal ?? options.perSecond) : options.perSecond;

  async function run(request: ScanRequest, tools: Parameters<Scanner['run']>[1]): Promise<ScanResult> {
    return runWith(await openedListener(), request, tools);
  }

  function runWith(
    contacts: Listener | null,
    request: ScanRequest,
    { signal, onProgress }: Parameters<Scanner['run']>[1],
  ): Promise<ScanResult> {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    if (!(engineLevels as readonly string[]).includes(request.level))
      return Promise.reject(
        new ScanFailure(
          'level-unavailable',
          `The scan level ${request.level} is not available here. Choose one of: ${engineLevels.join(', ')}.`,
        ),
      );
    const userAgent = engineUserAgent(request.contactUrl ?? options.contactUrl);
    if (!isConfinementLogged) options.onConfinement?.(confinement().summary);
    isConfinementLogged = true;
    const { child, folder } = startScanProcess(options.memoryMb);
    return new Promise((resolve, reject) => {
      let stderr = '';
      let end: (() => void) | undefined;
      let kill: NodeJS.Timeout | undefined;
      child.stderr?.on('data', (chunk: Buffer) => {
        stderr = (stderr + chunk.toString()).slice(-2000);
      });
      const send = (message: ToChild) => {
        if (child.connected) child.send(message, () => undefined);
      };
      const silenceMs = options.silenceMs ?? 60_000;
      const watchdog = watchScan({
        budgetMs: options.limits?.milliseconds ?? limitsOf[request.level].milliseconds,
        silenceMs,
        kill: (last) => {
          end ??= () => ('result' in last ? resolve(last.result) : reject(last.failure));
          killTree(child);
        },
      });
      const place = contacts?.admit((token, contact) => send({ kind: 'contact', token, contact }));
      const onAbort = () => {
        end ??= () => reject(signal.reason as Error);
        send({ kind: 'cancel' });
        // long enough to put edited values back
        kill ??= setTimeout(() => killTree(child), cancelGraceMs);
      };
      signal.addEventListener('abort', onAbort, { once: true });

      child.on('message', (message: FromChild) => {
        if (signal.aborted) return;
        switch (message.kind) {
          case 'beat':
            watchdog.beat(message.rested);
            break;
          case 'kept':
            watchdog.keep(message.result);
            break;
          case 'ready':
            watchdog.beat(0);
            send({
              kind: 'start',
              ...(place ? { door: place.door } : {}),
              beatMs: Math.min(5000, silenceMs / 4),
              request: { ...request, allowPrivate: request.allowPrivate ?? options.allowPrivate },
              options: {
                userAgent,
                perSecond: rateOf(request),
                ca: options.ca,
                limits: options.limits,
                useBrowser: options.useBrowser,
              },
            });
            break;
          case 'progress':
            onProgress(message.progress);
            break;
          case 'result':
            end ??= () => resolve(message.result);
            break;
          case 'failure':
            end ??= () => reject(new ScanFailure(message.code, message.message));
            break;
          case 'fault':
            end ??= () => reject(new Error(`The scan engine failed: ${message.message}`));
            break;
        }
        // A child that has told its result and does not leave is helped to.
        if (end) kill ??= setTimeout(() => killTree(child), graceMs);
      });
      child.on('error', (error) => {
        end ??= () => reject(new Error('The scan process could not be started.', { cause: error }));
        if (child.pid === undefined) settle();
      });
      child.on('exit', (code, killedBy) => {
        end ??= () =>
          reject(
            new Error(
              `The scan process ended unexpectedly (${killedBy ?? code}).${stderr ? ` ${stderr.trim().slice(-500)}` : ''}`,
            ),
          );
        settle();
      });
      let settled = false;
      function settle(): void {
        if (settled) return;
        settled = true;
        watchdog.close();
        place?.leave();
        clearTimeout(kill);
        // A browser that is just ending still writes.
        void rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 }).catch(
          () => undefined,
        );
        signal.removeEventListener('abort', onAbort);
        end?.();
      }
    });
  }

  return {
    engine: `${engineName} ${engineVersion}`,
    levels: engineLevels,
    rules: () => rules.map(({ id, title, owasp, pci, cwe }) => ({ rule: id, title, owasp, pci, cwe })),
    proofPlaces,
    prove: ({ url, token, allowPrivate }, { signal }) =>
      lookForProof(
        { url, token },
        {
          userAgent: engineUserAgent(options.contactUrl),
          signal,
          allowPrivate: allowPrivate ?? options.allowPrivate,
        },
      ),
    mayScan: (url, asked) => mayScan(url, { allowPrivate: asked.allowPrivate ?? options.allowPrivate }),
    run,
  };
}
