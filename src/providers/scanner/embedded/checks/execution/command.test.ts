import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Handler } from '../../../sites/serve.ts';
import type { Callbacks, Contact } from '../../callbacks/callbacks.ts';
import { command } from './command.ts';
import { escaped, get, page, post, postJson, tryOut } from './testing/trial.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'scan-shell-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a program gets that hands a line to a real shell; only the shell's own commands and expr are there. */
function shell(line: string): string {
  const run = spawnSync('/bin/sh', ['-c', line], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin' },
    timeout: 3000,
    encoding: 'utf8',
  });
  return `${run.stdout}${run.stderr}`;
}

const valueOf = (visit: Parameters<Handler>[0], name: string) =>
  visit.url.searchParams.get(name) ?? visit.form.get(name) ?? '';

/** Looks a host up without leaving the machine. */
const lookup = (argument: string) => shell(`echo looking up ${argument}`);

describe('commands made with the text of a visitor', () => {
  it.each<[string, (value: string) => string]>([
    ['without quotes', (value) => lookup(value)],
    ['in single quotes', (value) => lookup(`'${value}'`)],
    ['in double quotes', (value) => lookup(`"${value}"`)],
    ['with further arguments', (value) => lookup(`-c 3 ${value} -t 5`)],
    ['with semicolons taken out', (value) => lookup(value.replaceAll(';', ''))],
    ['with pipes taken out', (value) => lookup(value.replaceAll('|', ''))],
    ['with separators taken out', (value) => lookup(value.replace(/[;|&\n]/g, ''))],
    [
      'with everything but line breaks taken out',
      (value) => lookup(value.replace(/[;|&`$#'"]/g, (char) => (char === '$' ? '$' : ''))),
    ],
    ['as a whole command', (value) => shell(value)],
  ])('finds them %s', async (_where, run) => {
    const handler: Handler = (visit) => page(`<pre>${escaped(run(valueOf(visit, 'host')))}</pre>`);
    const { findings } = await tryOut([command], handler, get('/ping?host=127.0.0.1'));
    expect(findings.map(({ rule }) => rule)).toEqual(['active.command-injection']);
    expect(findings[0]!.places[0]).toMatchObject({ parameter: 'host', method: 'GET' });
  });

  it('finds them with few tries in a parameter of any name', async () => {
    const handler: Handler = (visit) => page(`<p>${escaped(shell(`echo "${valueOf(visit, 'q')}"`))}</p>`);
    const { rules, requests } = await tryOut([command], handler, get('/tool?q=sample'), { level: 'safe' });
    expect(rules).toEqual(['active.command-injection']);
    expect(requests).toBeLessThanOrEqual(2);
  });

  it('finds them in forms and interfaces', async () => {
    const form: Handler = (visit) =>
      page(visit.method === 'POST' ? `<pre>${escaped(lookup(valueOf(visit, 'ip')))}</pre>` : '');
    expect((await tryOut([command], form, post('/ping', ['ip', '127.0.0.1'], ['go', 'Go']))).rules).toEqual([
      'active.command-injection',
    ]);
    const api: Handler = (visit) => ({
      type: 'application/json',
      body: JSON.stringify({
        output: lookup((JSON.parse(visit.body || '{"host":""}') as { host: string }).host),
      }),
    });
    expect((await tryOut([command], api, postJson('/api/ping', { host: '127.0.0.1' }))).rules).toEqual([
      'active.command-injection',
    ]);
  });

  it('finds them on Windows', async () => {
    const handler: Handler = (visit) => {
      const set = /&set \/a (\d+)\*(\d+)&/.exec(valueOf(visit, 'host'));
      return page(
        `<pre>Pinging ${set ? String(Number(set[1]) * Number(set[2])) : escaped(valueOf(visit, 'host'))}</pre>`,
      );
    };
    expect((await tryOut([command], handler, get('/ping?host=127.0.0.1'))).rules).toEqual([
      'active.command-injection',
    ]);
  });

  it('finds blind ones by the contact they make', async () => {
    const waiting = new Map<string, (contact: Contact) => void>();
    let number = 0;
    const callbacks: Callbacks = {
      issue: (onContact) => {
        const token = `zqtoken${(number += 1)}`;
        waiting.set(token, onContact);
        return {
          token,
          content: `seen${number}`,
          http: `http://198.51.100.7:8099/${token}`,
          ldap: '',
          dns: `${token}.cb.example`,
        };
      },
      settle: () => Promise.resolve(),
    };
    const handler: Handler = (visit) => {
      // The shell really reads the line; curl is a function that tells whom it was to call.
      const called = shell(`curl() { echo "called $*"; }; echo "${valueOf(visit, 'host')}" | cat`);
      const token = /called .*\/(zqtoken\d+)/.exec(called)?.[1];
      if (token)
        waiting.get(token)?.({
          protocol: 'http',
          at: new Date(),
          from: '198.51.100.9',
          asked: `GET /${token}`,
        });
      return page('<p>Thank you</p>');
    };
    const { findings } = await tryOut([command], handler, get('/report?host=shop.example'), { callbacks });
    expect(findings.map(({ rule }) => rule)).toEqual(['active.command-injection']);
    expect(findings[0]!.places[0]!.evidence).toContain('contact our listener');
    expect(findings[0]!.places[0]!.payload).toContain('curl');
  });
});

describe('pages that hand nothing to a shell', () => {
  const show =
    (write: (value: string) => string): Handler =>
    (visit) =>
      page(`<p>${write(valueOf(visit, 'host'))}</p>`);
  it.each<[string, Handler]>([
    ['text shown as text', show(escaped)],
    ['text shown as markup', show((value) => value)],
    [
      'a command with its arguments as a list',
      show((value) => escaped(spawnSync('/bin/echo', ['looking up', value], { encoding: 'utf8' }).stdout)),
    ],
    [
      'a command with its argument quoted',
      show((value) => escaped(lookup(`'${value.replaceAll("'", `'\\''`)}'`))),
    ],
    [
      'names that are checked',
      (visit) =>
        /^[\w.-]+$/.test(valueOf(visit, 'host'))
          ? page('<p>Reachable</p>')
          : page('<p>No valid host</p>', { status: 400 }),
    ],
    [
      'a calculator',
      show((value) =>
        /^[\d*]+$/.test(value)
          ? String(value.split('*').reduce((product, part) => product * Number(part), 1))
          : 'Enter numbers',
      ),
    ],
    [
      'a calculator that leaves out what it does not understand',
      show((value) => {
        const sum = /^[^\d]*(\d{4,})[^\d*]*\*[^\d]*(\d{4,})/.exec(value.replace('127.0.0.1', ''));
        return sum ? String(Number(sum[1]) * Number(sum[2])) : 'Enter numbers';
      }),
    ],
    [
      'an error that quotes',
      (visit) => ({ status: 500, body: `sh: 1: ${escaped(valueOf(visit, 'host'))}: not found` }),
    ],
    [
      'a firewall',
      (visit) => (/[|;&$`]/.test(valueOf(visit, 'host')) ? { status: 403, body: 'Blocked' } : page('ok')),
    ],
  ])('leaves %s alone', async (_name, handler) => {
    expect((await tryOut([command], handler, get('/ping?host=127.0.0.1'), { level: 'full' })).rules).toEqual(
      [],
    );
  });
});
