import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HttpAnswer } from '#probes/http/answer.ts';
import { decodeText } from '#probes/http/answer.ts';
import { maskText } from '#probes/http/masks.ts';
import { detectLibraries } from '#probes/libraries/detect.ts';
import { findReflections } from './checks/scripting/reflections.ts';
import { findRunning } from './checks/scripting/runs.ts';
import { hasAccessData, contentOf } from './checks/exposure/probe.ts';
import { backups } from './checks/exposure/backups.ts';
import { consoles } from './checks/exposure/consoles.ts';
import { developerFiles } from './checks/exposure/developerFiles.ts';
import { repositories } from './checks/exposure/repositories.ts';
import { serviceOf } from './checks/exposure/services.ts';
import { settings } from './checks/exposure/settings.ts';
import { cspWeaknesses } from '#probes/web/csp.ts';
import { errorPageVersion } from './checks/leaks/banners.ts';
import { findError } from './checks/leaks/errorPatterns.ts';
import { sourceMapOf } from './checks/leaks/insides.ts';
import { findSecrets } from './checks/leaks/secretPatterns.ts';
import { commentCredential } from './checks/leaks/secrets.ts';
import { defaultPageOf } from '#probes/web/defaultPage.ts';
import { listingKind } from '#probes/web/listing.ts';
import { scriptAddresses, styleAddresses } from './crawl/found.ts';
import { readPage } from '#probes/web/page.ts';
import { refreshTarget } from '#probes/web/target.ts';
import { readRobots, readSitemap } from './crawl/seeds.ts';
import { responseExcerpt } from './findings/evidence.ts';
import { sameAnswer } from './site/missing.ts';

const at = 'http://s.example/a/';
const answer = (body: string): HttpAnswer => ({
  url: at,
  method: 'GET',
  status: 200,
  statusText: 'OK',
  headers: [['Content-Type', 'text/html']],
  body: Buffer.from(body),
  truncated: false,
  ms: 1,
  address: '192.0.2.1',
  requestHead: 'GET / HTTP/1.1',
});
const exposures = [...repositories, ...settings, ...developerFiles, ...consoles, ...backups('shop.example')];

/** Everything that reads text made by a scanned website, with the length it is given at most. */
const readers: Record<string, (text: string) => unknown> = {
  'a page': (text) => readPage(text, at),
  'a refresh': (text) => refreshTarget(text, at),
  'a script': (text) => [
    scriptAddresses(text, at),
    sourceMapOf(text, undefined, at),
    detectLibraries({ url: `${at}x.js`, content: text }),
  ],
  'a style sheet': (text) => styleAddresses(text, at),
  'a reflection': (text) => [findReflections(text, 'zqmark'), findRunning(text, 'zqmark(1)')],
  'an error': (text) => [
    findError(text, text, true),
    findError(text, text, false),
    errorPageVersion(text.slice(0, 20_000)),
  ],
  secrets: (text) => [findSecrets(text), commentCredential(text)],
  'a listing': (text) => [listingKind(text, at), defaultPageOf(text), serviceOf(answer(text))],
  'a policy': (text) => cspWeaknesses(text),
  'a sitemap': (text) => readSitemap(answer(`<urlset>${text}`)),
  'robots.txt': (text) => readRobots({ ...answer(text), headers: [['Content-Type', 'text/plain']] }, 'x'),
  evidence: (text) => [
    maskText(text.slice(0, 6000)),
    responseExcerpt(answer(text), 'zqmark'),
    responseExcerpt(answer(text), undefined, true),
  ],
  comparison: (text) => sameAnswer(answer(text), answer(`${text.slice(3)}x`)),
  bytes: (text) => decodeText(Buffer.from(text), 'text/html'),
  'exposed files': (text) => {
    hasAccessData(text.slice(0, 65_536));
    for (const exposure of exposures)
      for (const name of exposure.paths) {
        const bytes = Buffer.from(text.slice(0, exposure.maxBytes ?? 65_536));
        exposure.proof({ ...contentOf({ ...answer(''), body: bytes }), path: `/${name}` });
      }
  },
};

// Beginnings of what the patterns look for: repeated, they make a careless one try every place against every other.
const fragments = [
  '<',
  '>',
  '"',
  ' ',
  '\n',
  '\t',
  'a',
  '0',
  '.',
  '/',
  '\\',
  '{',
  '(',
  '=',
  '--',
  '<!--',
  '<script>',
  '<style>',
  '<title></title>',
  '<pre>',

  '<a href="',
  '<div>',
  '<b>Warning</b>:  ',
  'at a.b.c.D(',
  'at Object.x (/a',
  'Traceback (most recent call last):',
  'ORA-',
  'a.b',
  'v1.',

  'lib/a.rb:1:in `',
  'System.xException',
  '<title>Internal Server Error</title>',
  'goroutine 1 [running]:\n',
  '2025-01-01',
  'eyJaaaaaaaaaaaa.',
  'url(',
  '@import ',
  'fetch("',
  'AKIA',
  'twilio ',
  '"type":"service_account"',
  'password=',
  'postgres://a:',
  'CREATE TABLE ',
  '"a":{',

  '/*! jQuery v',
  '* Bootstrap v',
  '@license',
  '<hr><center>',
  '<address>Apache/2',
  'Index of /',
  'https://',
  '-----BEGIN PRIVATE KEY-----\n',
];

describe('text made by a scanned website', () => {
  it('does not keep the outline of a secret file busy: pairs in an open quotation mark before a line end', () => {
    // 2 to the power of the pairs for an expression that may read each of them in two ways
    const line = `X="${'\\a'.repeat(55)}\r`;
    expect(responseExcerpt(answer(`${line}\n`.repeat(6)), undefined, true)).toContain('X=');
  });

  it.each(Object.entries(readers))('does not keep %s busy', (_name, read) => {
    // A pattern that takes the square of the length would need minutes here and end the test.
    for (const fragment of fragments)
      expect(() => read(fragment.repeat(Math.ceil(120_000 / fragment.length)))).not.toThrow();
  });

  const real = ['../sites', '../testing']
    .map((folder) => path.join(import.meta.dirname, folder))
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(file, 'utf8').slice(0, 8000));

  it.each(Object.entries(readers))('does not break %s', (_name, read) => {
    const cut = fc.tuple(
      fc.constantFrom(...real),
      fc.nat(8000),
      fc.nat(300),
      fc.oneof(fc.constantFrom(...fragments), fc.string()),
    );
    fc.assert(
      fc.property(fc.array(cut, { minLength: 1, maxLength: 4 }), (cuts) => {
        read(
          cuts
            .map(
              ([text, from, length, put]) =>
                text.slice(0, from % text.length) + put + text.slice((from % text.length) + length),
            )
            .join(''),
        );
      }),
      { numRuns: 25 },
    );
  });
});
