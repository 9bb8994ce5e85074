import type { BaseCtx } from '#platform/server/ctx.ts';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';
import { bullets, keyValues, paragraph, smallPrint, typedBy } from '#platform/server/mail/blocks.ts';
import type { MailBrand } from '#platform/server/mail/brand.ts';
import { composeMail, queueMail, type ComposedMail } from '#platform/server/mail/outbox.ts';
import { settingsPaths } from '#modules/organization/paths.ts';
import { exportDays } from '#modules/exports/contract.ts';
import type { Reader } from './closing.store.ts';

// platform.md 9: dates in Pacific time
const day = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
});
export const dayText = (at: Date): string => day.format(at);

export type ClosingFacts = {
  /** As somebody typed it. */
  companyName: string;
  begunBy: string;
  byStaff: boolean;
  reason: string;
  begunAt: Date;
  dueAt: Date;
  /** The paid plan that ends with the account. */
  planName: string | null;
};

export type ClosingMail = 'begun' | 'reminder' | 'kept' | 'erased';

type Words = Pick<ComposedMail, 'subject' | 'preheader' | 'heading' | 'blocks'> & { button: string | null };

const whoAsked = ({ begunBy, byStaff }: ClosingFacts): string =>
  byStaff ? `${typedBy(begunBy)} of our support team` : typedBy(begunBy);

const exportHint = paragraph(
  `You can download everything as one file until then: open Settings, Organization Details, and choose Export everything. A file is kept for ${exportDays} days.`,
);

const wording: Record<ClosingMail, (facts: ClosingFacts, brand: MailBrand) => Words> = {
  begun: (facts, brand) => ({
    subject: `Your ${brand.nameShort} account closes on ${dayText(facts.dueAt)}`,
    preheader: "Everything in your company's account is erased on that day. Until then, one click keeps it.",
    heading: `Your account closes on ${dayText(facts.dueAt)}`,
    blocks: [
      paragraph(
        { strong: whoAsked(facts) },
        ' asked to close the account of ',
        { strong: typedBy(facts.companyName) },
        '.',
      ),
      ...(facts.byStaff && facts.reason ? [keyValues({ Reason: typedBy(facts.reason, 400) })] : []),
      paragraph('On that day we erase, for good:'),
      bullets(
        'Website scans, ratings, policies, training records, signatures, and conversations with our experts',
        'Your team: everyone who learns or signs, and their links',
        'The accounts of your administrators, unless they administer another company',
      ),
      paragraph(
        'Until then everything works as before.',
        ...(facts.planName
          ? [` The ${facts.planName} plan is canceled now, so no further payment is taken.`]
          : []),
        ' If you change your mind, any administrator can keep the account.',
      ),
      exportHint,
      smallPrint(
        'No one at your company asked for this? Choose Keep the account, change your password, and write to our support.',
      ),
    ],
    button: 'Keep the account',
  }),
  reminder: (facts, brand) => ({
    subject: `Reminder: your ${brand.nameShort} account is erased on ${dayText(facts.dueAt)}`,
    preheader: 'This is the last reminder. You can still keep the account.',
    heading: `Your account is erased on ${dayText(facts.dueAt)}`,
    blocks: [
      paragraph(
        { strong: whoAsked(facts) },
        ' asked on ',
        dayText(facts.begunAt),
        ' to close the account of ',
        { strong: typedBy(facts.companyName) },
        '. What is erased cannot be brought back, not even by us.',
      ),
      exportHint,
      paragraph('If you want to go on, keep the account before that day.'),
    ],
    button: 'Keep the account',
  }),
  kept: (facts, brand) => ({
    subject: `Your ${brand.nameShort} account stays open`,
    preheader: 'The closing was taken back. Nothing was erased.',
    heading: 'Your account stays open',
    blocks: [
      paragraph(
        'The account of ',
        { strong: typedBy(facts.companyName) },
        ' is no longer being closed. Nothing was erased.',
      ),
      ...(facts.planName ? [paragraph(`The ${facts.planName} plan goes on as before.`)] : []),
    ],
    button: 'Open the portal',
  }),
  erased: (facts, brand) => ({
    subject: `Your ${brand.nameShort} account was erased`,
    preheader: "Everything in your company's account was erased, as announced.",
    heading: 'Your account was erased',
    blocks: [
      paragraph(
        'As announced, everything of ',
        { strong: typedBy(facts.companyName) },
        ' was erased, including your own account unless you administer another company.',
      ),
      paragraph(
        'We keep a note that an account was erased and when, without names. Invoices stay with the billing provider for as long as the law requires. Backups are overwritten within the time that our privacy notice gives.',
      ),
      smallPrint('This is the last email that you get about this account.'),
    ],
    button: null,
  }),
};

/** Queues a mail to each administrator, as part of the transaction that it tells of. */
export async function queueClosingMails(
  ctx: Pick<BaseCtx, 'jobs' | 'secrets'> & { orgId?: string },
  db: GlobalDb | OrgDb,
  kind: ClosingMail,
  { brand, facts, readers }: { brand: MailBrand; facts: ClosingFacts; readers: readonly Reader[] },
): Promise<void> {
  const { button, ...words } = wording[kind](facts, brand);
  const address = `${brand.webAddress}${kind === 'kept' ? '/' : settingsPaths.tab('organization')}`;
  for (const reader of readers)
    await queueMail(
      ctx,
      db,
      composeMail({
        brand,
        to: { address: reader.email },
        ...words,
        ...(button ? { button: { label: button, address } } : {}),
        footerReason: `you administer${kind === 'erased' ? 'ed' : ''} ${typedBy(facts.companyName)} at ${brand.nameLong}`,
      }),
      { key: `closing:${reader.cognitoId}:${facts.begunAt.getTime()}:${kind}`, urgent: true },
    );
}
