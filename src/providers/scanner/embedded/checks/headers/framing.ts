import { header, headerAll } from '#probes/http/answer.ts';
import { framingGap, splitPolicies } from '#probes/web/csp.ts';
import { defineRule, type Check } from '../../rule.ts';
import { isDocument, isSensitive } from '../documents.ts';

const clickjacking = defineRule({
  id: 'headers.clickjacking',
  title: 'Pages can be embedded in other websites (clickjacking)',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:L/A:N',
  cwe: 'CWE-1021',
  explanation:
    'Another website can show these pages invisibly inside its own and trick a visitor into pressing buttons there, for example to change an account while believing to play a game.',
  fix: "1. Send this header with every page:\nContent-Security-Policy: frame-ancestors 'self'\n2. For very old browsers also: X-Frame-Options: SAMEORIGIN\nnginx: add_header Content-Security-Policy \"frame-ancestors 'self'\" always;\nApache: Header always set Content-Security-Policy \"frame-ancestors 'self'\"\n3. Name other websites there only if they are meant to embed yours.",
  references: [
    'https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Content-Security-Policy/frame-ancestors',
    'https://owasp.org/www-community/attacks/Clickjacking',
  ],
});

export const framing: Check = {
  name: 'Embedding in other websites',
  rules: [clickjacking],
  level: 'lightning',
  look: (seen, scan) => {
    if (!isDocument(seen)) return false;
    const gap = framingGap(
      splitPolicies(headerAll(seen.answer, 'content-security-policy')),
      headerAll(seen.answer, 'x-frame-options'),
    );
    if (gap === null) return undefined;
    scan.report(clickjacking, {
      answer: seen.answer,
      parameter: header(seen.answer, 'x-frame-options') === undefined ? 'frame-ancestors' : 'X-Frame-Options',
      evidence: gap,
      // Where there is something to press, the attack needs no luck.
      ...(isSensitive(seen.page) ? { vector: 'AV:N/AC:L/PR:N/UI:R/S:U/C:N/I:L/A:N' } : {}),
    });
    return undefined;
  },
};
