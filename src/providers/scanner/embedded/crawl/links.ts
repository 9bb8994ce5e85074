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

export type ScriptAddress = { url: URL; api: boolean };

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
