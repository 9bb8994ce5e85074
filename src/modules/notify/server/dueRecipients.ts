import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { MailBrand } from '#platform/server/mail/brand.ts';
import { selectPeople } from './choices.store.ts';
import { mailEnd, type MailEnd } from './deliver.ts';
import { isSent, markSent } from './sent.store.ts';

/** Whether anybody got the mail of this day about what is due: nobody gets two. */
export const isDueSent = (db: OrgDb, day: string): Promise<boolean> => isSent(db, { event: 'due', key: day });

/**
 * Who wants to hear of policies that are due, with the end of the mail for each. They count as told on that day: this is
 * called in the transaction that queues the mail.
 */
export async function dueRecipients(
  scope: OrgScope,
  db: OrgDb,
  { day, ...of }: { day: string; companyName: string; brand: MailBrand },
): Promise<{ cognitoId: string; email: string; end: MailEnd }[]> {
  const recipients: { cognitoId: string; email: string; end: MailEnd }[] = [];
  for (const { cognitoId, email, wants } of await selectPeople(db)) {
    if (!wants.has('policy-due') || !(await markSent(db, cognitoId, { event: 'due', key: day }, scope.now())))
      continue;
    recipients.push({
      cognitoId,
      email,
      end: mailEnd(scope, { ...of, orgId: scope.orgId, cognitoId, events: ['policy-due'] }),
    });
  }
  return recipients;
}
