import { bodyText } from '#probes/http/answer.ts';
import type { Scan } from '../rule.ts';
import { forbiddenIn } from './described.ts';
import { callsOfSchema, introspection, readSchema } from './graphql.ts';
import type { Json, SiteRequest } from '../points/point.ts';
import { callsOf, readDescription, valuesIn } from './openApi.ts';

// Where frameworks put them (their own documentation).
const usualPlaces = [
  'openapi.json',
  'swagger.json',
  'v3/api-docs',
  'v2/api-docs',
  'api-docs',
  'api/openapi.json',
  'api/swagger.json',
  'swagger/v1/swagger.json',
  'openapi.yaml',
];
const mostDescriptions = 5;

function candidates(scan: Scan): string[] {
  const met = [
    ...scan.site.apis,
    ...[...scan.site.paths].map((path) => new URL(path, scan.base).href),
  ].filter(
    (url) =>
      /swagger|openapi|api-docs/i.test(url.slice(url.lastIndexOf('?') + 1)) &&
      !/\.(js|css|html?|png)$/i.test(url),
  );
  const folders = ['/', new URL('.', scan.base).pathname];
  return [
    ...new Set([
      ...met,
      ...folders.flatMap((folder) => usualPlaces.map((place) => new URL(folder + place, scan.base).href)),
    ]),
  ].slice(0, 30);
}

const mostRead = 25;

/** What the calls answer that need nothing but their address: the checks look at it, and its values fill other calls. */
async function answersOf(scan: Scan, calls: readonly SiteRequest[]): Promise<Json[]> {
  const answers: Json[] = [];
  const plain = calls.filter(
    (call) => call.method === 'GET' && call.segments === undefined && isOpen(scan, call),
  );
  for (const { url, headers } of plain.slice(0, mostRead)) {
    const answer = await scan.probe(url, { maxBytes: 500_000, ...(headers ? { headers } : {}) });
    if (answer?.status !== 200) continue;
    try {
      answers.push(JSON.parse(bodyText(answer)) as Json);
    } catch {
      // not JSON: nothing to learn
    }
  }
  return answers;
}

function isOpen(scan: Scan, call: SiteRequest): boolean {
  const address = new URL(call.url);
  return scan.inScope(address) && scan.guard.may(call);
}

type Description = { root: NonNullable<ReturnType<typeof readDescription>>; at: string } | null;
const read = new WeakMap<Scan['site'], Map<string, Description>>();

/** Reads the descriptions that can be found by now, each once, and leaves alone what they say would do harm. */
export async function findDescriptions(scan: Scan): Promise<Description[]> {
  const known = read.get(scan.site) ?? new Map<string, Description>();
  read.set(scan.site, known);
  for (const url of candidates(scan)) {
    if (known.has(url) || [...known.values()].filter((one) => one !== null).length >= mostDescriptions)
      continue;
    const answer = await scan.probe(url, { maxBytes: 5_000_000 });
    const root = answer?.status === 200 ? readDescription(bodyText(answer)) : null;
    known.set(url, answer && root ? { root, at: answer.url } : null);
    if (answer && root)
      for (const { method, path, label } of forbiddenIn(root, answer.url))
        scan.guard.forbid(method, path, label);
  }
  return [...known.values()];
}

async function readOpenApi(scan: Scan): Promise<void> {
  for (const description of await findDescriptions(scan)) {
    if (!description) continue;
    const { root, at } = description;
    const met = valuesIn(await answersOf(scan, callsOf(root, at)));
    scan.site.requests.push(...callsOf(root, at, met).filter((call) => isOpen(scan, call)));
  }
}

async function readGraphql(scan: Scan): Promise<void> {
  const met = [...scan.site.apis, ...scan.site.requests.map((request) => request.url)]
    .map((url) => url.replace(/\?.*/s, ''))
    .filter((url) => /graphql|\/gql\b/i.test(url));
  const places = [
    ...new Set([...met, new URL('/graphql', scan.base).href, new URL('/api/graphql', scan.base).href]),
  ].slice(0, 5);
  for (const url of places) {
    const hello = await scan.probe(`${url}?query=${encodeURIComponent('{__typename}')}`, {
      maxBytes: 100_000,
    });
    if (
      !hello ||
      !/"__typename"|GraphQL|must provide query|Must provide/i.test(bodyText(hello).slice(0, 5000)) ||
      hello.status === 404
    )
      continue;
    const answer = scan.mayChange
      ? await scan.probe(url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ query: introspection }),
          maxBytes: 5_000_000,
        })
      : await scan.probe(`${url}?query=${encodeURIComponent(introspection)}`, { maxBytes: 5_000_000 });
    const schema = answer ? readSchema(bodyText(answer)) : null;
    scan.site.apis.add(url);
    if (!schema) continue;
    scan.site.requests.push(
      ...callsOfSchema(schema, url, { mayChange: scan.mayChange }).filter(scan.guard.may),
    );
    return;
  }
}

export async function readDescriptions(scan: Scan): Promise<void> {
  await readOpenApi(scan);
  await readGraphql(scan);
}
