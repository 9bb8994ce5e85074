import type { PageForm } from '#probes/web/form.ts';
import { absolute } from '#probes/web/target.ts';
import { requestOf } from '../points/collect.ts';
import type { CrawlInput } from './crawler.ts';
import { parameterShape, urlShape, type makeFrontier } from './frontier.ts';

const binary =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|svgz?|woff2?|ttf|otf|eot|mp[34]|m4[av]|mov|avi|webm|ogg|wav|flac|pdf|docx?|xlsx?|pptx?|odt|ods|zip|gz|tgz|bz2|xz|7z|rar|tar|dmg|exe|msi|apk|iso|jar|war|bin|wasm|psd|ai|eps)$/i;

export function isBinary(url: URL): boolean {
  return binary.test(url.pathname);
}

const callPatterns = [
  /\b(?:fetch|axios(?:\.(?:get|post|put|delete|patch|request))?|\$\.(?:get|post|ajax|getJSON)|\$http\.\w+|ky\.\w+|superagent\.\w+|http\.(?:get|post))\s*\(\s*["'`]([^"'`\s]{1,300})["'`]/g,
  /\.open\(\s*["'][A-Z]+["']\s*,\s*["'`]([^"'`\s]{1,300})["'`]/g,
  /\b(?:url|href|action|endpoint|baseURL|baseUrl|apiUrl|location(?:\.href)?)\s*[:=]\s*["'`]((?:\/|https?:\/\/|\.\.?\/)[^"'`\s]{1,300})["'`]/g,
  /["'`](\/(?:api|rest|graphql|v\d|ajax|ws|services?|_api|wp-json|odata)(?:\/[\w\-./]{0,200})?(?:\?[\w\-=&.%]{0,100})?)["'`]/g,
];

type ScriptAddress = { url: URL; api: boolean };

/** Addresses written in a script: calls to the server and paths that look like an interface. Ones with gaps to fill are left out. */
export function scriptAddresses(code: string, base: string): ScriptAddress[] {
  const found = new Map<string, ScriptAddress>();
  for (const [index, pattern] of callPatterns.entries()) {
    for (const match of code.matchAll(pattern)) {
      const value = match[1]!;
      if (/[${}<>|\\^*]|:\w/.test(value.replace(/^https?:\/\//, '').replace(/:\d+/, ''))) continue;
      if (found.size >= 200) break;
      try {
        const url = new URL(value, base);
        if (url.protocol !== 'http:' && url.protocol !== 'https:') continue;
        url.hash = '';
        const api = index !== 2 || /\/(api|rest|graphql|v\d|ajax|wp-json|odata)\b/.test(url.pathname);
        if (!found.has(url.href)) found.set(url.href, { url, api });
      } catch {
        // not an address
      }
    }
  }
  return [...found.values()];
}

export function styleAddresses(css: string, base: string): string[] {
  const found = new Set<string>();
  for (const match of css.matchAll(/(?:url\(\s{0,9}|@import\s{1,9})["']?([^"')\s;]{1,2000})/g)) {
    if (match[1]!.startsWith('data:') || found.size >= 300) continue;
    try {
      const url = new URL(match[1]!, base);
      if (url.protocol === 'http:' || url.protocol === 'https:') found.add(url.href);
    } catch {
      // not an address
    }
  }
  return [...found];
}

const most = { known: 60_000, shapes: 5000, forms: 3000, scripts: 60, styles: 15 };

function bare(value: string | URL): URL | null {
  if (!URL.canParse(String(value))) return null;
  const url = new URL(value);
  url.hash = '';
  url.username = '';
  url.password = '';
  return url;
}

/** What a crawl comes across: puts addresses, forms and files on the map of the site, and on the list of what is to be read. */
export function makeFound(input: CrawlInput, frontier: ReturnType<typeof makeFrontier>) {
  const { site, limits, robots, isHarmful, inScope } = input;
  const known = new Set<string>();
  const formKeys = new Set<string>();
  let robotsSkipped = 0;
  let scripts = 0;
  let styles = 0;

  function add(value: string | URL, depth: number, from: string, assets = false): boolean {
    const url = bare(value);
    if (!url || known.has(url.href) || known.size > most.known || !inScope(url) || url.href.length > 2000)
      return false;
    known.add(url.href);
    if (site.paths.size < 10_000) site.paths.add(url.pathname);
    if (isHarmful(url) || (isBinary(url) && !assets)) return false;
    const shape = url.search === '' ? null : parameterShape(url);
    const fresh = shape !== null && !site.parametrised.has(shape) && site.parametrised.size < most.shapes;
    if (fresh) {
      site.parametrised.set(shape, url);
      site.linkedFrom.set(url.href, from);
    }
    if (depth > limits.depth) return fresh;
    if (!robots.allows(url.href)) robotsSkipped += 1;
    else frontier.add({ url: url.href, depth, assets });
    return fresh;
  }

  return {
    add,
    know: (url: string) => void known.add(url),
    robotsSkipped: () => robotsSkipped,
    inScript(code: string, base: string, depth: number): void {
      for (const found of scriptAddresses(code, base)) {
        if (!inScope(found.url)) continue;
        if (found.api && !isHarmful(found.url) && site.apis.size < 60) site.apis.add(found.url.href);
        add(found.url, depth + 1, base);
      }
    },
    /** Remembers own folders that pictures and styles reveal, without asking for the files. */
    path(value: string): void {
      const url = absolute(value, input.base.href);
      if (url && site.paths.size < 3000 && inScope(new URL(url))) site.paths.add(new URL(url).pathname);
    },
    form(form: PageForm, depth: number): boolean {
      const action = new URL(form.action);
      const key = `${form.method} ${urlShape(action)} ${form.fields.map((field) => field.name).join('&')}`;
      const fresh = !formKeys.has(key) && site.forms.length < most.forms;
      if (fresh) {
        formKeys.add(key);
        if (!inScope(action) || !input.onForm(form)) return fresh;
        site.forms.push(form);
      }
      if (form.method !== 'GET' || !inScope(action) || !input.onForm(form)) return fresh;
      const request = requestOf(form);
      if (request) add(request.url, depth + 1, form.page);
      return fresh;
    },
    script(url: string, on: string, depth: number): void {
      if (site.scripts.has(url) || site.scripts.size >= 300) return;
      const own = inScope(new URL(url));
      site.scripts.set(url, { url, own, on });
      if (!own || scripts >= most.scripts) return;
      scripts += 1;
      add(url, depth, on, true);
    },
    style(url: string, on: string, depth: number): void {
      if (styles >= most.styles || known.has(url)) return;
      styles += 1;
      add(url, depth, on, true);
    },
  };
}

export type Found = ReturnType<typeof makeFound>;
