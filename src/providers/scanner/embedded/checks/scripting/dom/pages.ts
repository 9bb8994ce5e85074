import type { PageSummary, Scan } from '../../../rule.ts';
import { byDepth } from '../../execution/likely.ts';

const sources =
  /\blocation\b|document\.(url|documenturi|baseuri|referrer)|window\.name|\bname\b|urlsearchparams|searchparams|postmessage|onmessage|['"`](message|hashchange)['"`]/i;
const sinks =
  /innerhtml|outerhtml|insertadjacenthtml|document\s*\.\s*write|\beval\b|\bfunction\s*\(\s*["'`]|new\s+function|settimeout|setinterval|\.(src|href|action|srcdoc)\s*=|setattribute|createcontextualfragment|location\s*(\.\s*(href|assign|replace)\s*)?[=(]|window\.open|\$\s*\(|jquery|\.(html|append|prepend|after|before)\s*\(/i;

export function askedFor(code: string): string[] {
  const names = new Set<string>();
  const add = (hits: Iterable<RegExpMatchArray>) => {
    for (const hit of hits) if (names.size < 12) names.add(hit[1]!);
  };
  add(code.matchAll(/\.(?:get|getAll|has)\(\s*["'`]([\w\-[\]]{1,40})["'`]\s*\)/g));
  add(code.matchAll(/(?:param|query|url)\w{0,30}\(\s*["'`]([\w\-[\]]{1,40})["'`]/gi));
  add(code.matchAll(/["'`/](?:[?&]|\[\?&\]|\[\\\?&\])?([a-z_][\w-]{0,30})=["'`(]/gi));
  return [...names];
}

export type Candidate = { url: string; parameters: string[] };

/** Pages whose scripts may carry text from outside to where it runs; few of each kind, those seen to do so first. */
export function candidates(scan: Scan): Candidate[] {
  const most = byDepth(scan, 12, 40, 120);
  const kinds = new Map<string, number>();
  const sure: Candidate[] = [];
  const maybe: Candidate[] = [];
  const linked = new Map<string, Set<string>>();
  for (const url of scan.site.parametrised.values()) {
    const known = linked.get(url.pathname) ?? new Set<string>();
    for (const name of url.searchParams.keys()) if (known.size < 10) known.add(name);
    linked.set(url.pathname, known);
  }
  const add = ({ url, page, answer }: PageSummary) => {
    const inline = page.scripts.filter((script) => script.url === null).map((script) => script.code);
    const files = page.scripts.flatMap((script) => (script.url === null ? [] : [script.url]));
    const own = files.filter((file) => URL.canParse(file) && scan.inScope(new URL(file)));
    const code = inline.join('\n').slice(0, 300_000);
    const here = sources.test(code) && sinks.test(code);
    if (answer.status >= 500 || (!here && own.length === 0)) return;
    // The same scripts on many pages are one program; their inline data differs in numbers only.
    const kind = `${files.join(' ')} ${code.replace(/\d+/g, '0').slice(0, 3000)}`;
    const seen = kinds.get(kind) ?? 0;
    kinds.set(kind, seen + 1);
    if (seen >= (here ? 2 : 1)) return;
    const at = new URL(url);
    const parameters = new Set([
      ...at.searchParams.keys(),
      ...(linked.get(at.pathname) ?? []),
      ...askedFor(code),
    ]);
    (here ? sure : maybe).push({ url, parameters: [...parameters].slice(0, 20) });
  };
  for (const page of scan.site.pages) add(page);
  return [...sure, ...maybe].slice(0, most);
}
