import { header, headerAll } from '#probes/http/answer.ts';
import { defineRule, type Check } from '../../rule.ts';
import { isDocument } from '../documents.ts';

const nosniff = defineRule({
  id: 'headers.nosniff-missing',
  title: 'Browsers may guess the type of files (X-Content-Type-Options)',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:L/A:N',
  cwe: 'CWE-693',
  explanation:
    'Without this header a browser may treat a file as something it was not meant to be, for example an uploaded picture as a script.',
  fix: '1. Send this header with every answer: X-Content-Type-Options: nosniff\nnginx: add_header X-Content-Type-Options nosniff always;\nApache: Header always set X-Content-Type-Options nosniff\nIIS: <add name="X-Content-Type-Options" value="nosniff" /> under customHeaders in web.config',
  references: ['https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/X-Content-Type-Options'],
});

const referrerMissing = defineRule({
  id: 'headers.referrer-policy-missing',
  title: 'No Referrer-Policy',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
  cwe: 'CWE-200',
  explanation:
    'The website does not say how much of its addresses other websites may learn when a visitor follows a link. Current browsers hold back most of it by themselves, older ones do not.',
  fix: '1. Send this header with every page: Referrer-Policy: strict-origin-when-cross-origin\nnginx: add_header Referrer-Policy strict-origin-when-cross-origin always;\nApache: Header always set Referrer-Policy strict-origin-when-cross-origin',
  references: ['https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Referrer-Policy'],
});

const referrerWeak = defineRule({
  id: 'headers.referrer-policy-weak',
  title: 'Full addresses are passed on to other websites (Referrer-Policy)',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
  cwe: 'CWE-200',
  explanation:
    'The policy tells browsers to hand the full address of each page to the websites it links to. Addresses can hold search words, customer numbers or one-time links.',
  fix: '1. Change the header to: Referrer-Policy: strict-origin-when-cross-origin',
  references: referrerMissing.references,
});

const known = new Set([
  'no-referrer',
  'no-referrer-when-downgrade',
  'origin',
  'origin-when-cross-origin',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
  'unsafe-url',
]);

/** The referrer policy in force: browsers take the last word they know. Undefined when none is. */
export function referrerPolicy(values: readonly string[]): string | undefined {
  return values
    .flatMap((value) => value.split(','))
    .map((word) => word.trim().toLowerCase())
    .findLast((word) => known.has(word));
}

export const sniffing: Check = {
  name: 'Content types and referrers',
  rules: [nosniff, referrerMissing, referrerWeak],
  level: 'lightning',
  look: (seen, scan) => {
    if (!isDocument(seen)) return false;
    const { answer, page } = seen;
    const sniff = header(answer, 'x-content-type-options');
    if (sniff?.split(',')[0]?.trim().toLowerCase() !== 'nosniff')
      scan.report(nosniff, {
        answer,
        parameter: 'X-Content-Type-Options',
        evidence: sniff === undefined ? 'The header is absent.' : `The header is ${sniff}`,
      });
    const meta = page.metas.filter((entry) => entry.name === 'referrer').map((entry) => entry.content);
    const policy = referrerPolicy([...headerAll(answer, 'referrer-policy'), ...meta]);
    if (policy === undefined)
      scan.report(referrerMissing, {
        answer,
        parameter: 'Referrer-Policy',
        evidence: 'Neither a header nor a meta element sets one.',
      });
    else if (policy === 'unsafe-url' || policy === 'no-referrer-when-downgrade')
      scan.report(referrerWeak, {
        answer,
        parameter: 'Referrer-Policy',
        evidence: `The policy is ${policy}.`,
      });
    return undefined;
  },
};
