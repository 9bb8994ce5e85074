import type { HttpAnswer } from '#probes/http/answer.ts';
import { bodyText, header, redirectTarget } from '#probes/http/answer.ts';
import { readPage, refreshTarget } from '#probes/web/page.ts';
import type { Check } from '../../rule.ts';
import { defineRule } from '../../rule.ts';
import { firstTries, mentions, parametersOf, withValue } from './parameters.ts';

const openRedirect = defineRule({
  id: 'active.open-redirect',
  title: 'Links of the website can lead anywhere (open redirect)',
  vector: 'AV:N/AC:L/PR:N/UI:R/S:C/C:N/I:L/A:N',
  cwe: 'CWE-601',
  pci: '6.2.4',
  explanation:
    'An address of the website sends visitors on to whatever website stands in it. Fraudsters use such links in mails, because they begin with a name that people trust.',
  fix: "1. Send visitors on only to paths of your own: accept values that begin with a single / and hold no backslash.\n2. For other websites keep a list and pass its key, not the address: /go?to=partner-7.\nExample: const safe = new URL(value, site).origin === site ? value : '/';",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Unvalidated_Redirects_and_Forwards_Cheat_Sheet.html'],
});
const headerInjection = defineRule({
  id: 'active.header-injection',
  title: 'Text from an address can add headers to the answer',
  vector: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: 'CWE-113',
  pci: '6.2.4',
  pciAutoFail: true,
  explanation:
    'Line breaks in a part of the address reach the headers of the answer. With a prepared link someone can set cookies in a visitor’s browser or exchange the page.',
  fix: '1. Refuse values with line breaks before they are put into a header.\n2. Use the redirect and cookie functions of the framework in its current version; they do so.',
  references: ['https://owasp.org/www-community/attacks/HTTP_Response_Splitting'],
});

const names =
  /^(url|uri|u|next|redir|redirect\w*|redirect[_-]?(?:to|url|uri)|return\w*|return[_-]?(?:to|url)|dest\w*|goto|go|to|continue|target|link|out|view|forward\w*|back\w*|callback|ref|referer|checkout_url|service|rurl|r|l|path)$/i;

/** Where an answer sends a browser: by header, or by a meta refresh. */
export function destination(answer: HttpAnswer): URL | null {
  const direct = redirectTarget(answer);
  if (direct) return direct;
  const refresh = header(answer, 'refresh');
  const target = refresh ? refreshTarget(refresh, answer.url) : readPage(bodyText(answer).slice(0, 200_000), answer.url).refresh;
  return target ? new URL(target) : null;
}

export const redirects: Check = {
  name: 'Redirects to other websites',
  rules: [openRedirect, headerInjection],
  level: 'safe',
  weight: 2,
  activity: 'Trying where links can lead',
  run: async (scan) => {
    const first = await firstTries(scan);
    const likely = new Set(
      first
        .filter(({ answer }) => answer.status >= 300 && answer.status < 400 && mentions(answer, scan.mark))
        .map(({ parameter }) => parameter),
    );
    for (const parameter of parametersOf(scan)) {
      const same = first.find((item) => item.parameter.url === parameter.url && item.parameter.name === parameter.name)?.parameter;
      if (!(same && likely.has(same)) && !names.test(parameter.name) && !/^(https?:)?\/|^https?%3a/i.test(parameter.value)) continue;
      const foreign = `${scan.mark}.example`;
      const own = scan.base.hostname;
      for (const [index, value] of [
        `https://${foreign}/`,
        `//${foreign}/`,
        `/\\${foreign}/`,
        `https://${own}.${foreign}/`,
        `https://${own}@${foreign}/`,
      ].entries()) {
        const answer = await scan.probe(withValue(parameter, value), { maxBytes: 200_000 });
        if (!answer) break;
        const end = destination(answer);
        if (end && (end.hostname === foreign || end.hostname === `${own}.${foreign}`)) {
          scan.report(openRedirect, {
            answer,
            parameter: parameter.name,
            placeKey: `${parameter.url.pathname} ${parameter.name}`,
            evidence: `${parameter.name}=${value} leads to ${end.href}`,
          });
          break;
        }
        // Only something that redirects at all is worth the finer tries.
        if (index === 0 && !end) break;
      }
    }
    for (const { parameter, answer } of first) {
      if (!answer.headers.some(([, value]) => value.includes(scan.mark))) continue;
      const second = await scan.probe(withValue(parameter, `${scan.mark}\r\nX-${scan.mark}: 1`), { maxBytes: 20_000 });
      if (second && header(second, `x-${scan.mark}`) !== undefined)
        scan.report(headerInjection, {
          answer: second,
          parameter: parameter.name,
          evidence: `A line break in ${parameter.name} added the header X-${scan.mark}.`,
        });
    }
  },
};
