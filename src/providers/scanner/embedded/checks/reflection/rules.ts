import { defineRule } from '../../rule.ts';

const escapeFix =
  '1. Turn text into text at the place where it is put out.\nPHP: htmlspecialchars($q, ENT_QUOTES, "UTF-8")\nTemplates: use the form that escapes ({{ q }}, not {{{ q }}}, |safe or v-html)\nJSP: <c:out value="${q}"/>; ASP.NET: @q, not @Html.Raw(q)\nReact: {q}, not dangerouslySetInnerHTML\nInside scripts: hand over data as JSON with < written as \\u003c\n2. Add a Content Security Policy without unsafe-inline as a second line of defence.';
const references = [
  'https://owasp.org/www-community/attacks/xss/',
  'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
];
const common = { cwe: 'CWE-79', pci: '6.2.4', pciAutoFail: true, references };

export const reflected = defineRule({
  ...common,
  id: 'active.reflected-xss',
  title: 'Text from an address or form becomes part of the page (cross-site scripting)',
  vector: 'AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:L/A:N',
  explanation:
    'What a visitor sends is put into the page as markup. Someone who gets a visitor to follow a prepared link can run a script in the name of the website: read what is shown, take over the session, ask for passwords.',
  fix: escapeFix,
});

export const stored = defineRule({
  ...common,
  id: 'active.stored-xss',
  title: 'Text that visitors leave becomes part of pages for others (stored cross-site scripting)',
  vector: 'AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:H/A:N',
  explanation:
    'The website keeps what visitors write and puts it into pages as markup. A script left there runs for everybody who opens the page, administrators too, without any prepared link.',
  fix: `${escapeFix}\n3. Remove the entries that this scan has left; they contain the text shown as payload.\n4. Where visitors may use markup, clean it with a maintained library (DOMPurify, OWASP Java HTML Sanitizer, HTML Purifier).`,
});

export const inBrowser = defineRule({
  ...common,
  id: 'active.dom-xss',
  title: 'A script of the page carries out text from the address (DOM-based cross-site scripting)',
  vector: 'AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:L/A:N',
  explanation:
    'A script of the page reads a part of the address, or a message of another window, and puts it into the page as markup or carries it out. The server never sees it, so its filters do not help.',
  fix: '1. Put text into pages as text: element.textContent = text, not innerHTML; jQuery: .text(), not .html().\n2. Never hand text to eval, Function, or setTimeout as a string.\n3. Where an address is set, check that it begins with https:// or / first.\n4. In message listeners check event.origin against a fixed list.\n5. Turn on Trusted Types in the Content Security Policy.',
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/DOM_based_XSS_Prevention_Cheat_Sheet.html'],
});

export const clientTemplate = defineRule({
  ...common,
  id: 'active.client-template-injection',
  title: 'Text from a visitor is carried out as a template in the browser',
  vector: 'AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:L/A:N',
  explanation:
    'The server puts text of visitors into a part of the page that a framework in the browser reads as a template. Formulas in that text are worked out there, which leads to scripts in the name of the website.',
  fix: '1. Never put text of visitors into the markup that AngularJS, Vue or another framework takes over: hand it over as data.\n2. Mark such places as none of its business (ng-non-bindable, v-pre).\n3. Leave AngularJS 1.x, which is not maintained any more.',
  references: ['https://owasp.org/www-project-web-security-testing-guide/'],
});

/** The same flaw where the policy of the page keeps the script from running. */
export const heldByPolicy = 'AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:N/A:N';
