import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import {
  commonRefusals,
  idempotencyHeader,
  takesIdempotencyKey,
  type BodyOf,
  type Contract,
  type Endpoint,
  type ReplyOf,
} from '../../endpoint.ts';
import { unstorableField } from '../../storable.ts';
import type { OrgCtx, OrgScope, PublicCtx, SessionCtx, StaffCtx } from '../ctx.ts';
import { isDatabaseAway } from '../database/database.ts';
import { once, readKey } from './idempotency.ts';
import type { Pacer } from '../pacer.ts';
import { inShare, rateOf } from './callLimits.ts';
import { Refusal } from '../refusal.ts';
import { isStaffSession } from '../session.ts';
import { UploadError, withUpload } from './uploads.ts';

/** Answer of a call whose reply is `'file'`: bytes to keep, or another address to go to. */
export type FileReply =
  | {
      bytes: Buffer | Readable;
      type: string;
      name: string;
      inline?: boolean;
      /** A page of the portal may show it in a frame: only what holds nothing of an organization. */
      framed?: boolean;
    }
  | { redirect: string };

type CtxOf<E extends Endpoint<any, any, any, any>> = E['access'] extends 'public'
  ? PublicCtx
  : E['access'] extends 'session'
    ? SessionCtx
    : E['access'] extends 'staff'
      ? StaffCtx
      : OrgCtx;
export type Handler<E extends Endpoint<any, any, any, any>> = (
  ctx: CtxOf<E>,
  body: BodyOf<E>,
) => Promise<E['reply'] extends z.ZodType ? ReplyOf<E> : FileReply>;
export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> };
/** A module's calls and what answers them, ready to be served. */
export type Routes = {
  contract: Contract;
  handlers: Record<string, (ctx: any, body: any) => Promise<unknown>>;
};
export const routes = <C extends Contract>(contract: C, handlers: Handlers<C>): Routes => ({
  contract,
  handlers: handlers as Routes['handlers'],
});

export type ServeOptions = {
  /** Makes the context of a request: finds its session. */
  ctxOf: (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint) => Promise<PublicCtx>;
  /** Status of a product module for an organisation. */
  moduleIsActive: (ctx: OrgCtx, module: string) => Promise<boolean>;
  /** Whether an organisation serves only sessions that passed a second factor. */
  demandsSecondFactor: (ctx: OrgScope) => Promise<boolean>;
  /** Lets the calls of an organization begin. */
  pace: Pacer;
};

const refuse = (reply: FastifyReply, status: number, code: string, detail?: object) =>
  reply.code(status).send({ success: false, error: { code, ...detail, requestId: reply.request.id } });

