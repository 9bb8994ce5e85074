import { bodyText } from '#probes/http/answer.ts';
import type { HttpAnswer } from '#probes/http/answer.ts';
import { kindOf } from '../../crawl/crawler.ts';
import type { Check, Scan } from '../../rule.ts';
import { defineRule } from '../../rule.ts';
import { isStaticFile } from '../documents.ts';
import { breakout, firstTries, withValue } from './parameters.ts';
import { findBreakout, hasScriptAddress } from './reflection.ts';

const reflected = defineRule({
  id: 'active.reflected-xss',
  title: 'Text from an address becomes part of the page (cross-site scripting)',
  vector: 'AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:L/A:N',
  cwe: 'CWE-79',
  pci: '6.2.4',
  pciAutoFail: true,
  explanation:
    'A part of the address is put into the page as markup. Someone who gets a visitor to follow a prepared link can run a script in the name of the website: read what is shown, take over the session, ask for passwords.',
  fix: '1. Turn text into text at the place where it is put out.\nPHP: htmlspecialchars($q, ENT_QUOTES, "UTF-8")\nTemplates: use the form that escapes ({{ q }}, not {{{ q }}}, |safe or v-html)\nInside scripts: hand over data as JSON with < written as \\u003c\n2. Add a Content Security Policy without unsafe-inline as a second line of defence.',
  references: [
    'https://owasp.org/www-community/attacks/xss/',
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
  ],
});

const sentences = {
  element: 'The text ended what it stood in and became an element of the page.',
  attribute: 'The text ended the attribute it stood in and became an attribute of its own.',
  script: 'The text ended the string it stood in and became part of the script.',
} as const;

function judge(scan: Scan, answer: HttpAnswer, parameter: string): boolean {
  if (kindOf(answer) !== 'html') return false;
  const found = findBreakout(bodyText(answer), scan.mark);
  if (!found) return false;
  scan.report(reflected, {
    answer,
    parameter,
    placeKey: `${new URL(answer.url).pathname.replaceAll(scan.mark, '')} ${parameter}`,
    evidence: `${sentences[found.how]} (${found.where})`,
    excerpt: scan.mark,
    confidence: found.how === 'script' ? 'firm' : 'certain',
  });
  return true;
}

// Parameters that many pages read although no link shows them.
const common = ['q', 's', 'search', 'query', 'keyword', 'name', 'id', 'page', 'lang', 'msg', 'message', 'error', 'title', 'ref'];
const mostPages = 8;

/** Tries the common names on pages that were seen without parameters, all at once; only a hit is looked into. */
async function guess(scan: Scan): Promise<void> {
  const programs = scan.site.pages.filter((page) => !isStaticFile(page.answer));
  const pages = [...new Set(programs.map((page) => page.url.replace(/\?.*$/, '')))].slice(0, mostPages);
  for (const page of pages) {
    const all = new URL(page);
    for (const name of common) all.searchParams.set(name, breakout(scan.mark));
    const answer = await scan.probe(all, { maxBytes: 1_000_000 });
    if (!answer || kindOf(answer) !== 'html' || !findBreakout(bodyText(answer), scan.mark)) continue;
    for (const name of common) {
      const known = [...scan.site.parametrised.values()].some((url) => url.pathname === all.pathname && url.searchParams.has(name));
      if (known) continue;
      const one = new URL(page);
      one.searchParams.set(name, breakout(scan.mark));
      const single = await scan.probe(one, { maxBytes: 1_000_000 });
      if (single && judge(scan, single, name)) break;
    }
  }
}

export const xss: Check = {
  name: 'Cross-site scripting',
  rules: [reflected],
  level: 'safe',
  weight: 4,
  activity: 'Trying whether text becomes part of pages',
  run: async (scan) => {
    for (const { parameter, answer } of await firstTries(scan)) {
      if (judge(scan, answer, parameter.name) || kindOf(answer) !== 'html') continue;
      // A value that becomes an address needs no markup: javascript: is enough.
      const address = `javascript:${scan.mark}`;
      if (!new RegExp(`(?:href|src|action|data)\\s*=\\s*["']?\\s*${scan.mark}`, 'i').test(bodyText(answer))) continue;
      const second = await scan.probe(withValue(parameter, address));
      const where = second && kindOf(second) === 'html' ? hasScriptAddress(bodyText(second), address) : null;
      if (second && where)
        scan.report(reflected, {
          answer: second,
          parameter: parameter.name,
          evidence: `The text became the address of ${where}, where javascript: runs.`,
          excerpt: address,
        });
    }
    await guess(scan);
    // Error pages like to repeat the address.
    const lost = await scan.probe(new URL(`/${encodeURIComponent(breakout(scan.mark).replace('/', ''))}`, scan.base));
    if (lost) judge(scan, lost, 'path');
    const odd = await scan.probe(new URL(`?${scan.mark}=${encodeURIComponent(breakout(scan.mark))}`, scan.base));
    if (odd) judge(scan, odd, 'any parameter');
  },
};
