import type { PageForm } from '#probes/web/form.ts';
import { defineRule, type Check, type Scan } from '../../rule.ts';
import { isDocument, type Document } from '../documents.ts';

const active = defineRule({
  id: 'content.mixed-active',
  title: 'Encrypted pages load scripts or styles unencrypted',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:L/A:N',
  cwe: 'CWE-319',
  pci: '4.2.1',
  explanation:
    'A script, style or frame of an encrypted page comes over an unencrypted connection. Someone on the way could replace it and take over the page; current browsers block it, so parts of the page may be missing.',
  fix: '1. Change the address of each listed file to https://.\n2. To catch forgotten ones, send the header: Content-Security-Policy: upgrade-insecure-requests',
  references: ['https://developer.mozilla.org/docs/Web/Security/Mixed_content'],
});
const passive = defineRule({
  id: 'content.mixed-passive',
  title: 'Encrypted pages load pictures or media unencrypted',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:L/A:N',
  cwe: 'CWE-319',
  pci: '4.2.1',
  explanation:
    'Pictures, sound or film of an encrypted page come over an unencrypted connection. Others can see which ones a visitor looks at, and exchange them.',
  fix: active.fix,
  references: active.references,
});
const insecureForm = defineRule({
  id: 'content.form-unencrypted',
  title: 'A form sends its entries unencrypted',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:L/A:N',
  cwe: 'CWE-319',
  pci: '4.2.1',
  explanation:
    'The page is encrypted, but what visitors enter in this form is sent in the clear. Anyone on the way can read it.',
  fix: '1. Change the action of the form to an https:// address, or to one without a host: <form action="/contact" method="post">\n2. Check that the receiving page works encrypted.',
});
const passwordPlain = defineRule({
  id: 'content.password-unencrypted',
  title: 'Passwords are entered on an unencrypted page',
  vector: 'AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:N',
  cwe: 'CWE-523',
  pci: '8.3.2',
  pciAutoFail: true,
  explanation:
    'A page with a password field is served unencrypted, or sends the password so. Anyone in the same network can read it or exchange the page for a false one.',
  fix: '1. Get a certificate and serve the whole website over https.\n2. Redirect http to https.\n3. Have passwords changed that were used until now.',
  references: [
    'https://owasp.org/www-project-web-security-testing-guide/',
    'https://cwe.mitre.org/data/definitions/523.html',
  ],
});
const passwordInUrl = defineRule({
  id: 'content.password-in-url',
  title: 'A form puts the password into the address',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:N/A:N',
  cwe: 'CWE-598',
  pci: '8.3.2',
  explanation:
    'The form is sent with GET, so the password becomes part of the address. Addresses are kept in the history of the browser and in the logs of servers.',
  fix: '1. Add method="post" to the form.\n2. Delete old server logs that hold passwords, and have those passwords changed.',
});

const activeTags = new Set(['script', 'iframe', 'frame', 'object', 'embed']);

/** The policy of the page has browsers ask for everything with encryption. */
const upgradesAll = ({ answer, page }: Document): boolean =>
  answer.headers.some(
    ([name, value]) =>
      /^content-security-policy$/i.test(name) &&
      /upgrade-insecure-requests|block-all-mixed-content/i.test(value),
  ) ||
  page.equivs.some(
    (meta) => meta.name === 'content-security-policy' && /upgrade-insecure-requests/i.test(meta.content),
  );

function reportParts({ answer, page }: Document, scan: Scan): void {
  const styles = new Set(page.styles.map((style) => style.url));
  for (const { url, tag, attribute } of page.resources) {
    if (!url.startsWith('http:') || isLoopback(url)) continue;
    const isActive = activeTags.has(tag) || (tag === 'link' && styles.has(url));
    if (!isActive && tag === 'link') continue;
    scan.report(isActive ? active : passive, {
      answer,
      parameter: url.slice(0, 300),
      placeKey: url,
      evidence: `<${tag} ${attribute}="${url.slice(0, 300)}">`,
      excerpt: url,
    });
  }
}

function reportForm({ answer }: Document, form: PageForm, isEncrypted: boolean, scan: Scan): void {
  const place = { answer, parameter: form.action.slice(0, 300), excerpt: '<form' };
  if (isEncrypted && form.action.startsWith('http:') && !isLoopback(form.action)) {
    const what = form.hasPassword ? 'The form with the password field' : 'The form';
    scan.report(form.hasPassword ? passwordPlain : insecureForm, {
      ...place,
      evidence: `${what} is sent to ${form.action.slice(0, 300)}`,
    });
  }
  if (form.hasPassword && form.method === 'GET' && form.explicitGet)
    scan.report(passwordInUrl, { ...place, evidence: 'A form with a password field has method="get".' });
}

export const mixed: Check = {
  name: 'Unencrypted parts of pages',
  rules: [active, passive, insecureForm, passwordPlain, passwordInUrl],
  level: 'safe',
  look: (seen, scan) => {
    if (!isDocument(seen)) return false;
    const { answer, page } = seen;
    const encrypted = answer.url.startsWith('https:');
    const needsCare = encrypted && !upgradesAll(seen);
    if (needsCare) reportParts(seen, scan);
    if (page.hasPassword && !encrypted)
      scan.report(passwordPlain, {
        answer,
        parameter: 'password',
        evidence: 'The page has a password field and was served over http.',
        excerpt: 'password',
      });
    for (const form of page.forms) reportForm(seen, form, needsCare, scan);
    // Parts of a page that is not encrypted itself are not mixed with anything.
    return encrypted
      ? [active, passive, insecureForm, passwordPlain, passwordInUrl]
      : [passwordPlain, passwordInUrl];
  },
};

// Browsers treat loopback addresses as trustworthy.
function isLoopback(url: string): boolean {
  return /^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/)/.test(url);
}
