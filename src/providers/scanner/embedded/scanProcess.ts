import type { ChildProcess } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { confinedFolder, forkConfined, handOver } from '#platform/server/confinedProcess.ts';
import { dataFolder, libraryFile } from '#probes/libraries/operator.ts';
import { filesOfLaunch } from './browser/launch.ts';
import { memoryFlags } from './limits.ts';

/** Starts the process of one scan, in a folder of its own: a scan that is killed cannot tidy up what its browser leaves. */
export function startScanProcess(memoryMb?: number): { child: ChildProcess; folder: string } {
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
