import { headerAll } from '#probes/http/answer.ts';
import { cspWeaknesses, restrictsScripts, splitPolicies } from '#probes/web/csp.ts';
import { defineRule, type Check, type Rule, type Scan, type Seen } from '../../rule.ts';
import { isDocument } from '../documents.ts';

const references = [
  'https://developer.mozilla.org/docs/Web/HTTP/Guides/CSP',
  'https://csp-evaluator.withgoogle.com/',
  'https://web.dev/articles/strict-csp',
];

const missing = defineRule({
  id: 'headers.csp-missing',
  title: 'No Content Security Policy',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:L/A:N',
  cwe: 'CWE-693',
  pci: '6.4.3',
  explanation:
    'A Content Security Policy tells browsers which scripts belong to the website. Without it, a script that an attacker manages to slip into a page (cross-site scripting) runs unhindered.',
  fix: "1. Begin in report-only mode to see what the pages load:\nContent-Security-Policy-Report-Only: default-src 'self'; object-src 'none'; base-uri 'self'\n2. Add the sources that are really needed, and a fresh nonce for each inline script.\n3. Enforce it:\nContent-Security-Policy: default-src 'self'; script-src 'self' 'nonce-{random}'; object-src 'none'; base-uri 'self'; frame-ancestors 'self'",
  references,
});

const reportOnly = defineRule({
  id: 'headers.csp-report-only',
  title: 'The Content Security Policy is only reported, not enforced',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:L/A:N',
  cwe: 'CWE-693',
  pci: '6.4.3',
  explanation:
    'Browsers report violations of the policy but stop nothing, so it does not protect visitors yet.',
  fix: '1. Look through the reports and allow what the pages really need.\n2. Send the same policy in the header Content-Security-Policy.',
  references,
});

const weak = defineRule({
  id: 'headers.csp-weak',
  title: 'The Content Security Policy lets injected scripts run',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:L/A:N',
  cwe: 'CWE-693',
  pci: '6.4.3',
  explanation:
    'There is a policy, but it has gaps wide enough for a script that an attacker slips into a page. It protects less than it seems to.',
  fix: "1. Replace 'unsafe-inline' in script-src by a fresh nonce per answer, or by hashes of the inline scripts.\n2. Name exact hosts in place of *, https: and data:.\n3. Add object-src 'none' and base-uri 'self'.\nExample: script-src 'nonce-{random}' 'strict-dynamic'; object-src 'none'; base-uri 'none'",
  references,
});

const nonceReused = defineRule({
  id: 'headers.csp-nonce-reused',
  title: 'The nonce of the Content Security Policy is always the same',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:L/A:N',
  cwe: 'CWE-693',
  pci: '6.4.3',
  explanation:
    'The nonce is the password with which a page marks its own scripts. It repeats between answers, so an attacker can read it and mark a script of their own.',
  fix: '1. Make a new random nonce of at least 16 bytes for each answer.\n2. Where pages are kept in a cache, use hashes of the inline scripts instead.',
  references,
});

function look(seen: Seen, scan: Scan): void | readonly Rule[] | false {
  if (!isDocument(seen)) return false;
  const { answer, page } = seen;
  const enforced = splitPolicies([
    ...headerAll(answer, 'content-security-policy'),
    ...page.equivs.filter((meta) => meta.name === 'content-security-policy').map((meta) => meta.content),
  ]);
  const reported = splitPolicies(headerAll(answer, 'content-security-policy-report-only'));
  const parameter = 'Content-Security-Policy';
  if (enforced.length === 0) {
    if (reported.length > 0)
      scan.report(reportOnly, {
        answer,
        parameter: `${parameter}-Report-Only`,
        evidence: `Only reported: ${reported[0]!.slice(0, 300)}`,
      });
    else scan.report(missing, { answer, parameter, evidence: 'The header is absent.' });
    // Without a policy there is none to be weak.
    return [missing, reportOnly];
  }
  const scripting = enforced.filter(restrictsScripts);
  if (scripting.length === 0) {
    // upgrade-insecure-requests or frame-ancestors alone are no policy for scripts.
    scan.report(missing, {
      answer,
      parameter,
      evidence: `The policy says nothing about scripts: ${enforced[0]!.slice(0, 300)}`,
    });
    return [missing, reportOnly];
  }
  // Every policy must agree, so the strictest one counts.
  const lists = scripting.map(cspWeaknesses).sort((a, b) => a.length - b.length);
  if (lists[0]!.length > 0)
    scan.report(weak, { answer, parameter, evidence: lists[0]!.slice(0, 6).join('; ') });
  for (const policy of scripting) {
    for (const nonce of new Set([...policy.matchAll(/'nonce-([^']+)'/g)].map((match) => match[1]!))) {
      const first = nonces(scan).get(nonce);
      if (first === undefined) nonces(scan).set(nonce, answer.url);
      else if (first !== answer.url)
        scan.report(nonceReused, { answer, parameter, evidence: `The same nonce also came with ${first}` });
    }
  }
  return undefined;
}

const noncesOf = new WeakMap<Scan, Map<string, string>>();
function nonces(scan: Scan): Map<string, string> {
  let known = noncesOf.get(scan);
  if (!known) noncesOf.set(scan, (known = new Map()));
  return known;
}

export const csp: Check = {
  name: 'Content Security Policy',
  rules: [missing, reportOnly, weak, nonceReused],
  level: 'lightning',
  look,
};
