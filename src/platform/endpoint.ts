import type { z } from 'zod';

/**
 * Who may call: anyone; a signed-in person; a signed-in person whose organisation exists; a member of staff.
 * `org` calls run inside that organisation and can see no other. `staff` calls need a second factor, and are not there for
 * anybody else who is signed in, staff in a support session included.
 */
export type Access = 'public' | 'session' | 'org' | 'staff';

/** One call on the wire: where it lives, who may call, what goes in, what comes out, how it can refuse. */
export type Endpoint<
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType | 'file' = z.ZodType | 'file',
  Code extends string = string,
  Who extends Access = Access,
> = {
  method: 'GET' | 'POST';
  /** Below `/api`, with `:name` for parameters; those and the query arrive as part of the body. */
  path: string;
  summary: string;
  access: Who;
  /** The product module that must be ACTIVE in the organisation's plan for this call. */
  module?: string;
  body: Body;
  /** Everything of the answer beside `success`. `'file'` answers bytes, see `FileReply`. */
  reply: Reply;
  /** Code and status of every answer that is not success. */
  refusals: Record<Code, number>;
  /** At most `max` requests per `perSeconds` from one address; public calls must name one. */
  rate?: { max: number; perSeconds: number };
  /** A POST body may be so large; what every call takes is less (http.ts). */
  maxBytes?: number;
  /** A POST that brings a file, as multipart with one field "file"; it may weigh so much. The use case finds it in `ctx.upload`. */
  upload?: { maxBytes: number };
  /** A GET that changes something: only a page of the portal itself, or a program, may ask. */
  changes?: true;
  /** A read that a screen repeats by itself: it does not count as activity of the person. */
  background?: true;
  /** Called by a machine with a secret of its own, never by a browser: no anti-forgery token, and cookies count for nothing. */
  machine?: true;
  /** Refused with `not-in-support-session` while staff act as the person: what is for an administrator alone to decide. */
  notInSupportSession?: true;
  /** Served also to a session that still has to set up the second factor that its organisation demands. */
  beforeSecondFactor?: true;
};

/** Declares a call; the generics keep its body, reply, refusal codes and access as literal types. */
export const endpoint = <
  B extends z.ZodType,
  R extends z.ZodType | 'file',
  const C extends string,
  const W extends Access,
>(
  e: Endpoint<B, R, C, W>,
) => e;

export type Contract = Record<string, Endpoint<any, any, any, any>>;
export type BodyOf<E extends Endpoint<any, any, any, any>> = z.output<E['body']>;
export type InputOf<E extends Endpoint<any, any, any, any>> = z.input<E['body']>;
export type ReplyOf<E extends Endpoint<any, any, any, any>> = E['reply'] extends z.ZodType
  ? z.output<E['reply']>
  : never;
export type RefusalOf<E extends Endpoint<any, any, any, any>> = keyof E['refusals'] & string;
/** Every way a whole contract can refuse; a module's messages must cover all of them. */
export type RefusalsOf<C extends Contract> = { [K in keyof C]: RefusalOf<C[K]> }[keyof C];

/** Refusals that any call may answer with, beside its own. */
export const commonRefusals = {
  /** Not signed in, or the session ended. */
  unauthenticated: 401,
  /** The anti-forgery token is missing or stale; fetch a new one and repeat. */
  csrf: 403,
  /** The organisation's plan does not include this module now. */
  'module-inactive': 403,
  /** Signed in, but the organisation is not set up yet. */
  'no-organization': 403,
  /** The organisation demands a second factor, and this sign-in had none; see the calls that set one up. */
  'second-factor-needed': 403,
  /** Staff act as the person, and this is for the person alone. */
  'not-in-support-session': 403,
  'too-many-requests': 429,
  /** The idempotency key was given before, with another body. */
  'idempotency-key-reused': 422,
  /** The call with this idempotency key is still at work; come back. */
  'idempotency-key-in-use': 409,
  /** The call with this idempotency key was cut short after it had changed something: look before it is sent with a new key. */
  'idempotency-outcome-unknown': 409,
} as const;
export type CommonRefusal = keyof typeof commonRefusals;

export const csrfHeader = 'x-csrf-token';
export const transactionHeader = 'x-transaction-id';
export const idempotencyHeader = 'idempotency-key';

/** Whether a call takes an idempotency key: sent again with it, it does nothing twice. */
export const takesIdempotencyKey = ({
  method,
  access,
  reply,
  upload,
}: Pick<Endpoint, 'method' | 'access' | 'reply' | 'upload'>): boolean =>
  method === 'POST' && access === 'org' && reply !== 'file' && !upload;
