import { randomUUID } from 'node:crypto';
import type { BodyOf } from '#platform/endpoint.ts';
import type { BaseCtx, SessionCtx } from '#platform/server/ctx.ts';
import { countUse } from '#platform/server/http/rateLimit.ts';
import { MarketingError } from '#providers/marketing/port.ts';
import type { marketingContract } from '../contract.ts';
import { fixedLeadFields } from '../rules.ts';
import { sendEventSpec, sendLeadSpec, type QueuedEvent, type QueuedLead } from './jobSpecs.ts';

/** What one person tells in a day beyond this counts for nothing: a flood must not fill the disk, nor somebody else's tool. */
const mostPerDay = 200;
const isFlood = async (ctx: SessionCtx): Promise<boolean> =>
  (await countUse(ctx.global, `marketing:${ctx.session.cognitoId}`, mostPerDay, 86_400, ctx.now())) !== null;

/** Queues a lead. Whoever is signed in speaks for themself alone; in a support session nothing is told. */
export async function takeLead(
  ctx: SessionCtx,
  body: BodyOf<typeof marketingContract.analytics>,
): Promise<Record<string, never>> {
  const { session } = ctx;
  if (session.supportStaff || (ctx.providers.marketing.leadsGoOutside && !body.consent)) return {};
  if (await isFlood(ctx)) return {};
  const facts = body.fields
    .filter(({ name, value }) => name !== 'email' && value !== '')
    .map(({ name, value }) => [name, value]);
  await ctx.jobs.enqueue(ctx.global, sendLeadSpec, {
    id: randomUUID(),
    at: ctx.now().toISOString(),
    email: session.email,
    fields: {
      ...(Object.fromEntries(facts) as Record<string, string>),
      ...(body.leadStatus ? { lead_status: body.leadStatus } : {}),
      ...fixedLeadFields,
    },
    pageUri: body.pageURI,
    pageName: body.pageName,
    visitor: body.hutk ?? null,
    ip: body.consent ? ctx.client.ip : null,
    organizationId: session.orgId,
  });
  return {};
}

/** Queues a step of use. */
export async function takeEvent(
  ctx: SessionCtx,
  { event, consent }: BodyOf<typeof marketingContract.track>,
): Promise<Record<string, never>> {
  const { session } = ctx;
  if (session.supportStaff || (await isFlood(ctx))) return {};
  await ctx.jobs.enqueue(ctx.global, sendEventSpec, {
    id: randomUUID(),
    at: ctx.now().toISOString(),
    name: event,
    person: consent ? { id: session.cognitoId, email: session.email } : null,
    organizationId: session.orgId,
    properties: {},
  });
  return {};
}

/** A tool that refuses for good is told once in the log; one that is away is tried again. */
async function handOver(ctx: BaseCtx, what: string, send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof MarketingError) || error.code === 'unavailable') throw error;
    ctx.log.error({ err: error }, `${what} was refused`);
  }
}

export const sendLead = (ctx: BaseCtx, lead: QueuedLead): Promise<void> =>
  handOver(ctx, 'lead', () => ctx.providers.marketing.lead({ ...lead, at: new Date(lead.at) }));

export const sendEvent = (ctx: BaseCtx, event: QueuedEvent): Promise<void> =>
  handOver(ctx, 'step of use', () => ctx.providers.marketing.event({ ...event, at: new Date(event.at) }));