const asciiName = (name: string) => name.replace(/[^\x20-\x7e]|["\\]/g, '_');
const disposition = (name: string, inline: boolean) =>
  `${inline ? 'inline' : 'attachment'}; filename="${asciiName(name)}"; filename*=UTF-8''${encodeURIComponent(name)}`;

/** The fields of a body that its schema refused, each with what to do, for the answer. */
const fieldsOf = (error: z.ZodError) =>
  error.issues.slice(0, 20).map((issue) => ({ field: issue.path.join('.'), message: issue.message }));

/** True for a call that its organisation keeps for sessions with a second factor. */
const lacksDemandedFactor = async (
  { beforeSecondFactor }: Endpoint,
  { session, forOrg }: PublicCtx,
  options: ServeOptions,
) => !beforeSecondFactor && Boolean(session?.orgId) && options.demandsSecondFactor(forOrg(session!.orgId!));

/** A call of staff does not exist for others; `not-found` is answered like an address without a call. */
function authorizeStaff(ctx: SessionCtx): StaffCtx {
  if (!isStaffSession(ctx.session)) throw new Refusal('not-found');
  if (!ctx.session.strong) throw new Refusal('second-factor-needed');
  return { ...ctx, staff: ctx.session.staff! };
}

async function authorize(
  endpoint: Endpoint,
  ctx: PublicCtx,
  options: ServeOptions,
): Promise<PublicCtx | OrgCtx | StaffCtx> {
  if (endpoint.access === 'public') return ctx;
  if (!ctx.session) throw new Refusal('unauthenticated');
  if (endpoint.access === 'staff') return authorizeStaff({ ...ctx, session: ctx.session });
  if (endpoint.notInSupportSession && ctx.session.supportStaff !== null)
    throw new Refusal('not-in-support-session');
  if (!ctx.session.strong && (await lacksDemandedFactor(endpoint, ctx, options)))
    throw new Refusal('second-factor-needed');
  if (endpoint.access === 'session') return ctx;
  if (!ctx.session.orgId) throw new Refusal('no-organization');
  const scoped: OrgCtx = { ...ctx, ...ctx.forOrg(ctx.session.orgId), session: ctx.session, log: ctx.log };
  if (endpoint.module && !(await options.moduleIsActive(scoped, endpoint.module)))
    throw new Refusal('module-inactive', { module: endpoint.module });
  return scoped;
}

/** A body that the schema of the call refuses. */
class InvalidBody extends Error {
  readonly fields: object[];
  constructor(fields: object[]) {
    super('The body does not fit the call.');
    this.fields = fields;
  }
}

function answerError(error: unknown, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof InvalidBody) return refuse(reply, 400, 'invalid', { fields: error.fields });
  if (error instanceof Refusal) {
    if (endpoint.access === 'staff' && error.code === 'not-found') return refuse(reply, 404, 'not-found');
    const status =
      (endpoint.refusals as Record<string, number>)[error.code] ??
      (commonRefusals as Record<string, number>)[error.code];
    if (status) {
      if (typeof error.detail?.retryAfterSeconds === 'number')
        reply.header('retry-after', error.detail.retryAfterSeconds);
      request.log.info({ refusal: error.code, cause: error.cause }, 'refused');
      return refuse(reply, status, error.code, error.detail);
    }
  }
  if (error instanceof UploadError && error.code === 'too-many') {
    reply.header('retry-after', 30);
    return refuse(reply, 429, 'too-many-requests', { retryAfterSeconds: 30 });
  }
  if (error instanceof UploadError)
    return error.code === 'too-large'
      ? refuse(reply, 413, 'too-large')
      : refuse(reply, 400, 'invalid', { fields: [{ field: 'file', message: 'Please choose a file.' }] });
  if (isDatabaseAway(error) || (error as { statusCode?: number } | null)?.statusCode === 503) {
    request.log.error({ err: error }, 'away for a moment');
    reply.header('retry-after', 2);
    return refuse(reply, 503, 'unavailable');
  }
  request.log.error({ err: error }, 'fault');
  return refuse(reply, 500, 'internal');
}

function sendFile(reply: FastifyReply, file: FileReply) {
  if ('redirect' in file) return reply.redirect(file.redirect, 302);
  if (file.framed) reply.header('x-frame-options', 'SAMEORIGIN');
  return (
    reply
      .header('content-type', file.type)
      .header('content-disposition', disposition(file.name, file.inline ?? false))
      .header('cache-control', 'private, no-store')
      // the browser's own viewer of documents needs room that the closed policy does not give
      .header('content-security-policy', `frame-ancestors ${file.framed ? "'self'" : "'none'"}`)
      .send(file.bytes)
  );
}

/** What a request brings, as one body: of a POST its body, else the query; and the parameters of the path. */
function givenBy(request: FastifyRequest): unknown {
  const sent =
    request.method === 'POST' ? (request.isMultipart() ? {} : (request.body ?? {})) : request.query;
  const params = request.params as Record<string, string>;
  return typeof sent === 'object' && !Array.isArray(sent) && Object.keys(params).length > 0
    ? { ...sent, ...params }
    : sent;
}

/** `:a;:b` of a contract as the router understands it: a value ends at the semicolon. */
const routePath = (path: string) => path.replace(/:(\w+)(?=;)/g, ':$1([^;/]+)');

/**
 * True for a GET that another site's page may have sent a browser to: cookies go along with links, and such a request
 * has no anti-forgery token. Browsers say where a request comes from; an old one that does not must bring the token. A link
 * in another person's text may be on a page of the portal itself: only a call by the page's own code counts as its own.
 */
function mayComeFromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined) return /^mozilla\//i.test(headers['user-agent'] ?? '');
  return site !== 'same-origin' || (headers['sec-fetch-dest'] ?? 'empty') !== 'empty';
}

