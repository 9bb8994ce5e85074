import { bodyText } from '#probes/http/answer.ts';
import { defaultPageOf } from '#probes/web/defaultPage.ts';
import { defineRule, type Check } from '../../rule.ts';
import { isDocument } from '../documents.ts';

const defaultPage = defineRule({
  id: 'server.default-page',
  title: 'A page that came with the server is still shown',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
  cwe: 'CWE-16',
  pci: '2.2.2',
  explanation:
    'The address shows the page that the software brings along when it is installed. It names the software, and tells attackers that the server may not have been set up to the end and still has its first settings.',
  fix: '1. Put your own page in its place, or take the address out of the DNS when it is not needed.\n2. Remove example applications and manuals that came with the server.\n3. Check the other settings of the server: passwords, administration pages, modules.',
  references: ['https://owasp.org/Top10/A05_2021-Security_Misconfiguration/'],
});

export const defaultPages: Check = {
  name: 'Pages that came with the server',
  rules: [defaultPage],
  level: 'safe',
  look: (seen, scan) => {
    if (!isDocument(seen)) return false;
    const name = defaultPageOf(bodyText(seen.answer));
    if (name !== null)
      scan.report(defaultPage, {
        answer: seen.answer,
        evidence: `The page that ${name} brings along: ${seen.page.title.slice(0, 120)}`,
      });
    return undefined;
  },
};
