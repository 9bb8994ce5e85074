import { shownDay } from '#platform/dates.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { keyValues, paragraph, smallPrint, typedBy } from '#platform/server/mail/blocks.ts';
import { composeMail, queueMail } from '#platform/server/mail/outbox.ts';
import { brandOfChannel, catalogOf, toMailBrand } from '#modules/catalog/server/public.ts';
import { askedBy, reportFooter, senderName } from '#modules/sending/server/public.ts';
import { monitoringPaths } from '../../paths.ts';
import { issueLinkDays } from '../../rules.ts';
import { isAdministrator } from './issueLinks.store.ts';

type Sent = {
  linkId: string;
  email: string;
  token: string;
  companyName: string;
  channelId: string;
  /** The name of the administrator. */
  sentBy: string;
  website: { name: string; url: string };
  issue: { title: string; severity: 'high' | 'medium' | 'low' };
  expiresAt: Date;
};

const severities = { high: 'High', medium: 'Medium', low: 'Low' } as const;

/** Queues the email that brings a developer to one issue. What customers and websites wrote stays text, quoted and short. */
export async function queueIssueLink(ctx: OrgScope, db: OrgDb, sent: Sent): Promise<void> {
  const brand = toMailBrand(brandOfChannel(catalogOf(ctx.settings), sent.channelId));
  const who = askedBy({ companyName: sent.companyName, administrator: sent.sentBy }, brand);
  const mail = composeMail({
    brand,
    to: { address: sent.email },
    subject: 'A security issue for you to fix',
    preheader: 'What it is, where it is, and how to fix it. No account needed.',
    heading: 'A security issue for you to fix',
    blocks: [
      paragraph('Hello,'),
      paragraph(
        who,
        ' asked you to fix a security issue on a website. The page shows where it is, the proof, and the fix.',
      ),
      keyValues({
        Website: typedBy(new URL(sent.website.url).host, 100),
        Issue: typedBy(sent.issue.title, 120),
        Severity: severities[sent.issue.severity],
      }),
      paragraph(
        'When it is fixed, say so on the page. We check this one issue again and show you the result.',
      ),
      smallPrint(
        `The link needs no account and works for ${issueLinkDays} days, until ${shownDay(sent.expiresAt)}. It shows how to exploit the issue, so please do not share it.`,
      ),
    ],
    button: { label: 'View the issue', address: brand.webAddress + monitoringPaths.issueLink(sent.token) },
    footerReason: `an administrator of ${senderName(sent.companyName, brand)} entered this address as the developer’s`,
    footerLinks: reportFooter(ctx, brand, ctx.orgId, sent.email, 'issue'),
  });
  await queueMail(ctx, db, mail, {
    key: `issue-link:${sent.linkId}`,
    thirdParty: !(await isAdministrator(db, sent.email)),
  });
}
