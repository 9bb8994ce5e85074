import { bodyText, type HttpAnswer } from '#probes/http/answer.ts';
import { defineRule, type Check, type Scan } from '../../rule.ts';
import { byDepth } from './likely.ts';
import { freshSum, holdsProduct } from './sum.ts';

const shellshock = defineRule({
  id: 'active.shellshock',
  title: 'The server’s shell carries out text of headers (Shellshock)',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  cwe: 'CWE-78',
  pci: '6.3.3',
  pciAutoFail: true,
  explanation:
    'A program of the website is started through an old version of the shell bash, which carries out commands that stand in the headers of a request. The scan had it calculate a number; attackers can have it do anything.',
  fix: '1. Update bash to 4.3 patch 27 or newer, or the operating system as a whole.\n2. Replace CGI programs written for a shell: run them as FastCGI or behind an application server.\n3. Look through the logs for headers that begin with "() {".',
  references: ['https://nvd.nist.gov/vuln/detail/CVE-2014-6271'],
});
const spring = defineRule({
  id: 'active.spring4shell',
  title: 'Parameters reach the class loader of the server (Spring4Shell)',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  cwe: 'CWE-94',
  pci: '6.3.3',
  pciAutoFail: true,
  confidence: 'firm',
  explanation:
    'The website is made with an old version of Spring that lets parameters of a request set inner values of the server. Attackers can have it write a program of theirs and carry it out.',
  fix: '1. Update Spring Framework to 5.3.18 or 5.2.20 or newer, Spring Boot to 2.6.6 or 2.5.12 or newer.\n2. Update Tomcat to 10.0.20, 9.0.62 or 8.5.78 or newer.\n3. Until then refuse fields: @InitBinder void init(WebDataBinder binder) { binder.setDisallowedFields("class.*", "Class.*", "*.class.*", "*.Class.*"); }',
  references: [
    'https://spring.io/blog/2022/03/31/spring-framework-rce-early-announcement',
    'https://nvd.nist.gov/vuln/detail/CVE-2022-22965',
  ],
});

const cgi = /\/cgi(?:-\w+)?\/[^/]|\.(?:cgi|sh|bash)$/i;

const programsOf = (scan: Scan): URL[] => {
  const met = [
    ...scan.site.paths,
    ...scan.site.pages.map(({ url }) => url),
    ...[...scan.site.parametrised.values()].map(({ href }) => href),
  ];
  const found = new Map<string, URL>();
  for (const text of met) {
    if (!URL.canParse(text, scan.base.href)) continue;
    const url = new URL(text, scan.base);
    if (cgi.test(url.pathname) && scan.inScope(url) && !scan.isHarmful(url)) found.set(url.pathname, url);
  }
  return [...found.values()];
};

async function tryShell(scan: Scan, url: URL): Promise<boolean> {
  let proof: { answer: HttpAnswer; payload: string; product: string } | null = null;
  for (let turn = 0; turn < 2; turn++) {
    const sum = freshSum();
    const payload = `() { zq; }; echo Content-Type: text/plain; echo; echo ${sum.tag}$((${sum.a}*${sum.b}))`;
    const answer = await scan.ask(url, { headers: { 'User-Agent': payload, Referer: payload } });
    if (!answer || !holdsProduct(answer, sum, sum.tag)) return false;
    proof = { answer, payload, product: sum.product };
  }
  if (!proof) return false;
  scan.report(shellshock, {
    answer: proof.answer,
    payload: proof.payload,
    parameter: 'User-Agent',
    evidence: `A command in a header was carried out: the answer holds its result ${proof.product}, twice with other numbers.`,
    excerpt: proof.product,
  });
  return true;
}

/** A value of the wrong kind is complained about where the field exists, and passed over where it does not. */
async function trySpring(scan: Scan, page: string): Promise<boolean> {
  const ask = (field: string) => {
    const url = new URL(page);
    url.searchParams.append(`class.module.classLoader.${field}`, scan.mark);
    return scan.ask(url);
  };
  const refused = await ask('DefaultAssertionStatus');
  if (refused?.status !== 400) return false;
  const other = await ask(`zq${scan.mark}`);
  const again = await ask('DefaultAssertionStatus');
  if (!other || other.status >= 400 || again?.status !== 400) return false;
  scan.report(spring, {
    answer: refused,
    payload: `class.module.classLoader.DefaultAssertionStatus=${scan.mark}`,
    parameter: 'class.module.classLoader',
    url: page,
    evidence: `The field class.module.classLoader.DefaultAssertionStatus is refused as of the wrong kind (${refused.status}), one that does not exist is passed over (${other.status}): ${bodyText(
      refused,
    )
      .replace(/<[^<>]*>/g, ' ')
      .trim()
      .slice(0, 80)}`,
  });
  return true;
}

export const platforms: Check = {
  name: 'Known ways into platforms',
  rules: [shellshock, spring],
  level: 'safe',
  run: async (scan) => {
    for (const url of programsOf(scan).slice(0, byDepth(scan, 5, 10, 30))) await tryShell(scan, url);
    const { tech } = scan.site;
    const other = ['php', 'aspnet', 'python', 'ruby', 'node', 'go'].some((name) => tech.has(name));
    if (!tech.has('java') && (other || scan.depth === 'few')) return;
    const pages = [
      ...new Set(
        scan.site.pages
          .filter(({ answer }) => answer.status === 200)
          .map(({ url }) => url.replace(/\?.*/s, '')),
      ),
    ];
    for (const page of pages.slice(0, byDepth(scan, 2, 3, 8))) if (await trySpring(scan, page)) return;
  },
};