/** Writes answers of one call as they go over the wire: what the schema names and nothing else. */
function writer(endpoint: Endpoint): (answer: object) => string {
  // an answer that the context remembers is the same object again, and so is its text
  const texts = new WeakMap<object, string>();
  return (answer) => {
    const known = texts.get(answer);
    if (known !== undefined) return known;
    const text = JSON.stringify({ success: true, ...(endpoint.reply as z.ZodType<object>).parse(answer) });
    texts.set(answer, text);
    return text;
  };
}

/** The idempotency key of a request, or null. A call that takes none refuses one, so that no client relies on it. */
function idempotencyKeyOf(request: FastifyRequest, endpoint: Endpoint): string | null {
  const given = request.headers[idempotencyHeader];
  if (given === undefined || request.method !== 'POST') return null;
  const refused = (message: string) => new InvalidBody([{ field: 'Idempotency-Key', message }]);
  if (!takesIdempotencyKey(endpoint)) throw refused('Please leave the header out: this call takes none.');
  const key = typeof given === 'string' ? readKey(given) : null;
  if (key === null) throw refused('Please send 1 to 255 printable ASCII characters.');
  return key;
}

/** Serves every call of a contract below `/api`: schema, session, CSRF, module access, then the use case. */
export function serve(app: FastifyInstance, { contract, handlers }: Routes, options: ServeOptions): void {
  for (const [name, endpoint] of Object.entries(contract)) {
    const write = writer(endpoint);
    const countIn = rateOf(name, endpoint);
    const send = (reply: FastifyReply, result: FileReply | string) =>
      typeof result === 'string'
        ? reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(result)
        : sendFile(reply, result);
    const resultOf = async (
      request: FastifyRequest,
      asked: PublicCtx,
      reply: FastifyReply,
    ): Promise<FileReply | string> => {
      const ctx = await authorize(endpoint, asked, options);
      const parsed = endpoint.body.safeParse(givenBy(request));
      if (!parsed.success) throw new InvalidBody(fieldsOf(parsed.error));
      const body: unknown = parsed.data;
      const field = unstorableField(body);
      if (field !== null)
        throw new InvalidBody([{ field, message: 'Please remove characters that cannot be shown.' }]);
      const key = idempotencyKeyOf(request, endpoint);
      const handle = handlers[name]!;
      if (endpoint.reply === 'file') return (await handle(ctx, body)) as FileReply;
      if (endpoint.upload) {
        const { maxBytes } = endpoint.upload;
        return withUpload(request, { maxBytes, whose: ctx.session?.orgId ?? '' }, async (upload) =>
          write((await handle({ ...ctx, upload }, body)) as object),
        );
      }
      const work = async (within: PublicCtx) => write((await handle(within, body)) as object);
      if (key === null || !('orgId' in ctx)) return work(ctx);
      return once(
        ctx,
        { call: name, key, body, refusals: endpoint.refusals },
        work,
        () => void reply.header('idempotency-replayed', 'true'),
      );
    };
    app.route({
      method: endpoint.method,
      url: `/api${routePath(endpoint.path)}`,
      // a look at the headers must not do what the call does
      exposeHeadRoute: false,
      // a file streams within a limit of its own; whatever else is sent to its call is read before anybody knows who sends it
      ...(endpoint.maxBytes ? { bodyLimit: endpoint.maxBytes } : {}),
      ...(endpoint.method === 'POST' && !endpoint.machine ? { preHandler: app.csrfProtection } : {}),
      ...(endpoint.changes
        ? {
            preHandler: (request: FastifyRequest, reply: FastifyReply, done: () => void) =>
              mayComeFromElsewhere(request) ? app.csrfProtection(request, reply, done) : done(),
          }
        : {}),
      handler: async (request, reply) => {
        try {
          const asked = await options.ctxOf(request, reply, endpoint);
          await countIn(asked);
          // the answer is sent outside the share, so that slow connections do not hold its slots
          return send(
            reply,
            await inShare(endpoint, asked, options.pace, () => resultOf(request, asked, reply)),
          );
        } catch (error) {
          return answerError(error, endpoint, request, reply);
        }
      },
    });
  }
}
