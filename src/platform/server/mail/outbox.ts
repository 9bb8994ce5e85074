import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import { MailError } from '#providers/mail/port.ts';
import type { BaseCtx } from '../ctx.ts';
import type { Tables } from '../database/database.ts';
import { handles, jobSpec, type JobRun } from '../jobs/jobs.ts';
import { counter } from '../log/measures.ts';
import { oneLine } from '../../text.ts';
import { isWithheld, recipientOf } from './thirdParty.ts';
import { renderMail, type MailContent } from './render.ts';

const line = (max: number) => z.string().transform(oneLine).pipe(z.string().min(1).max(max));
/** An address that cannot bring further addresses or headers with it. */
const address = z.email().max(254);

const outgoingSchema = z.object({
  to: z.object({ address, name: z.string().transform(oneLine).pipe(z.string().max(120)).optional() }),
  fromName: line(120),
  fromAddress: address.optional(),
  replyTo: address,
  subject: line(200),
  html: z.string().max(200_000),
  text: z.string().max(100_000),
  /** Pictures that the HTML shows by `cid:`. */
  images: z
    .array(z.object({ id: z.string().regex(/^[\w-]{1,64}$/), png: z.base64().max(80_000) }))
    .max(4)
    .optional(),
  headers: z.record(z.string().regex(/^[A-Za-z][A-Za-z-]{0,60}$/), line(500)).optional(),
});
/** A mail ready to be queued. */
export type OutgoingMail = z.input<typeof outgoingSchema>;

export type ComposedMail = MailContent & {
  to: OutgoingMail['to'];
  subject: string;
  headers?: Record<string, string>;
};

/** Makes a mail in a brand's look, from its brand and answered to its support. */
export const composeMail = ({ to, subject, headers, ...content }: ComposedMail): OutgoingMail => ({
  to,
  fromName: content.brand.nameLong,
  ...(content.brand.fromAddress ? { fromAddress: content.brand.fromAddress } : {}),
  replyTo: content.brand.supportAddress,
  subject,
  ...renderMail(content),
  ...(headers ? { headers } : {}),
});

/** Eight tries over about an hour: a mail server that greylists or restarts costs no mail. */
const mailSpec = {
  data: z.object({
    sealed: z.string(),
    key: z.string().optional(),
    orgId: z.uuid().optional(),
    thirdParty: z.object({ orgId: z.uuid(), recipient: z.uuid() }).optional(),
  }),
  retries: 8,
  retryDelaySeconds: 15,
  retryBackoff: true,
  timeLimitSeconds: 120,
};
export const sendMail = jobSpec({ name: 'send-mail', ...mailSpec });
/** Codes, links to get in and news about the security of an account: a queue of their own, so that they wait for nobody's letters. */
export const sendUrgentMail = jobSpec({ name: 'send-urgent-mail', ...mailSpec });

/** Whether a kind of work hands a mail over. */
export const isMailJob = ({ name }: { name: string }): boolean =>
  name === sendMail.name || name === sendUrgentMail.name;

const noteMail = counter('mails_total', 'Attempts to hand an email over, by lane and by how they ended', {
  lane: ['ordinary', 'urgent'],
  // bounced: refused for good by the server that was to take it; failed: given up after the last try
  outcome: ['sent', 'retry', 'failed', 'bounced', 'withheld', 'unreadable'],
});

const sealPurpose = 'outgoing-mail';

/**
 * Puts a mail into the queue as part of the caller's transaction: it is sent if and only if that commits.
 * Mails hold codes and links, so they rest sealed in the queue.
 * Mails of one organization take turns with those of the others.
 * @param ctx one that is in an organization names whose mail it is
 * @param options.key the same key is delivered once; without one, each call is a mail of its own
 * @param options.thirdParty true for one that goes to someone outside the administrators of the organization `ctx` is in: it is
 * looked at again before it is handed over
 * @param options.urgent for somebody who waits for it to get in, or must hear at once that somebody else did
 * @throws ZodError when an address or a subject cannot be used
 */
