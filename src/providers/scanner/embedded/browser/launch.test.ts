import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testChromium } from './testing/lab.ts';
import { launchBrowser } from './launch.ts';

/** A Chromium that ends at once, and says nothing, when it is started with its sandbox. */
function withoutSandboxOnly(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'chromium-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'chromium');
  writeFileSync(
    file,
    `#!/bin/sh\ncase "$*" in *--no-sandbox*) exec "${testChromium()}" "$@" ;; esac\nexit 1\n`,
  );
  chmodSync(file, 0o755);
  return file;
}

test('a Chromium that dies with its sandbox runs without it, and the operator is told', async () => {
  const notes: string[] = [];
  const input = {
    executable: withoutSandboxOnly(),
    proxyPort: 1,
    fingerprint: '',
    notifyOperator: (text: string) => void notes.push(text),
  };
  const browser = await launchBrowser({ ...input, trySandbox: true });
  expect(browser.isConnected()).toBe(true);
  expect(notes).toEqual([expect.stringContaining('without its own sandbox')]);
  await browser.close();
});
