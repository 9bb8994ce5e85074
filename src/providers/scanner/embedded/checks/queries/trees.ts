import { bodyText } from '#probes/http/answer.ts';
import { spellings } from '../../answers/likeness.ts';
import { cheatSheet, defineRule, type Check, type Rule, type Scan, type Tried } from '../../rule.ts';
import { isAlive, signsIn } from '../execution/likely.ts';
import { provesPair, type PairForm } from './pairs.ts';

/** Queries to directories (LDAP) and to XML documents (XPath): texts that leave their place in a filter or an expression. */

const ldap = defineRule({
  id: 'active.ldap-injection',
  title: 'Text from a visitor changes a search in the directory (LDAP injection)',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:L/A:N',
  cwe: 'CWE-90',
  pciAutoFail: true,
  explanation:
    'A value that visitors send is put into a search of the directory of users as it is. Attackers get past a sign-in in this way, or read accounts and groups.',
  fix: '1. Escape every value for the place where it stands.\nJava: use a filter with placeholders, ctx.search(base, "(uid={0})", new Object[]{uid}, controls)\n.NET: Encoder.LdapFilterEncode(uid)\nPHP: ldap_escape($uid, \'\', LDAP_ESCAPE_FILTER)\nPython (ldap3): escape_filter_chars(uid)\n2. Accept only the letters and digits that user names have.',
  references: [cheatSheet('LDAP_Injection_Prevention')],
});
const xpath = defineRule({
  id: 'active.xpath-injection',
  title: 'Text from a visitor changes a search in an XML document (XPath injection)',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  cwe: 'CWE-643',
  pciAutoFail: true,
  explanation:
    'A value that visitors send is put into an expression that searches an XML document. Attackers read the whole document in this way, or get past a sign-in.',
  fix: '1. Hand values over as variables of the expression.\nJava: xpath.setXPathVariableResolver(…) and //user[@name=$name]\n.NET: XsltArgumentList with a compiled expression\nPython (lxml): tree.xpath("//user[@name=$n]", n=name)\nPHP: no variables: accept only letters and digits\n2. Refuse quotation marks in values that need none.',
  references: ['https://owasp.org/www-community/attacks/XPATH_Injection'],
});

const ldapError =
  /javax\.naming\.(NameNotFoundException|directory\.InvalidSearchFilterException|ldap)|LDAPException|com\.sun\.jndi\.ldap|ldap_search\(\): Search: Bad search filter|Bad search filter|supplied argument is not a valid ldap|IPWorksASP\.LDAP|Module Products\.LDAPMultiPlugins|invalid (search )?filter|Unbalanced parenthesis|LDAPInvalidFilterError|FILTER_ERROR/;
const xpathError =
  /XPathException|XPath(Eval|Syntax)?Error|SimpleXMLElement::xpath\(\)|DOMXPath::(query|evaluate)\(\)|Invalid (expression|predicate)|javax\.xml\.xpath|org\.apache\.xpath|XPATH syntax error|MS\.Internal\.Xml\.|lxml\.etree\.XPath|Unfinished literal|evaluat\w{1,20} xpath|xmlXPath(Eval|CompOpEval)/i;

function message(pattern: RegExp, text: string, sent: string): string | null {
  let rest = text.slice(0, 300_000);
  for (const form of spellings(sent)) rest = rest.replaceAll(form, ' ');
  return pattern.exec(rest)?.[0] ?? null;
}

/** What breaks the expression brings the interpreter's message; the same text without the sign that breaks it does not. */
async function byError(
  tried: Tried,
  rule: Rule,
  pattern: RegExp,
  breaking: string,
  calm: string,
): Promise<boolean> {
  if (pattern.test(bodyText(tried.plain))) return false;
  const bad = `${tried.point.value}${breaking}`;
  const one = await tried.send(bad);
  const shown = one && message(pattern, bodyText(one), bad);
  if (!one || !shown) return false;
  const good = `${tried.point.value}${calm}`;
  const two = await tried.send(good);
  if (!two || message(pattern, bodyText(two), good)) return false;
  tried.report(rule, {
    answer: one,
    payload: bad,
    evidence: `${breaking} in the value brings the message: ${shown}`,
    excerpt: shown,
  });
  return true;
}

