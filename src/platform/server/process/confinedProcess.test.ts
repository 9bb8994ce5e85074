import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { confinedFolder, confinement, forkConfined, killTree } from './confinedProcess.ts';

const data = mkdtempSync(path.join(tmpdir(), 'data-'));
chmodSync(data, 0o755);
const secret = path.join(data, 'secret.key');
writeFileSync(secret, 'top secret', { mode: 0o600 });
afterAll(() => rmSync(data, { recursive: true, force: true }));

type Report = Record<
  'read' | 'passwd' | 'write' | 'signal' | 'start' | 'environment' | 'catSecret' | 'gainsRights',
  string
> & {
  uid: number;
  groups: number[];
  env: string[];
  lasting?: number;
};

async function intrude(mayStart: boolean) {
  process.env.SECRET_KEY ??= 'a secret of the installation';
  const folder = confinedFolder('intruder-');
  const child = forkConfined(path.join(import.meta.dirname, 'testing/intruder.ts'), { folder, mayStart });
  child.send({ secret, parent: process.pid });
  const [report] = (await once(child, 'message')) as [Report];
  return { report, child, end: () => rmSync(folder, { recursive: true, force: true }) };
}

const isRunning = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

describe('a confined process', () => {
  it('reads, writes and starts nothing but what it is given, and knows no secret', async () => {
    const { report, child, end } = await intrude(false);
    expect(report).toMatchObject({
      read: 'ERR_ACCESS_DENIED',
      passwd: 'ERR_ACCESS_DENIED',
      write: 'ERR_ACCESS_DENIED',
      start: 'ERR_ACCESS_DENIED',
    });
    expect(report.env.filter((name) => !/^(?:PATH|NODE_\w+|TZ|HOME|TMPDIR|TEMP)$/.test(name))).toEqual([]);
    killTree(child);
    end();
  });

  it.runIf(confinement().account !== null)(
    'is another user that can neither read secrets nor signal us, by whatever program',
    async () => {
      const { report, child, end } = await intrude(true);
      expect(report.uid).toBe(confinement().account!.uid);
      expect(report.groups).not.toContain(0);
      expect(report).toMatchObject({
        start: 'done',
        signal: 'EPERM',
        environment: 'refused',
        catSecret: 'refused',
      });
      expect(report.gainsRights).toBe(confinement().noNewPrivileges ? 'refused' : 'done');
      killTree(child);
      end();
    },
  );

  it.runIf(confinement().account !== null)(
    'of a worker that is not root cannot read its environment, where user namespaces are allowed',
    async () => {
      const { uid, gid } = confinement().account!;
      const worker = fork(path.join(import.meta.dirname, 'testing/unprivileged.ts'), {
        uid,
        gid,
        cwd: tmpdir(),
        env: { PATH: process.env.PATH },
      });
      const [{ ownNamespace, noNewPrivileges, summary, report }] = await once(worker, 'message');
      expect(ownNamespace).toBe(noNewPrivileges);
      expect(report).toMatchObject({ uid, start: 'done', environment: ownNamespace ? 'refused' : 'done' });
      expect(summary.includes('a user namespace of their own')).toBe(ownNamespace);
    },
  );

  it.runIf(process.platform === 'linux')('is killed with all that it started', async () => {
    const { report, child, end } = await intrude(true);
    expect(isRunning(report.lasting!)).toBe(true);
    killTree(child);
    await expect.poll(() => isRunning(report.lasting!) || isRunning(child.pid!)).toBe(false);
    end();
  });
});

it.runIf(process.getuid?.() === 0)(
  'where no such user exists, only the permission model holds, and the log says so',
  () => {
    const weaker = confinement('no-such-user');
    expect(weaker.account).toBeNull();
    expect(weaker.summary).toContain('there is no user no-such-user');
  },
);
