import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFlawedSite } from '#providers/scanner/testing/flawed.ts';
import { readOptions, requestFrom, type Options } from './scanOptions.ts';

let site: Awaited<ReturnType<typeof serveFlawedSite>>;
const folder = mkdtempSync(path.join(tmpdir(), 'scan-'));
beforeAll(async () => {
  site = await serveFlawedSite();
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

function scan(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, '../scan.ts'), ...args],
      { maxBuffer: 20_000_000 },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
  });
}

const inFolder = (name: string) => path.join(folder, name);
const fast = ['--allow-private', '--rate', '1000'];

const a = 'http://a.example';

describe('its options', () => {
  it.each([
    [[], /exactly one address/],
    [[a, 'http://b.example'], /exactly one address/],
    [['ftp://a.example'], /must begin with/],
    [['http://user:secret@a.example'], /must not contain a user name/],
    [[a, '--level', 'huge'], /no scan level huge/],
    [[a, '--rate', '0'], /between 1 and 1000/],
    [[a, '--cookie', 'nonsense'], /cookie must look like/],
    [[a, '--header', 'nonsense'], /header must look like/],
    [[a, '--bearer', 't', '--cookie', 'a=b'], /one way to sign in/],
    [[a, '--login', 'http://a.example/in', '--user', 'ann'], /password in SCAN_PASSWORD/],
    [[a, '--json', '-', '--sarif', '-'], /Only one result/],
  ])('refuse %j', (args, message) => expect(() => readOptions(args)).toThrow(message));

  it.each([
    ['http://127.0.0.1:8080', [], {}, 10],
    ['http://127.0.0.1:8080', ['--rate', '70'], { SCAN_RATE_LOCAL: '500' }, 70],
    ['http://[::1]:8080', [], { SCAN_RATE_LOCAL: '500', SCAN_RATE: '5' }, 500],
    ['http://shop.localhost', [], { SCAN_RATE_LOCAL: '500', SCAN_RATE: '5' }, 500],
    ['http://localhost.example', [], { SCAN_RATE_LOCAL: '500', SCAN_RATE: '5' }, 5],
    [a, [], { SCAN_RATE_LOCAL: '500', SCAN_RATE: '' }, 10],
  ])('ask %s with %j and %j at the rate %i', (url, args, env, rate) => {
    expect(readOptions([url, ...args], env)).toMatchObject({ perSecond: rate });
  });

  it('make a request of what was asked', () => {
    const options = readOptions(
      ['a.example', '--level', 'full', '--exclude', '/admin/', '--login', `${a}/in`, '--user', 'ann'],
      {
        SCAN_PASSWORD: 'lamp',
      },
    );
    expect(requestFrom(options as Options, ['127.0.0.1:80'])).toEqual({
      url: 'https://a.example',
      level: 'full',
      exclude: ['/admin/'],
      allowPrivate: ['127.0.0.1:80'],
      signIn: { kind: 'form', url: `${a}/in`, user: 'ann', password: 'lamp' },
    });
  });
});

describe('npm run scan', () => {
  it('writes JSON, SARIF and PDF, and a summary to read', async () => {
    const { code, stdout } = await scan(
      site.url,
      '--level',
      'safe',
      ...fast,
      '--json',
      inFolder('r.json'),
      '--sarif',
      inFolder('r.sarif'),
      '--pdf',
      inFolder('r.pdf'),
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/HIGH +9\.8 {2}Text from a visitor reaches the database/);
    expect(stdout).toMatch(/\d+ high, \d+ medium, \d+ low; \d+ checks passed/);

    const result = JSON.parse(readFileSync(inFolder('r.json'), 'utf8'));
    expect(Object.keys(result)).toEqual(
      expect.arrayContaining([
        'target',
        'level',
        'startedAt',
        'finishedAt',
        'requests',
        'pages',
        'findings',
        'passed',
        'coverage',
      ]),
    );
    expect(Object.keys(result.findings[0])).toEqual(
      expect.arrayContaining([
        'id',
        'rule',
        'title',
        'severity',
        'cvss',
        'cwe',
        'owasp',
        'pci',
        'confidence',
        'places',
      ]),
    );
    expect(Object.keys(result.findings[0].places[0])).toEqual(
      expect.arrayContaining(['method', 'url', 'parameter', 'evidence']),
    );

    const sarif = JSON.parse(readFileSync(inFolder('r.sarif'), 'utf8'));
    expect(sarif).toMatchObject({
      version: '2.1.0',
      runs: [{ tool: { driver: { name: 'WebsiteSafetyScanner' } } }],
    });
    const [run] = sarif.runs;
    expect(run.results).toHaveLength(result.findings.length);
    for (const found of run.results) expect(run.tool.driver.rules[found.ruleIndex].id).toBe(found.ruleId);
    expect(readFileSync(inFolder('r.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('prints JSON to standard output and nothing else there', async () => {
    const { code, stdout, stderr } = await scan(site.url, '--level', 'lightning', ...fast, '--json', '-');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ target: site.url, level: 'lightning' });
    expect(stderr).toMatch(/checks passed/);
  });

  it('explains wrong use on its first line', async () => {
    const { code, stderr } = await scan('http://a.example', '--colour');
    expect(code).toBe(2);
    expect(stderr.split('\n')[0]).toMatch(/Unknown option '--colour'/);
  });

  it.each([
    [['http://127.0.0.1:9'], /not on the public internet/],
    [['http://127.0.0.1:9', '--allow-private'], /Nothing answers/],
    [['http://169.254.169.254/', '--allow-private'], /not on the public internet/],
  ])('says in a sentence why a scan failed: %j', async (args, message) => {
    const { code, stderr } = await scan(...args);
    expect(code).toBe(1);
    expect(stderr.split('\n')[0]).toMatch(message);
  });
});
