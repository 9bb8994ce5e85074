import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity, Type } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { headerAll } from '#probes/http/answer.ts';
import type { Check, Scan, Seen } from '../../rule.ts';
import { defineRule } from '../../rule.ts';
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
  explanation: 'Browsers report violations of the policy but stop nothing, so it does not protect visitors yet.',
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

const judged: Partial<Record<Type, string>> = {
  [Type.SCRIPT_UNSAFE_INLINE]: "'unsafe-inline' allows every inline script",
  [Type.SCRIPT_UNSAFE_EVAL]: "'unsafe-eval' allows text to be run as a script",
  [Type.PLAIN_URL_SCHEMES]: 'a whole scheme is allowed as a source',
  [Type.PLAIN_WILDCARD]: '* allows every source',
  [Type.MISSING_DIRECTIVES]: 'missing',
  [Type.SCRIPT_ALLOWLIST_BYPASS]: 'this host also serves scripts that anyone can use to get around the policy',
  [Type.OBJECT_ALLOWLIST_BYPASS]: 'this host serves plug-in content that can run scripts',
  [Type.NONCE_LENGTH]: 'the nonce is shorter than 8 characters',
  [Type.SRC_HTTP]: 'an unencrypted source is allowed',
};

/** Networks that deliver whatever anyone has published there. */
const openHosts =
  /(?:^|\/\/|\*\.)(?:cdn\.jsdelivr\.net|unpkg\.com|cdnjs\.cloudflare\.com|ajax\.googleapis\.com|rawgit\.com|raw\.githubusercontent\.com|esm\.sh|cdn\.skypack\.dev|(?:\w+\.)?googleapis\.com)$/i;

/** The policy without words that are no source at all: browsers skip them, and so must the evaluation. */
function readable(policy: string): string {
  return policy
    .slice(0, 20_000)
    .split(';')
    .map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return /^report-/i.test(name) ? '' : [name, ...sources.filter(isSource)].join(' ');
    })
    .join(';');
}

const keywords =
  /^'(?:self|none|strict-dynamic|report-sample|inline-speculation-rules|(?:wasm-)?unsafe-[a-z]+(?:-[a-z]+)?|nonce-[^']*|sha(?:256|384|512)-[^']*)'$/i;

function isSource(word: string): boolean {
  if (keywords.test(word) || /^[a-z][a-z0-9+.-]*:$/i.test(word)) return true;
  return (
    /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:\*|(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::(?:\d{1,5}|\*))?(?:\/[^\s;,\\]*)?$/i.test(
      word,
    ) &&
    URL.canParse(
      `https://${word
        .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
        .replace(':*', '')
        .replace('*', 'wildcard')}`,
    )
  );
}

/** Weak points of one enforced policy, a phrase each; empty for a policy that stops injected scripts. */
export function cspWeaknesses(policy: string): string[] {
  const parsed = new CspParser(readable(policy)).csp;
  const found = new Set<string>();
  const ownScripts = parsed.directives['script-src'] !== undefined;
  for (const finding of new CspEvaluator(parsed).evaluate()) {
    const words = judged[finding.type];
    if (words === undefined) continue;
    // A known bypass counts where anyone can publish a script; call-backs of search and video services come and go.
    if (
      (finding.type === Type.SCRIPT_ALLOWLIST_BYPASS || finding.type === Type.OBJECT_ALLOWLIST_BYPASS) &&
      (finding.severity !== Severity.HIGH || !openHosts.test(finding.value ?? ''))
    )
      continue;
    // The general list does not apply to scripts where they have a list of their own; plug-ins are gone from browsers.
    if (finding.directive === 'default-src' && ownScripts) continue;
    if (finding.type === Type.SRC_HTTP && !/^(script-src|script-src-elem|object-src|default-src|base-uri)$/.test(finding.directive))
      continue;
    // Inline styles and pictures from anywhere run nothing.
    if (/^(style|img|font|media|connect)-src/.test(finding.directive)) continue;
    found.add(`${finding.directive}${finding.value ? ` ${finding.value}` : ''}: ${words}`);
  }
  return [...found];
}

/** Every policy in a list of header values; a comma separates policies (CSP 3, 4.1). */
export function splitPolicies(values: readonly string[]): string[] {
  return values
    .flatMap((value) => value.split(','))
    .map((policy) => policy.trim())
    .filter((policy) => policy !== '');
}

const restrictsScripts = (policy: string) => /(^|;)\s*(default-src|script-src|script-src-elem)\s/i.test(`${policy} `);

function look(seen: Seen, scan: Scan): void {
  if (!isDocument(seen)) return;
  const { answer, page } = seen;
  const enforced = splitPolicies([
    ...headerAll(answer, 'content-security-policy'),
    ...page.equivs.filter((meta) => meta.name === 'content-security-policy').map((meta) => meta.content),
  ]);
  const reported = splitPolicies(headerAll(answer, 'content-security-policy-report-only'));
  const parameter = 'Content-Security-Policy';
  if (enforced.length === 0) {
    if (reported.length > 0)
      scan.report(reportOnly, { answer, parameter: `${parameter}-Report-Only`, evidence: `Only reported: ${reported[0]!.slice(0, 300)}` });
    else scan.report(missing, { answer, parameter, evidence: 'The header is absent.' });
    return;
  }
  const scripting = enforced.filter(restrictsScripts);
  if (scripting.length === 0) {
    // upgrade-insecure-requests or frame-ancestors alone are no policy for scripts.
    scan.report(missing, { answer, parameter, evidence: `The policy says nothing about scripts: ${enforced[0]!.slice(0, 300)}` });
    return;
  }
  // Every policy must agree, so the strictest one counts.
  const lists = scripting.map(cspWeaknesses).sort((a, b) => a.length - b.length);
  if (lists[0]!.length > 0) scan.report(weak, { answer, parameter, evidence: lists[0]!.slice(0, 6).join('; ') });
  for (const policy of scripting) {
    for (const nonce of new Set([...policy.matchAll(/'nonce-([^']+)'/g)].map((match) => match[1]!))) {
      const first = nonces(scan).get(nonce);
      if (first === undefined) nonces(scan).set(nonce, answer.url);
      else if (first !== answer.url) scan.report(nonceReused, { answer, parameter, evidence: `The same nonce also came with ${first}` });
    }
  }
}

const noncesOf = new WeakMap<Scan, Map<string, string>>();
function nonces(scan: Scan): Map<string, string> {
  let known = noncesOf.get(scan);
  if (!known) noncesOf.set(scan, (known = new Map()));
  return known;
}

export const csp: Check = { name: 'Content Security Policy', rules: [missing, reportOnly, weak, nonceReused], level: 'lightning', look };
