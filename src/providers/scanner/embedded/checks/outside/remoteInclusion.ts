import { bodyText, type HttpAnswer } from '#probes/http/answer.ts';
import type { Tried } from '../../points/tried.ts';
import { defineRule } from '../../rule.ts';
import { isFileName } from '../execution/likely.ts';

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

/** Why the website includes what it fetched; null where it only shows it. */
export function inclusionSigns(
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
