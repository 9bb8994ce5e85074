import { bodyText, type HttpAnswer } from '#probes/http/answer.ts';
import { defineRule, cheatSheet, type Check, type Scan, type Tried } from '../../rule.ts';
import { isFileName, byDepth, likelyFile } from '../execution/likely.ts';
import type { Callback } from '../../callbacks/callbacks.ts';
import { contactTwice, fetches, describeContact, type Proof } from './contact.ts';

export const inclusion = defineRule({
  id: 'active.remote-inclusion',
  title: 'A page is put together from a file of another server (remote file inclusion)',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  cwe: 'CWE-98',
  pciAutoFail: true,
  explanation:
    'A parameter names the file of which the page is made, and the website also takes an address on another server. The scan gave it a harmless text. Where the language carries out what it includes, attackers give it a program and take over the server.',
  fix: '1. Never make the name of a file from what visitors send: keep a list of the allowed pages and choose from it.\nPHP: $pages = ["about" => "about.php"]; require $pages[$_GET["page"]] ?? "home.php";\n2. PHP: set allow_url_include = Off and, where nothing needs it, allow_url_fopen = Off.\n3. Keep the server from opening connections to the internet.',
  references: [
    'https://owasp.org/www-community/attacks/Remote_File_Inclusion',
    'https://cwe.mitre.org/data/definitions/98.html',
  ],
});

const complaint =
  /\b(?:include|require)(?:_once)?\b.{0,300}(?:failed to open stream|failed opening|HTTP request failed|allow_url_include)|Server\.Execute.{0,80}failed/i;

function inclusionSigns(
  tried: Tried,
  answer: HttpAnswer,
  marker: string,
): { evidence: string; certain: boolean } | null {
  const text = bodyText(answer);
  const complained = complaint.exec(text)?.[0];
  if (complained !== undefined && !complaint.test(bodyText(tried.plain)))
    return {
      evidence: `The language complained about the inclusion: "${complained.slice(0, 200)}".`,
      certain: true,
    };
  // The same parameter shows a file of the website where it names one.
  if (text.includes(marker) && isFileName(tried.point.value) && tried.reacts && tried.plain.status < 400)
    return {
      evidence: `The page shows the text of our server where it shows its own file ${tried.point.value.slice(0, 80)}.`,
      certain: false,
    };
  return null;
}

const rule = defineRule({
  id: 'active.ssrf',
  title: 'The server fetches addresses that visitors choose (server-side request forgery)',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:C/C:L/I:N/A:N',
  cwe: 'CWE-918',
  explanation:
    'The website opens an address that comes from the request. The scan had it contact our server. Attackers have it contact what only it can reach: machines of the inner network, administration pages, the metadata service of a cloud with its keys.',
  fix: '1. Let visitors choose from known destinations instead of giving an address.\n2. Where any address must be allowed: resolve the name once, refuse private, loopback and link-local addresses, connect to exactly the address that was checked, and follow no redirects without checking again.\n3. Allow only http and https and the usual ports.\n4. Keep the machine from reaching the inner network and the metadata service (cloud: demand session tokens, IMDSv2).',
  references: [
    'https://owasp.org/www-community/attacks/Server_Side_Request_Forgery',
    cheatSheet('Server_Side_Request_Forgery_Prevention'),
  ],
});
// What comes back can be read: pages of the inner network too.
const readable = 'AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:N/A:N';

const names =
  /ur[il]s?$|^(u|link|href|src|source|dest(ination)?|target|host|hostname|server|domain|site|website|proxy|callback|webhook|hook|feed|rss|atom|fetch|load|image|img|avatar|picture|photo|icon|logo|endpoint|remote|origin|address|addr|ping|notify|import|download|preview|page|html|xml|wsdl|api|service|port|redirect|return|next|continue|reference|ref|from|to|out|view|forward|oembed|embed|upload_?from)$|(url|uri|link|host|domain|webhook|callback|feed|endpoint|proxy|avatar|image)(_|-|$)|(Url|Uri|Link|Host|Domain|Webhook|Callback|Feed|Endpoint|Proxy|Avatar|Image|Api)\d*$/i;
