import { header, mediaType, type HttpAnswer } from '#probes/http/answer.ts';
import { defineRule, type Check, type Rule, type Scan } from '../../rule.ts';
import { isStaticFile } from '../documents.ts';

const fix = `1. Keep a list of the exact origins that may read your answers and compare the whole value with it:
   const allowed = ['https://app.example.com'];
   if (allowed.includes(origin)) reply.header('Access-Control-Allow-Origin', origin);
2. Do not allow the origin null, and no origin that begins with http://.
3. Send Access-Control-Allow-Credentials only where cookies are really needed.
4. Add Vary: Origin, so that caches keep the answers apart.`;
const references = [
  'https://developer.mozilla.org/docs/Web/HTTP/Guides/CORS',
  'https://portswigger.net/web-security/cors',
];

const withCredentials = 'AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:L/A:N';
const withoutCredentials = 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N';

const reflected = defineRule({
  id: 'cors.any-origin',
  title: 'Any website may read answers meant for your visitors (CORS)',
  vector: withCredentials,
  cwe: 'CWE-942',
  explanation:
    'The server tells browsers that whichever website asks may read the answer. A website that one of your visitors opens can then read their data here, with their own cookies where those are allowed.',
  fix,
  references,
});
const nullOrigin = defineRule({
  id: 'cors.null-origin',
  title: 'Pages without an origin may read answers (CORS null)',
  vector: withCredentials,
  cwe: 'CWE-942',
  explanation:
    'The server trusts the origin "null". Any website can make its requests carry that origin by using a sandboxed frame, so this lets everybody in.',
  fix,
  references,
});
const lookalike = defineRule({
  id: 'cors.lookalike-origin',
  title: 'Websites with a similar name may read answers (CORS)',
  vector: withCredentials,
  cwe: 'CWE-942',
  explanation:
    'The server compares only a part of the origin with its list. Anyone can register a name that contains that part and read the data of your visitors.',
  fix,
  references,
});
const plainOrigin = defineRule({
  id: 'cors.plain-origin',
  title: 'Unencrypted websites may read encrypted answers (CORS)',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:N/A:N',
  cwe: 'CWE-346',
  explanation:
    'The encrypted website trusts its unencrypted twin. Someone on the same network can put a page there that reads the data of your visitors.',
  fix,
  references,
});

const mostAddresses = 8;

type Verdict = { allowed: boolean; credentials: boolean };

export function corsVerdict(
  allowOrigin: string | undefined,
  allowCredentials: string | undefined,
  origin: string,
): Verdict {
  return {
    allowed: allowOrigin?.trim() === origin,
    credentials: allowCredentials?.trim().toLowerCase() === 'true',
  };
}

function addresses(scan: Scan): string[] {
  const chosen = new Set<string>([scan.base.href]);
  for (const api of scan.site.apis) if (chosen.size < mostAddresses - 2) chosen.add(api);
  // Rules for an interface often hang on its folder and answer even where nothing lies.
  chosen.add(new URL('/api/', scan.base).href);
  const folders = new Set<string>();
  for (const { url, answer } of scan.site.pages) {
    // Rules for a whole server show on the first page; a plain file has none of its own.
    if (isStaticFile(answer) && header(answer, 'access-control-allow-origin') === undefined) continue;
    const folder = new URL(url).pathname.split('/').slice(0, 2).join('/');
    if (folders.has(folder)) continue;
    folders.add(folder);
    if (chosen.size < mostAddresses) chosen.add(url);
  }
  return [...chosen];
}

type Asked = { origin: string; answer: HttpAnswer; allowOrigin: string | undefined } & Verdict;

function makeTester(scan: Scan, url: string) {
  return {
    async ask(origin: string): Promise<Asked | null> {
      const answer = await scan.probe(url, { headers: { Origin: origin }, maxBytes: 20_000 });
      if (!answer) return null;
      const allowOrigin = header(answer, 'access-control-allow-origin');
      const verdict = corsVerdict(allowOrigin, header(answer, 'access-control-allow-credentials'), origin);
      return { origin, answer, allowOrigin, ...verdict };
    },
    report(rule: Rule, { origin, answer, allowOrigin, credentials }: Asked, subject?: string): void {
      scan.report(rule, {
        answer,
        parameter: 'Origin',
        placeKey: url,
        evidence: `Origin: ${origin} was answered with Access-Control-Allow-Origin: ${allowOrigin}${credentials ? ' and Access-Control-Allow-Credentials: true' : ''}.`,
        subject: subject ?? (credentials ? 'credentials' : 'public'),
        // Without cookies the reader learns no more than by asking directly; on errors and files there is nothing to learn.
        ...(credentials
          ? {}
          : {
              vector: withoutCredentials,
              title: 'Answers without cookies may be read by any origin that asks (CORS)',
            }),
      });
    },
  };
}

/** Something can be learned from the answer. */
const isRevealing = ({ credentials, answer }: Asked) =>
  credentials || /json|html|xml/.test(mediaType(answer));

/** The address has rules for other origins, or is one where they matter. */
const hasRules = ({ answer, allowOrigin }: Asked, scan: Scan, url: string): boolean =>
  allowOrigin !== '*' &&
  (allowOrigin !== undefined ||
    /origin/i.test(header(answer, 'vary') ?? '') ||
    scan.site.apis.has(url) ||
    url === scan.base.href);

/** Origins that a careless comparison takes for the website: names that only begin or end alike, and a dot that means any character. */
function lookalikes({ mark, base: { host, hostname, port } }: Scan): string[] {
  const tail = port === '' ? '' : `:${port}`;
  const blurred = /^[a-z][\w-]*\.[\w-]+\.\w+$/i.test(hostname)
    ? [`https://${hostname.replace('.', 'x')}${tail}`]
    : [];
  return [
    `https://${host.replace(/:\d+$/, '')}.${mark}.example`,
    `https://${mark}${hostname}${tail}`,
    ...blurred,
  ];
}

async function test(scan: Scan, url: string): Promise<void> {
  const { ask, report } = makeTester(scan, url);
  const first = await ask(`https://${scan.mark}.example`);
  if (!first || first.answer.status >= 500) return;
  if (first.allowed) {
    // An interface that asks for a token of its own does not act on the cookie alone.
    if (/nonce|csrf|xsrf/i.test(header(first.answer, 'access-control-allow-headers') ?? '')) return;
    if (isRevealing(first)) report(reflected, first);
    return;
  }
  if (!hasRules(first, scan, url)) return;
  const nothing = await ask('null');
  if (nothing?.allowed && nothing.credentials) report(nullOrigin, nothing);
  for (const origin of lookalikes(scan)) {
    const got = await ask(origin);
    if (!got?.allowed) continue;
    if (isRevealing(got)) report(lookalike, got);
    break;
  }
  if (scan.base.protocol !== 'https:') return;
  for (const origin of [`http://${scan.mark}.${scan.base.hostname}`, `http://${scan.base.hostname}`]) {
    const got = await ask(origin);
    if (!got?.allowed || !got.credentials) continue;
    report(plainOrigin, got, 'plain');
    return;
  }
}

export const cors: Check = {
  name: 'Access by other websites (CORS)',
  rules: [reflected, nullOrigin, lookalike, plainOrigin],
  level: 'safe',
  weight: 2,
  activity: 'Checking which other websites may read the answers',
  run: async (scan) => {
    const list = addresses(scan);
    let done = 0;
    await Promise.all(
      list.map(async (url) => {
        await test(scan, url);
        done += 1;
        scan.step(
          `Checking which other websites may read the answers (${done} of ${list.length})`,
          done / list.length,
        );
      }),
    );
  },
};
