import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  certificate,
  goodPage,
  labNow,
  startTestLab,
  toHttps,
  type TestLab,
} from '#providers/ratings/embedded/testing/lab.ts';
import { vectorIds } from '#providers/ratings/vectors.ts';

let lab: TestLab;
const folder = mkdtempSync(path.join(tmpdir(), 'rate-'));
const inFolder = (name: string) => path.join(folder, name);
beforeAll(async () => {
  lab = await startTestLab({
    'shop.test': { A: '203.0.113.10', TXT: 'v=spf1 -all' },
    '_dmarc.shop.test': { TXT: 'v=DMARC1; p=none; rua=mailto:d@shop.test' },
    'mailonly.test': { MX: '10 mx.mailonly.test' },
  });
  lab.book['shop.test:443'] = await lab.https(goodPage, 'expired');
  lab.book['shop.test:80'] = await lab.http(toHttps);
  writeFileSync(inFolder('ca.pem'), certificate('root.pem'));
  writeFileSync(
    inFolder('lab.json'),
    JSON.stringify({
      resolver: lab.dns.server,
      addresses: lab.book,
      ca: 'ca.pem',
      now: labNow,
      verified: true,
      feeds: '.',
    }),
  );
  writeFileSync(inFolder('compromised.json'), '[]');
});
afterAll(async () => {
  await lab.close();
  rmSync(folder, { recursive: true, force: true });
});

function rate(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, '../rate.ts'), ...args],
      { maxBuffer: 20_000_000 },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
  });
}

describe('npm run rate', () => {
  it('writes JSON and PDF, and a table to read', async () => {
    const { code, stdout, stderr } = await rate(
      'shop.test',
      '--lab',
      inFolder('lab.json'),
      '--json',
      inFolder('r.json'),
      '--pdf',
      inFolder('r.pdf'),
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const result = JSON.parse(readFileSync(inFolder('r.json'), 'utf8'));
    expect(Object.keys(result)).toEqual(
      expect.arrayContaining(['domain', 'rating', 'capReason', 'categories', 'vectors', 'error']),
    );
    expect(result).toMatchObject({
      domain: 'shop.test',
      rating: 730,
      capReason: expect.stringMatching(/certificate.*730/),
      error: null,
      vectors: {
        spf: { score: 100, grade: 'A', findings: [{ fact: 'spf-hard-fail' }] },
        ssl_certificates: { score: 0, grade: 'F' },
      },
    });
    expect(Object.keys(result.vectors)).toEqual(vectorIds);
    expect(stdout).toMatch(/shop\.test {2}730 of 900, INTERMEDIATE/);
    expect(stdout).toMatch(/F +0 {2}TLS\/SSL Certificates +The certificate has expired/);
    expect(readFileSync(inFolder('r.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('says when too little was found, in JSON too', async () => {
    for (const domain of ['mailonly.test', 'nowhere.test']) {
      const { code, stdout } = await rate(
        domain,
        '--lab',
        inFolder('lab.json'),
        '--json',
        inFolder('none.json'),
      );
      expect(code).toBe(2);
      expect(stdout).toContain('No events were found for the provided URL');
      const result = JSON.parse(readFileSync(inFolder('none.json'), 'utf8'));
      expect(result).toMatchObject({
        domain,
        rating: null,
        capReason: null,
        error: 'No events were found for the provided URL',
      });
      expect(Object.keys(result.vectors)).toEqual(vectorIds);
    }
  });

  it.each([
    [[], 'exactly one domain'],
    [['a.test', '--fast'], '--fast'],
    [['a.test', '--json', '/nowhere/r.json'], '/nowhere/r.json cannot be written: its folder does not exist'],
    [['a.test', '--lab', '/nowhere.json'], 'The lab file /nowhere.json cannot be read'],
  ])('explains a wrong use: %j', async (args, message) => {
    const { code, stdout, stderr } = await rate(...args);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\bat .*\.ts/);
  });
});
