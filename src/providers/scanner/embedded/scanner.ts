import { confinement } from '#platform/server/process/confinedProcess.ts';
import { isThisMachine } from '#probes/net.ts';
import { scanLevels, type ScanRequest, type ScanResult, type Scanner } from '../port.ts';
import { openListener, type Listener, type ListenerOptions } from './callbacks/listener.ts';
import type { EngineOptions } from './engine.ts';
import { rules } from './registry.ts';
import { mayScan } from './site/reach.ts';
import { proofPlaces } from './proof/places.ts';
import { lookForProof } from './proof/proof.ts';
import { unavailable } from './limits.ts';
import { runInChild } from './process/childRun.ts';
import { engineName, engineUserAgent, engineVersion } from './traffic/client.ts';

type EmbeddedScannerOptions = {
  /** Page that the User-Agent names to operators of scanned sites, where the request names none. */
  contactUrl: string;
  /** host:port pairs that may be scanned although private (SCAN_ALLOW_PRIVATE). */
  allowPrivate?: ScanRequest['allowPrivate'];
  memoryMb?: number;
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
    const contacts = await openedListener();
    tools.signal.throwIfAborted();
    const problem = unavailable(request.level);
    if (problem) throw problem;
    if (!isConfinementLogged) options.onConfinement?.(confinement().summary);
    isConfinementLogged = true;
    return runInChild(contacts, request, tools, {
      memoryMb: options.memoryMb,
      silenceMs: options.silenceMs ?? 60_000,
      allowPrivate: options.allowPrivate,
      engine: {
        userAgent: engineUserAgent(request.contactUrl ?? options.contactUrl),
        perSecond: rateOf(request),
        ca: options.ca,
        limits: options.limits,
        useBrowser: options.useBrowser,
      },
    });
  }

  return {
    engine: `${engineName} ${engineVersion}`,
    levels: scanLevels,
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