// An asterisk finds everything in many a search: that alone would prove nothing.
const ldapForms = ({ point: { value } }: Tried): PairForm[] => [
  // A second condition beside the first, in brackets that the filter closes itself.
  {
    where: 'a value of a filter',
    kind: 'and',
    write: (truth, a) => ({ value: truth ? `${value})(!(zq=${a})` : `${value})(zqabc=${a}` }),
    broken: (a) => ({ value: `${value})((zq=${a}` }),
  },
];

const xpathForms = ({ point: { value } }: Tried): PairForm[] =>
  (["'", '"'] as const).flatMap((quote): PairForm[] => [
    {
      where: 'a text of an expression',
      kind: 'and',
      // Functions that only this language has tell it from SQL.
      write: (truth, a) => ({
        value: `${value}${quote} and string-length(${quote}${a}${quote})=${truth ? 4 : 7} and ${quote}1${quote}=${quote}1`,
      }),
      broken: (a) => ({
        value: `${value}${quote} and string-lengthy(${quote}${a}${quote})=4 and ${quote}1${quote}=${quote}1`,
      }),
    },
    {
      where: 'a text of an expression',
      kind: 'or',
      write: (truth, a) => ({
        value: `${value}${quote} or string-length(${quote}${a}${quote})=${truth ? 4 : 7} or ${quote}1${quote}=${quote}2`,
      }),
      broken: (a) => ({
        value: `${value}${quote} or string-lengthy(${quote}${a}${quote})=4 or ${quote}1${quote}=${quote}2`,
      }),
    },
  ]);

const opens = /user|login|name|mail|uid|^cn$|search|query|^q$|filter|pass|pwd|id$|find|term/i;

const hasFailed = ({ marked }: Tried, pattern: RegExp): boolean =>
  marked !== null && (message(pattern, bodyText(marked), '') !== null || marked.status >= 500);

function searchCheck(
  name: string,
  rule: Rule,
  pattern: RegExp,
  signs: readonly [breaking: string, calm: string][],
  forms: (tried: Tried) => PairForm[],
): Check {
  return {
    name,
    rules: [rule],
    level: 'safe',
    point: async (tried, scan: Scan) => {
      const { found, point } = tried;
      if (point.kind === 'file' || found.has('active.sql-injection') || found.has('active.nosql-injection'))
        return;
      const failed = hasFailed(tried, pattern);
      const isWorthOne = scan.depth !== 'few' && isAlive(tried) && opens.test(point.name);
      for (const [breaking, calm] of failed ? signs : signs.slice(0, isWorthOne ? 1 : 0))
        if (await byError(tried, rule, pattern, breaking, calm)) return;
      if (scan.depth === 'few' && !failed) return;
      const mayOpen =
        (opens.test(point.name) || signsIn(tried)) && point.kind !== 'header' && point.kind !== 'cookie';
      for (const form of forms(tried)) {
        if (form.kind === 'and' ? !isAlive(tried) : !mayOpen) continue;
        const proof = await provesPair(tried, form);
        if (!proof) continue;
        tried.report(rule, {
          answer: proof.holds,
          payload: proof.payload,
          evidence: `The value is read as ${proof.where}: ${proof.payload} finds what ${proof.counter} does not, each time.`,
        });
        return;
      }
    },
  };
}

export const ldapInjection = searchCheck(
  'LDAP injection',
  ldap,
  ldapError,
  [
    [')(', 'x'],
    ['*)(', 'x'],
  ],
  ldapForms,
);
export const xpathInjection = searchCheck(
  'XPath injection',
  xpath,
  xpathError,
  [
    ["'", "''"],
    ['"', 'x'],
    ["'", 'x'],
  ],
  xpathForms,
);
