import { cheatSheet, defineRule } from '../../rule.ts';

const common = {
  cwe: 'CWE-79',
  pci: '6.2.4',
  pciAutoFail: true,
} as const;

const sheet = cheatSheet('Cross_Site_Scripting_Prevention');
const attack = 'https://owasp.org/www-community/attacks/xss/';

const escapeIt =
  '1. Turn text into text at the place where it is put out.\nPHP: htmlspecialchars($q, ENT_QUOTES, "UTF-8")\nTemplates: use the form that escapes ({{ q }}, not {{{ q }}}, |safe or v-html)\nInside scripts: hand over data as JSON with < written as \\u003c\nInside href and src: allow only addresses that begin with https:// or a single slash\n2. Add a Content Security Policy without unsafe-inline as a second line of defence.';

/** Where a visitor's own browser would not send the text by itself, or a policy holds the script back. */
export const milder = 'AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N';

export const reflected = defineRule({
  ...common,
  id: 'active.reflected-xss',
  title: 'Text from an address becomes part of the page (cross-site scripting)',
  vector: 'AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:L/A:N',
  explanation:
    'A part of the request is put into the page as markup or script. Someone who gets a visitor to follow a prepared link can run a script in the name of the website: read what is shown, take over the session, ask for passwords.',
  fix: escapeIt,
  references: [attack, sheet],
});

export const stored = defineRule({
  ...common,
  id: 'active.stored-xss',
  title: 'Text that visitors leave behind runs as a script for others (stored cross-site scripting)',
  vector: 'AV:N/AC:L/PR:L/UI:R/S:C/C:H/I:H/A:N',
  explanation:
    'Text that one visitor enters is kept and later put into a page as markup or script. Everyone who opens that page runs it, without having to follow a prepared link: it can read what is shown, act in their name and take over their session.',
  fix: `${escapeIt}\n3. Look through what is stored already: entries made before the fix stay dangerous where old pages show them.`,
  references: [attack, sheet],
});

export const dom = defineRule({
  ...common,
  id: 'active.dom-xss',
  title: 'A script of the page runs text from outside (DOM-based cross-site scripting)',
  vector: 'AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:L/A:N',
  explanation:
    'A script of the page takes text from outside, from the address or a message for example, and puts it into the page as markup or script. The server never sees it, so it cannot stop it. Someone who gets a visitor to follow a prepared link can run a script in the name of the website.',
  fix: "1. Put text into the page as text: element.textContent = value, not innerHTML; addEventListener, not attributes.\n2. Never give text from outside to eval, Function, setTimeout or setInterval.\n3. Before location = value or link.href = value, check: const to = new URL(value, location.href); if (to.origin === location.origin) …\n4. In message listeners compare event.origin with the whole expected origin.\n5. Where markup is needed, clean it with a maintained sanitizer (DOMPurify). A policy with require-trusted-types-for 'script' finds what was forgotten.",
  references: [
    'https://owasp.org/www-community/attacks/DOM_Based_XSS',
    cheatSheet('DOM_based_XSS_Prevention'),
  ],
});

export const clientTemplate = defineRule({
  ...common,
  id: 'active.client-template-injection',
  title: 'Text from an address is computed as a template in the browser',
  vector: 'AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:L/A:N',
  explanation:
    'The server puts a part of the request into a page that a script then reads as its template. Expressions in double braces are computed there, although all signs of markup are escaped. Someone who gets a visitor to follow a prepared link can run a script in the name of the website.',
  fix: '1. Do not mount a template framework on markup that the server fills with text from outside: hand the text over as data.\nAngularJS: put ng-non-bindable around such text. Vue: put v-pre around it, or mount on an empty element.\n2. AngularJS is no longer maintained: plan to replace it.',
  references: [
    'https://docs.angularjs.org/guide/security',
    'https://vuejs.org/guide/best-practices/security.html',
  ],
});