const withScheme = /^\s*(?:[a-z][a-z0-9+.-]{1,15}:)?\/\/\S/i;
const bareHost =
  /^(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}(?::\d{1,5})?(?:\/\S*)?$|^(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?(?:\/\S*)?$|^localhost(?::\d{1,5})?(?:\/\S*)?$/i;

const decoded = (value: string) => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

function promisesAddress({ point }: Tried): boolean {
  const value = decoded(point.value);
  if (withScheme.test(value)) return true;
  if (point.kind === 'path' || point.kind === 'cookie') return false;
  if (point.kind === 'header') return point.name === 'Referer';
  return names.test(point.name.split('.').at(-1)!) || (bareHost.test(value) && !isFileName(value));
}

type Form = (call: Callback, value: string) => string;

const withoutScheme = (call: Callback) => call.http.slice('http://'.length);

/** Plain first, then what gets past a test of the beginning, the end or the host of an address. */
function formsFor(value: string): Form[] {
  const met = decoded(value);
  const url = URL.canParse(met) && withScheme.test(met) ? new URL(met) : null;
  const ending = /\.[a-z]{2,5}$/i.exec(url?.pathname ?? met)?.[0] ?? '';
  const plain: Form = (call) => call.http;
  const bare: Form = (call) => withoutScheme(call);
  const ended: Form = (call) =>
    `${call.http}${ending === '' || !/\.(?:png|jpe?g|gif|xml|json|html?|rss|svg|pdf)$/i.test(ending) ? '.png' : ending}`;
  const relative: Form = (call) => `//${withoutScheme(call)}`;
  const asUser: Form = (call) => `http://${url?.host ?? 'localhost'}@${withoutScheme(call)}`;
  const quoting: Form = (call) => `${call.http}?u=${url ? met : 'https://localhost/'}`;
  return url
    ? [plain, asUser, ended, quoting, relative, bare]
    : bareHost.test(met)
      ? [bare, plain, relative, ended, asUser, quoting]
      : [plain, bare, ended, relative, asUser, quoting];
}

function reportProof(tried: Tried, scan: Scan, { contact, answer, call }: Proof, payload: string): void {
  if (tried.found.has(rule.id) || tried.found.has(inclusion.id)) return;
  const shown = bodyText(answer).includes(call.content);
  const contacts = `The server contacted our listener twice, each time with the token just sent (${describeContact(contact)}).`;
  const signs = inclusionSigns(tried, answer, call.content);
  if (signs)
    tried.report(inclusion, {
      answer,
      payload,
      evidence: `${contacts} ${signs.evidence}`,
      confidence: signs.certain ? 'certain' : 'firm',
      ...(shown ? { excerpt: call.content } : {}),
    });
  else
    tried.report(rule, {
      answer,
      payload,
      evidence: `${contacts}${shown ? ' The answer shows what our listener said.' : ''}`,
      ...(shown ? { excerpt: call.content, vector: readable } : {}),
    });
}

function mostForms(tried: Tried, scan: Scan): number {
  if (tried.point.kind === 'header') return byDepth(scan, 0, 0, 1);
  if (promisesAddress(tried)) return byDepth(scan, 1, 3, 6);
  return tried.reacts && likelyFile(tried) && isFileName(tried.point.value) ? byDepth(scan, 0, 1, 1) : 0;
}

export const ssrf: Check = {
  name: 'Server-side requests and remote files',
  rules: [rule, inclusion],
  needsContacts: [rule, inclusion],
  level: 'safe',
  point: async (tried, scan) => {
    const { callbacks } = scan;
    if (!callbacks || tried.point.kind === 'file') return;
    for (const form of formsFor(tried.point.value).slice(0, mostForms(tried, scan))) {
      let payload = '';
      const attempt = await contactTwice(
        callbacks,
        (call) => {
          payload = form(call, tried.point.value);
          return tried.send(payload);
        },
        (proof) => reportProof(tried, scan, proof, form(proof.call, tried.point.value)),
        // A name that is looked up may be a test whether it is allowed.
        fetches,
      );
      if (attempt.contacted()) return;
    }
  },
};