export async function queueMail(
  ctx: Pick<BaseCtx, 'jobs' | 'secrets'> & { orgId?: string },
  db: Kysely<Tables> | Transaction<Tables>,
  mail: OutgoingMail,
  options: { key?: string; startAfter?: Date; urgent?: boolean; thirdParty?: boolean } = {},
): Promise<void> {
  if (options.thirdParty && !ctx.orgId)
    throw new Error('An email to a third party names the organization that sends it.');
  const thirdParty =
    options.thirdParty && ctx.orgId
      ? { orgId: ctx.orgId, recipient: recipientOf(ctx, ctx.orgId, mail.to.address) }
      : undefined;
  const sealed = ctx.secrets.seal(sealPurpose, JSON.stringify(outgoingSchema.parse(mail)));
  await ctx.jobs.enqueue(
    db,
    options.urgent ? sendUrgentMail : sendMail,
    {
      sealed,
      ...(options.key ? { key: options.key } : {}),
      ...(ctx.orgId ? { orgId: ctx.orgId } : {}),
      ...(thirdParty ? { thirdParty } : {}),
    },
    {
      ...(options.startAfter ? { startAfter: options.startAfter } : {}),
      ...(ctx.orgId && !options.urgent ? { group: ctx.orgId } : {}),
    },
  );
}

/** A mail as it waits in the queue; null where it was sealed with another secret. */
export function readQueuedMail(
  ctx: Pick<BaseCtx, 'secrets'>,
  { sealed }: { sealed: string },
): z.output<typeof outgoingSchema> | null {
  const clear = ctx.secrets.open(sealPurpose, sealed);
  return clear === null ? null : outgoingSchema.parse(JSON.parse(clear));
}

/** So long it is remembered that a mail was given up. */
export const failureDays = 30;

/** Remembers that a mail was given up: to whom and why, and nothing of what it said. */
async function keepFailure(
  { global, now }: BaseCtx,
  id: string,
  { recipient, sender, error }: { recipient: string; sender: string; error: unknown },
): Promise<void> {
  const reason = oneLine(error instanceof Error ? error.message : String(error)).slice(0, 500);
  const at = now();
  await global
    .deleteFrom('mailFailure')
    .where('at', '<', new Date(at.getTime() - failureDays * 86_400_000))
    .execute();
  await global
    .insertInto('mailFailure')
    .values({ id, at, recipient, sender, reason })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ at, reason }))
    .execute();
}

/** Hands a queued mail over, again and again until the receiving side takes it or refuses for good. */
async function handOver(
  ctx: BaseCtx,
  { sealed, key, orgId, thirdParty }: z.output<typeof mailSpec.data>,
  job: JobRun,
  lane: 'ordinary' | 'urgent',
): Promise<void> {
  const queued = readQueuedMail(ctx, { sealed });
  if (queued === null) {
    noteMail({ lane, outcome: 'unreadable' });
    ctx.log.error({ jobId: job.id }, 'a queued mail was sealed with another secret and cannot be sent');
    return;
  }
  if (thirdParty && (await isWithheld(ctx, thirdParty))) {
    noteMail({ lane, outcome: 'withheld' });
    ctx.log.warn({ jobId: job.id, orgId: thirdParty.orgId }, 'an email to a third party was withheld');
    return;
  }
  const { fromName, fromAddress, ...mail } = queued;
  try {
    const from = { name: fromName, ...(fromAddress ? { address: fromAddress } : {}) };
    await ctx.providers.mail.send({
      ...mail,
      ...(orgId ? { orgId } : {}),
      idempotencyKey: key ?? job.id,
      from,
    });
    noteMail({ lane, outcome: 'sent' });
  } catch (error) {
    const refused = error instanceof MailError && !error.retry;
    noteMail({ lane, outcome: refused ? 'bounced' : job.lastAttempt ? 'failed' : 'retry' });
    if (refused || job.lastAttempt)
      await keepFailure(ctx, job.id, { recipient: mail.to.address, sender: fromName, error });
    if (!refused) throw error;
    ctx.log.error({ err: error, jobId: job.id }, 'a mail was refused for good');
  }
}

// Together they are as many as the connections to a mail server (smtp.ts), so that an urgent one waits for none. The limit
// of two for one organization leaves slots for the others; that of twenty a second leaves the machine.
export const sendMailJob = handles(
  sendMail,
  (ctx: BaseCtx, mail, job) => handOver(ctx, mail, job, 'ordinary'),
  {
    concurrency: 4,
    perGroup: 2,
    perGroupPerSecond: 20,
  },
);
export const sendUrgentMailJob = handles(
  sendUrgentMail,
  (ctx: BaseCtx, mail, job) => handOver(ctx, mail, job, 'urgent'),
  {
    concurrency: 2,
  },
);
