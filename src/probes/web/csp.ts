import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity, Type } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';

const judged: Partial<Record<Type, string>> = {
  [Type.SCRIPT_UNSAFE_INLINE]: "'unsafe-inline' allows every inline script",
  [Type.SCRIPT_UNSAFE_EVAL]: "'unsafe-eval' allows text to be run as a script",
  [Type.PLAIN_URL_SCHEMES]: 'a whole scheme is allowed as a source',
  [Type.PLAIN_WILDCARD]: '* allows every source',
  [Type.MISSING_DIRECTIVES]: 'missing',
  [Type.SCRIPT_ALLOWLIST_BYPASS]:
    'this host also serves scripts that anyone can use to get around the policy',
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
    if (
      finding.type === Type.SRC_HTTP &&
      !/^(script-src|script-src-elem|object-src|default-src|base-uri)$/.test(finding.directive)
    )
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

export const restrictsScripts = (policy: string) =>
  /(^|;)\s*(default-src|script-src|script-src-elem)\s/i.test(`${policy} `);

/** Whether headers keep other websites from embedding a page; a reason when not. frame-ancestors overrides X-Frame-Options. */
export function framingGap(policies: readonly string[], frameOptions: readonly string[]): string | null {
  const lists = policies.flatMap((policy) =>
    [...policy.matchAll(/(?:^|;)\s*frame-ancestors(\s[^;]*)?(?=;|$)/gi)].map((match) =>
      (match[1] ?? '').trim(),
    ),
  );
  if (lists.length > 0) {
    const open = lists.every((list) =>
      list.split(/\s+/).some((source) => /^(\*|https?:|https?:\/\/\*)$/i.test(source)),
    );
    return open ? `frame-ancestors allows every website: ${lists[0]}` : null;
  }
  const values = frameOptions.flatMap((value) => value.split(',')).map((value) => value.trim().toUpperCase());
  if (values.includes('DENY') || values.includes('SAMEORIGIN')) return null;
  return values.length > 0 && values[0] !== ''
    ? `X-Frame-Options has no effect: ${values[0]}`
    : 'Neither X-Frame-Options nor frame-ancestors is sent.';
}
