import { scanLevels, type ScanLevel, type ScanRequest, type SignIn } from '#providers/scanner/port.ts';
import { parseArgs } from 'node:util';
import { isThisMachine } from '#probes/net.ts';

/** What `npm run scan` takes from its command line. */

export const usage = `Usage: npm run scan -- URL [options]

  --level LEVEL             what to check (safe):
                            lightning  encryption, headers and cookies of the first page
                            safe       everything, with few payloads, by GET and HEAD only
                            normal     everything; sends forms, so it may create entries
                            full       the same with more payloads
                            log4shell  the Log4j flaw alone
                            sandbox_lightning, sandbox_normal  the same on a small budget
  --json FILE               writes the result as JSON; - for standard output
  --sarif FILE              writes the findings as SARIF 2.1.0; - for standard output
  --pdf FILE                writes the report for people
  --rate N                  requests a second at most, 1 to 1000 (SCAN_RATE, or SCAN_RATE_LOCAL for
                            websites on this machine; 10 without): a scan of one's own test
                            server is much quicker with 500
  --exclude PATH            leaves a folder alone, or a page by its query ("/page?action=delete", "?logout");
                            * stands for anything; may be given several times
  --no-browser              does without Chromium
  --allow-private           also scans addresses that are not on the public internet

To scan as a signed-in visitor, one of:
  --cookie "k=v; ..."       sent to the website with each request
  --header "Name: value"    the same with a header
  --bearer TOKEN            the same as Authorization: Bearer TOKEN
  --login URL --user NAME   fills in the form at URL; the password comes from SCAN_PASSWORD

Scan only websites that you own or may test. Exit codes: 0 done, 1 failed, 2 wrong use.`;

export class UsageError extends Error {}

export type Options = {
  url: string;
  level: ScanLevel;
  json?: string | undefined;
  sarif?: string | undefined;
  pdf?: string | undefined;
  cookie?: string | undefined;
  signIn?: SignIn | undefined;
  exclude: readonly string[];
  perSecond: number;
  useBrowser: boolean;
  allowPrivate: boolean;
};

const known = {
  level: { type: 'string' },
  json: { type: 'string' },
  sarif: { type: 'string' },
  pdf: { type: 'string' },
  cookie: { type: 'string' },
  header: { type: 'string' },
  bearer: { type: 'string' },
  login: { type: 'string' },
  user: { type: 'string' },
  exclude: { type: 'string', multiple: true },
  rate: { type: 'string' },
  'no-browser': { type: 'boolean' },
  'allow-private': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof known; allowPositionals: true }>>['values'];

function signInOf(values: Values, password: string | undefined): SignIn | undefined {
  const ways = [values.header, values.bearer, values.login].filter((value) => value !== undefined);
  if (ways.length > 1 || (ways.length === 1 && values.cookie !== undefined))
    throw new UsageError('Give one way to sign in: --cookie, --header, --bearer or --login.');
  if (values.header !== undefined) {
    const [, name, value] = /^([\w-]{1,100}):\s*([\x21-\x7e][\x20-\x7e]*)$/.exec(values.header) ?? [];
    if (name === undefined || value === undefined)
      throw new UsageError('The header must look like "Name: value".');
    return { kind: 'header', name, value };
  }
  if (values.bearer !== undefined) {
    if (!/^[\x21-\x7e]+$/.test(values.bearer)) throw new UsageError('The token must be one word.');
    return { kind: 'bearer', token: values.bearer };
  }
  if (values.login === undefined) return undefined;
  if (!URL.canParse(values.login))
    throw new UsageError('--login must be the whole address of the page with the form.');
  if (values.user === undefined || !password)
    throw new UsageError('Give the user name with --user and the password in SCAN_PASSWORD.');
  return { kind: 'form', url: values.login, user: values.user, password };
}

type Environment = { SCAN_PASSWORD?: string; SCAN_RATE?: string; SCAN_RATE_LOCAL?: string };

function rateOf(given: string | undefined, url: string, env: Environment): number {
  const local = isThisMachine(new URL(url).hostname) ? env.SCAN_RATE_LOCAL : undefined;
  const perSecond = Number(given ?? (local || env.SCAN_RATE || 10));
  if (!(perSecond > 0 && perSecond <= 1000))
    throw new UsageError('The rate must be a number of requests a second between 1 and 1000.');
  return perSecond;
}

/** Reads the command line, and what it leaves open from the environment. Throws `UsageError` with what to do instead. */
export function readOptions(args: string[], env: Environment = {}): Options | 'help' {
  let parsed;
  try {
    parsed = parseArgs({ args, allowPositionals: true, options: known });
  } catch (error) {
    throw new UsageError(
      String(error instanceof Error ? error.message : error)
        .split('\n')[0]!
        .replace(/\.?$/, '.'),
    );
  }
  const { values, positionals } = parsed;
  if (values.help) return 'help';
  if (positionals.length !== 1)
    throw new UsageError('Give exactly one address to scan, for example https://example.com.');
  const given = positionals[0]!;
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `https://${given}`;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`${given} is not a web address: it must begin with https:// or http://.`);
  if (new URL(url).username !== '')
    throw new UsageError(
      'The address must not contain a user name or password; use --cookie to scan as a signed-in visitor.',
    );
  const level = scanLevels.find((one) => one === (values.level ?? 'safe'));
  if (!level)
    throw new UsageError(`There is no scan level ${values.level}. Choose one of: ${scanLevels.join(', ')}.`);
  if (values.cookie !== undefined && !/^[\x20-\x3c\x3e-\x7e]+=[\x20-\x7e]*$/.test(values.cookie))
    throw new UsageError('The cookie must look like "name=value; other=value".');
  const perSecond = rateOf(values.rate, url, env);
  if ([values.json, values.sarif, values.pdf].filter((file) => file === '-').length > 1)
    throw new UsageError('Only one result can go to standard output.');
  return {
    url,
    level,
    json: values.json,
    sarif: values.sarif,
    pdf: values.pdf,
    cookie: values.cookie,
    signIn: signInOf(values, env.SCAN_PASSWORD),
    exclude: values.exclude ?? [],
    perSecond,
    useBrowser: values['no-browser'] !== true,
    allowPrivate: values['allow-private'] ?? false,
  };
}

/** What the engine is asked. `listed` are the private places that the environment opens. */
export const requestFrom = (options: Options, listed: readonly string[]): ScanRequest => {
  const allowPrivate = options.allowPrivate ? 'all' : listed.length > 0 ? listed : undefined;
  return {
    url: options.url,
    level: options.level,
    exclude: options.exclude,
    ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
    ...(options.signIn === undefined ? {} : { signIn: options.signIn }),
    ...(allowPrivate ? { allowPrivate } : {}),
  };
};
