import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BaseCtx } from '#platform/server/ctx.ts';
import { isFileKey } from '#providers/files/port.ts';
import { moduleIsActive } from '#modules/plans/server/public.ts';
import { askedRange } from './byteRange.ts';
import { isHtml } from './contentTypes.ts';
import { wideEncodingOf, withScript } from './html.ts';
import { packageKey } from './packageFiles.ts';
import type { PackageRow } from './packages.store.ts';
import { selectState } from './parts.store.ts';
import { openPackageToken, type PackagePlace } from './packageTokens.ts';
import { selectServed } from './served.store.ts';
import { runtimeFile, runtimeFileNamed } from './runtimeFiles.ts';

const contentPath = '/package-content';
const runtimePath = '/package-runtime';
/** Of a page, what is held to put the script in; the rest follows as it is, so that many long pages at once take no memory. */
const mostBytesOfHead = 262_144;
const oneYear = 31_536_000;

type Served = { place: PackagePlace; course: PackageRow; learner: string };
type ContentRequest = FastifyRequest<{ Params: { token: string; '*': string } }>;

/** The portal as this request names it; null for a name that could say more than a name. */
function originOf(base: BaseCtx, { host }: FastifyRequest): string | null {
  if (!/^([\w.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/i.test(host)) return null;
  return `${base.settings.publicUrl.startsWith('https:') ? 'https' : 'http'}://${host}`;
}

/**
 * What a package may do: run, in an origin that is nobody's, with its own files and nothing else. The portal's calls, other
 * packages and the rest of the internet are out of its reach; a page of its own may open another one of its own.
 */
function policyOf(origin: string, token: string, isFramedByPortal: boolean): string {
  const own = `${origin}${contentPath}/${token}/`;
  return [
    'sandbox allow-scripts allow-forms allow-popups',
    `default-src ${own} data: blob:`,
    `script-src ${own} ${origin}${runtimePath}/ 'unsafe-inline' 'unsafe-eval' data: blob:`,
    `style-src ${own} 'unsafe-inline' data: blob:`,
    `form-action ${own}`,
    `base-uri ${own}`,
    ...(isFramedByPortal ? ["frame-ancestors 'self'"] : []),
  ].join('; ');
}

/** Frames within a package have an origin of their own each: what the portal says of its own pages would keep them apart from their files. */
function openHeaders(reply: FastifyReply): void {
  reply
    .removeHeader('x-frame-options')
    .removeHeader('cross-origin-opener-policy')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('access-control-allow-origin', '*')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex');
}

/** Who asks for what; null where the address is forged, has expired, or leads to a course that the person no longer has. */
async function openAddress(base: BaseCtx, token: string): Promise<Served | null> {
  const place = openPackageToken(base, token);
  if (!place) return null;
  const scope = base.forOrg(place.orgId);
  if (!(await moduleIsActive(scope, 'training'))) return null;
  const found = await scope.inOrg((db) => selectServed(db, place));
  return found && { place, ...found };
}

/** What the script in a page is told: enough to be the learning system of one part, for this person. */
async function launchDataOf(
  base: BaseCtx,
  origin: string,
  { place, course, learner }: Served,
): Promise<object> {
  const part = course.parts[place.part]!;
  const state = await base
    .forOrg(place.orgId)
    .inOrg((db) => selectState(db, place.memberId, course.id, part.id));
  return {
    portal: origin,
    part: part.id,
    learner: { id: place.memberId, name: learner },
    masteryScore: part.masteryScore,
    launchData: part.launchData,
    isAsset: part.isAsset,
    state,
  };
}

/**
 * True where a page of the portal itself loads a file of a package as its own script, style or the like. It never does: whoever
 * makes it try wants a script of theirs to count as the portal's. Pages of packages have no origin and are never `same-origin`.
 */
const isWantedByPortal = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === 'same-origin' &&
  !/^(iframe|frame|document)$/.test(String(headers['sec-fetch-dest'] ?? 'iframe'));

type Opened = NonNullable<Awaited<ReturnType<BaseCtx['providers']['files']['open']>>>;
type Page = { type: string; head: Buffer; rest: Readable | null };

/** A page with its beginning in hand; null for a file that went away, and for a long one in which nothing can be put. */
async function readPage(
  { providers: { files } }: BaseCtx,
  key: string,
  { type, size, bytes }: Opened,
): Promise<Page | null> {
  if (size <= mostBytesOfHead) return { type, head: await buffer(bytes), rest: null };
  const first = await files.open(key, { first: 0, last: mostBytesOfHead - 1 });
  const head = first && (await buffer(first.bytes));
  if (!head || wideEncodingOf(head)) return null;
  const rest = await files.open(key, { first: mostBytesOfHead, last: size - 1 });
  if (!rest) return null;
  bytes.destroy();
  return { type, head, rest: rest.bytes };
}

async function* inOneGo(head: Buffer, rest: Readable): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}

async function sendPage(
  base: BaseCtx,
  reply: FastifyReply,
  origin: string,
  served: Served,
  { type, head, rest }: Page,
) {
  const name = runtimeFile(served.course.standard)?.name ?? 'missing.js';
  const { bytes, encoding } = withScript(
    head,
    `${runtimePath}/${name}`,
    await launchDataOf(base, origin, served),
    rest !== null,
  );
  reply
    .header('content-type', `${type.split(';')[0]!}; charset=${encoding}`)
    .header('cache-control', 'no-store');
  return reply.send(rest ? Readable.from(inOneGo(bytes, rest), { objectMode: false }) : bytes);
}

async function send(base: BaseCtx, request: ContentRequest, reply: FastifyReply) {
  openHeaders(reply);
  const { token, '*': path } = request.params;
  const origin = originOf(base, request);
  const served = origin && (await openAddress(base, token));
  const key = served && `${packageKey(served.place.orgId, served.place.packageId)}${path}`;
  // the policy holds for what is not there too
  reply.header('content-security-policy', "sandbox; default-src 'none'");
  const notFound = () =>
    reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found.');
  if (!key || !isFileKey(key) || isWantedByPortal(request)) return notFound();
  const file = await base.providers.files.open(key);
  if (!file) return notFound();
  const site = request.headers['sec-fetch-site'];
  reply.header(
    'content-security-policy',
    policyOf(origin, token, site === undefined || site === 'same-origin'),
  );
  const page = isHtml(file.type) ? await readPage(base, key, file) : null;
  if (page) return sendPage(base, reply, origin, served, page);
  reply
    .header('content-type', file.type)
    .header('cache-control', 'private, max-age=3600')
    .header('accept-ranges', 'bytes');
  const range = askedRange(request.headers.range, file.size);
  if (range !== null || request.method === 'HEAD') file.bytes.destroy();
  if (range === 'outside') return reply.code(416).header('content-range', `bytes */${file.size}`).send('');
  if (range) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${file.size}`);
  reply.header('content-length', range ? range.last - range.first + 1 : file.size);
  if (request.method === 'HEAD') return reply.send('');
  const part = range && (await base.providers.files.open(key, range));
  return reply.send(part ? part.bytes : file.bytes);
}

/**
 * Serves the files of packages that organisations brought, at addresses that nobody can guess and that end by themselves. No
 * cookie is read or set here, whoever asks.
 */
export function registerPackageContent(app: FastifyInstance, base: BaseCtx): void {
  const url = `${contentPath}/:token/*`;
  app.route<{ Params: { token: string; '*': string } }>({
    method: ['GET', 'HEAD'],
    url,
    exposeHeadRoute: false,
    handler: (request, reply) => send(base, request, reply),
  });
  app.options(url, async (_request, reply) => {
    openHeaders(reply);
    return reply
      .code(204)
      .header('access-control-allow-methods', 'GET, HEAD')
      .header('access-control-allow-headers', 'range')
      .send();
  });
  app.get<{ Params: { file: string } }>(`${runtimePath}/:file`, async (request, reply) => {
    const file = runtimeFileNamed(request.params.file);
    if (!file) return reply.callNotFound();
    openHeaders(reply);
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', `public, max-age=${oneYear}, immutable`)
      .header('vary', 'accept-encoding');
    if (!file.brotli || !/\bbr\b/.test(String(request.headers['accept-encoding'] ?? '')))
      return reply.send(file.bytes);
    return reply.header('content-encoding', 'br').send(file.brotli);
  });
}
