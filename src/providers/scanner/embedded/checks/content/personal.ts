import { header, redirectTarget } from '#probes/http/answer.ts';
import { maskSecret } from '#probes/http/masks.ts';
import { cheatSheet, defineRule, type Check, type Rule, type Scan, type Seen } from '../../rule.ts';
import { isDocument } from '../documents.ts';

const sessionInUrl = defineRule({
  id: 'content.session-in-url',
  title: 'The session key stands in the address of pages',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:L/A:N',
  cwe: 'CWE-598',
  explanation:
    'Links carry the key of the session. Addresses are kept in histories and logs, passed on to other websites and sent to friends; whoever gets one takes over the session.',
  fix: '1. Keep the session in a cookie only.\nPHP: session.use_only_cookies = 1, session.use_trans_sid = 0\nJava: <session-config><tracking-mode>COOKIE</tracking-mode></session-config> in web.xml\nASP.NET: <sessionState cookieless="UseCookies" />\n2. Give every visitor a new key at sign-in.',
  references: [cheatSheet('Session_Management')],
});
const prefilled = defineRule({
  id: 'content.password-prefilled',
  title: 'A page comes with a password already filled in',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:N/A:N',
  cwe: 'CWE-256',
  pci: '8.3.2',
  confidence: 'firm',
  explanation:
    'The source text of the page contains the value of a password field. It can be read there by whoever opens the page, and the website must be keeping the password in a readable form to be able to write it.',
  fix: '1. Never write a password back into a page: leave the value of the field empty.\n2. Store passwords only as hashes (Argon2, bcrypt).\n3. Have the passwords changed that were shown.',
  references: [cheatSheet('Password_Storage')],
});
const basicPlain = defineRule({
  id: 'content.basic-auth-unencrypted',
  title: 'The server asks for a password over an unencrypted connection',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:N',
  cwe: 'CWE-523',
  pci: '8.3.2',
  pciAutoFail: true,
  explanation:
    'A part of the website is protected by a password that browsers send with every request, hardly disguised (HTTP Basic), and the connection is not encrypted. Anyone in the same network can read it.',
  fix: '1. Serve this part over https only, and redirect http to it before a password is asked for.\n2. Change the passwords that were used until now.',
  references: ['https://www.rfc-editor.org/rfc/rfc7617#section-4'],
});

const names =
  /^(?:phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|cftoken|sessionid|session_id|sess_?id|sid|oscsid|zenid)$/i;

const isKey = (value: string): boolean =>
  /^[\w.!,-]{16,200}$/.test(value) &&
  /\d/.test(value) &&
  /[a-z]/i.test(value) &&
  !/^[a-z]+(?:[-_][a-z0-9]+)+$/.test(value);

function sessionInAddress(url: URL): { name: string; value: string } | null {
  const inPath =
    /;(jsessionid)=([\w.!-]{16,200})/i.exec(url.pathname) ??
    /\/\((S)\(([a-z0-9]{24})\)\)\//i.exec(url.pathname);
  if (inPath) return { name: inPath[1]!, value: inPath[2]! };
  for (const [name, value] of url.searchParams) if (names.test(name) && isKey(value)) return { name, value };
  return null;
}

function look(seen: Seen, scan: Scan): readonly Rule[] {
  const { answer } = seen;
  if (!seen.own) return [];
  if (
    answer.status === 401 &&
    answer.url.startsWith('http:') &&
    /^basic\b/i.test(header(answer, 'www-authenticate') ?? '')
  )
    scan.report(basicPlain, {
      answer,
      parameter: 'WWW-Authenticate',
      evidence: `WWW-Authenticate: ${header(answer, 'www-authenticate')!.slice(0, 200)}`,
    });
  if (seen.via !== 'page') return [basicPlain];
  const target = redirectTarget(answer);
  const urls = [
    ...(target ? [target.href] : []),
    ...(seen.page ? [...seen.page.links, ...seen.page.forms.map((form) => form.action)] : []),
  ];
  for (const link of urls) {
    const url = new URL(link);
    if (!scan.inScope(url)) continue;
    const found = sessionInAddress(url);
    if (!found) continue;
    scan.report(sessionInUrl, {
      answer,
      parameter: found.name,
      placeKey: `${found.name} ${new URL(answer.url).pathname.replace(/;.*/, '')}`,
      evidence: `A link carries ${found.name}=${maskSecret(found.value)}`,
      excerpt: found.name,
    });
    break;
  }
  if (!isDocument(seen)) return [basicPlain, sessionInUrl];
  for (const form of seen.page.forms)
    for (const field of form.fields)
      if (
        field.type === 'password' &&
        field.value.trim().length > 2 &&
        !/^(?:[*•●.x]+|password|passwort|your.*|enter.*)$/i.test(field.value.trim())
      )
        scan.report(prefilled, {
          answer,
          parameter: field.name,
          placeKey: `${form.action.replace(/\?.*/s, '')} ${field.name}`,
          evidence: `<input type="password" name="${field.name.slice(0, 80)}" value="${maskSecret(field.value)}">`,
          excerpt: 'type="password"',
        });
  return [basicPlain, sessionInUrl, prefilled];
}

export const personal: Check = {
  name: 'Passwords and session keys in pages',
  rules: [sessionInUrl, prefilled, basicPlain],
  level: 'safe',
  look,
};
