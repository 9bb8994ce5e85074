import path from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import {
  confinedFolder,
  forkConfined,
  handOver,
  killTree,
} from '#platform/server/process/confinedProcess.ts';
import { dataFolder, libraryFile } from '#probes/libraries/operator.ts';
import { filesOfLaunch } from '../browser/launch.ts';
import { memoryFlags, limitsOf } from '../limits.ts';
import { rm } from 'node:fs/promises';
import { ScanFailure, type ScanRequest, type ScanResult, type Scanner } from '../../port.ts';
import type { Listener } from '../callbacks/listener.ts';
import type { FromChild, ToChild } from './child.ts';
import { watchScan } from './watchdog.ts';

/** Starts the process of one scan, in a folder of its own: a scan that is killed cannot tidy up what its browser leaves. */
function startScanProcess(memoryMb?: number): { child: ChildProcess; folder: string } {
  const folder = confinedFolder('scan-');
  // The data folder is closed to scans; what the operator knows about script libraries is no secret.
  const facts = libraryFile(dataFolder());
  if (existsSync(facts)) {
    const copy = libraryFile(folder);
    copyFileSync(facts, copy);
    handOver(copy);
  }
  const authority = process.env.NODE_EXTRA_CA_CERTS;
  const child = forkConfined(path.join(import.meta.dirname, 'child.ts'), {
    folder,
    flags: memoryFlags(memoryMb),
    read: [...filesOfLaunch(), ...(authority ? [authority] : [])],
    mayStart: true,
    stderr: true,
    env: {
      NODE_EXTRA_CA_CERTS: authority,
      DATA_DIR: folder,
      CHROMIUM_PATH: process.env.CHROMIUM_PATH,
      SCAN_BROWSER: process.env.SCAN_BROWSER,
    },
  });
  return { child, folder };
}

type ChildOptions = {
  memoryMb: number | undefined;
  /** Milliseconds without a sign of life after which it is killed. */
  silenceMs: number;
  allowPrivate: ScanRequest['allowPrivate'];
  engine: Extract<ToChild, { kind: 'start' }>['options'];
};

// The child gets this long to close its sockets before it is killed; the port promises two seconds.
const graceMs = 1000;
const cancelGraceMs = 1800;

function lastWords(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-2000);
  });
  return () => (text ? ` ${text.trim().slice(-500)}` : '');
}

export function runInChild(
  contacts: Listener | null,
  request: ScanRequest,
  { signal, onProgress }: Parameters<Scanner['run']>[1],
  { memoryMb, silenceMs, allowPrivate, engine }: ChildOptions,
): Promise<ScanResult> {
  const { child, folder } = startScanProcess(memoryMb);
  return new Promise((resolve, reject) => {
    const complaint = lastWords(child);
    let end: (() => void) | undefined;
    let kill: NodeJS.Timeout | undefined;
    const killSoon = (ms: number) => void (kill ??= setTimeout(() => killTree(child), ms));
    const send = (message: ToChild) => {
      if (child.connected) child.send(message, () => undefined);
    };
    const watchdog = watchScan({
      budgetMs: engine.limits?.milliseconds ?? limitsOf[request.level].milliseconds,
      silenceMs,
      kill: (last) => {
        end ??= () => ('result' in last ? resolve(last.result) : reject(last.failure));
        killTree(child);
      },
    });
    const place = contacts?.register((token, contact) => send({ kind: 'contact', token, contact }));
    const onAbort = () => {
      end ??= () => reject(signal.reason as Error);
      send({ kind: 'cancel' });
      // long enough to put edited values back
      killSoon(cancelGraceMs);
    };
    signal.addEventListener('abort', onAbort, { once: true });

    function take(message: FromChild): void {
      switch (message.kind) {
        case 'beat':
          return watchdog.beat(message.rested);
        case 'kept':
          return watchdog.keep(message.result);
        case 'ready':
          watchdog.beat(0);
          return send({
            kind: 'start',
            ...(place ? { door: place.door } : {}),
            beatMs: Math.min(5000, silenceMs / 4),
            request: { ...request, allowPrivate: request.allowPrivate ?? allowPrivate },
            options: engine,
          });
        case 'progress':
          return onProgress(message.progress);
        case 'result':
          end ??= () => resolve(message.result);
          break;
        case 'failure':
          end ??= () => reject(new ScanFailure(message.code, message.message));
          break;
        case 'fault':
          end ??= () => reject(new Error(`The scan engine failed: ${message.message}`));
      }
    }
    child.on('message', (message: FromChild) => {
      if (signal.aborted) return;
      take(message);
      // A child that has told its result and does not leave is helped to.
      if (end) killSoon(graceMs);
    });
    child.on('error', (error) => {
      end ??= () => reject(new Error('The scan process could not be started.', { cause: error }));
      if (child.pid === undefined) settle();
    });
    child.on('exit', (code, killedBy) => {
      end ??= () =>
        reject(new Error(`The scan process ended unexpectedly (${killedBy ?? code}).${complaint()}`));
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
