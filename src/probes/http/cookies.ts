import { CookieJar } from 'tough-cookie';
import { headerAll, type HttpAnswer } from './answer.ts';

export function makeVisitor(
  given = '',
  jar = new CookieJar(undefined, { rejectPublicSuffixes: true, looseMode: true }),
) {
  const cookieOrigins = new Set<string>();
  const nameOf = (pair: string) => pair.split('=')[0]!;
  const fixedNames = new Set(given.split(';').map((pair) => nameOf(pair).trim()));

  return {
    jar,
    cookieOrigins,
    async cookieHeader(url: URL, values: Readonly<Record<string, string>> = {}): Promise<string | undefined> {
      const session = cookieOrigins.has(url.origin) ? given.trim() : '';
      const kept = (await jar.getCookies(url.href)).filter(
        (cookie) => !(session && fixedNames.has(cookie.key)),
      );
      const all = [...session.split(';'), ...kept.map((cookie) => cookie.cookieString())]
        .map((pair) => pair.trim())
        .filter((pair) => pair !== '' && !Object.hasOwn(values, nameOf(pair)));
      const pairs = [...all, ...Object.entries(values).map(([name, value]) => `${name}=${value}`)].join('; ');
      return pairs === '' ? undefined : pairs;
    },
    async keep(answer: HttpAnswer): Promise<void> {
      for (const line of headerAll(answer, 'set-cookie').slice(0, 50))
        await jar.setCookie(line.slice(0, 8192), answer.url, { ignoreError: true }).catch(() => undefined);
    },
  };
}
