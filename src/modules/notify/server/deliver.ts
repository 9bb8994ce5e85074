import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { linkToken } from '#platform/server/secrets/linkTokens.ts';
import { typedBy } from '#platform/server/mail/blocks.ts';
import type { MailBrand } from '#platform/server/mail/brand.ts';
import { composeMail, queueMail, type ComposedMail } from '#platform/server/mail/outbox.ts';
import type { NoticeEvent } from '../entities.ts';
import { notifyPaths } from '../paths.ts';
import { bitsOf, eventWords } from '../rules.ts';
import type { NoticeMail } from './noticeMails.ts';
import { markSent, type SentNotice } from './sent.store.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whom a mail goes to and of what: what its end says, and the link that switches it off. */
type Going = {
  orgId: string;
  companyName: string;
  brand: MailBrand;
  cognitoId: string;
  events: readonly NoticeEvent[];
};
export type MailEnd = Pick<ComposedMail, 'footerReason' | 'footerLinks' | 'headers'>;

/**
 * The end of a mail that a person may switch off, and the headers by which mail programs offer the same (RFC 2369, RFC 8058).
 * Opening the link asks; only what is sent from there, or by a mail program, switches off.
 */
export function mailEnd(
  ctx: Pick<OrgScope, 'secrets'>,
  { orgId, companyName, brand, cognitoId, events }: Going,
): MailEnd {
  const names = events.map((event) => `“${eventWords[event].label}”`).join(' and ');
  const company = typedBy(companyName, 60);
  const footerReason = `you administer ${company} at ${brand.nameLong} and ${names} ${events.length === 1 ? 'is' : 'are'} switched on for you`;
  const choose = {
    label: 'Choose which emails you get',
    address: brand.webAddress + notifyPaths.choices,
  };
  if (!uuid.test(cognitoId)) return { footerReason, footerLinks: [choose] };
  const token = linkToken(ctx, 'mail-choice', { orgId, id: cognitoId, round: bitsOf(events) });
  const address = brand.webAddress + notifyPaths.unsubscribe(token);
  return {
    footerReason,
    footerLinks: [choose, { label: 'Unsubscribe', address }],
    headers: { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}

type Recipient = Omit<Going, 'orgId'> & { email: string };

/**
 * Queues a mail to one person, unless the person was told the same before. Part of the caller's transaction.
 * @returns whether it was queued
 */
export async function deliver(
  scope: OrgScope,
  db: OrgDb,
  going: Recipient,
  told: SentNotice,
  mail: NoticeMail,
): Promise<boolean> {
  if (!(await markSent(db, going.cognitoId, told, scope.now()))) return false;
  await queueNotice(scope, db, going, told, mail);
  return true;
}

/** Queues a mail to one person, as part of the caller's transaction. */
export async function queueNotice(
  scope: OrgScope,
  db: OrgDb,
  going: Recipient,
  told: SentNotice,
  { button, ...mail }: NoticeMail,
): Promise<void> {
  const { orgId } = scope;
  await queueMail(
    scope,
    db,
    composeMail({
      ...mail,
      ...mailEnd(scope, { ...going, orgId }),
      brand: going.brand,
      to: { address: going.email },
      button: { label: button.label, address: going.brand.webAddress + button.path },
    }),
    { key: `notice:${orgId}:${told.event}:${told.key}:${going.cognitoId}` },
  );
}
