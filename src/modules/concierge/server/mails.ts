import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { keyValues, paragraph, smallPrint, typedBy } from '#platform/server/mail/blocks.ts';
import { composeMail, queueMail } from '#platform/server/mail/outbox.ts';
import { excerptOf, readRichText } from '#platform/richText.ts';
import { toMailBrand } from '#modules/catalog/server/public.ts';
import { conciergePaths } from '../paths.ts';
import { brandOf, type ReaderFacts } from './reader.ts';
import { holdThread, selectEntries } from './threads.store.ts';

const kindWords: Record<string, string> = {
  finding: 'A finding of a website scan',
  issue: 'An issue of a website',
  rating: 'A risk of the rating',
  element: 'An element of the maturity report',
  policy: 'A security policy',
  course: 'A training course',
  message: 'A message',
  weakness: 'A security weakness',
  report: 'A report',
  offering: 'What the concierge offers',
  incident: 'An incident',
};

type Question = {
  reader: ReaderFacts;
  threadId: string;
  entry: number;
  writer: { name: string; email: string };
};

/** Notifies the brand's experts that somebody wrote. To answer the mail answers the person, and the link opens the desk. */
export async function queueQuestionMail(
  ctx: OrgScope,
  db: OrgDb,
  { reader, threadId, entry, writer }: Question,
): Promise<void> {
  const catalogBrand = brandOf(ctx, reader);
  const brand = toMailBrand(catalogBrand);
  const thread = (await holdThread(db, threadId))!;
  const written = (await selectEntries(db, threadId, 1))[0]!;
  const context = thread.context as { kind: string; title: string } | null;
  const company = typedBy(reader.companyName, 60);
  const urgent = context?.kind === 'incident';
  const mail = composeMail({
    brand,
    to: { address: catalogBrand.wire.conciergeEmail },
    subject: [...`${urgent ? 'Incident: ' : ''}${typedBy(thread.subject, 100)}, ${company}`]
      .slice(0, 180)
      .join(''),
    preheader: `${typedBy(writer.name, 60)} ${written.kind === 'check' ? 'says that a weakness is fixed.' : 'asks.'}`,
    heading:
      written.kind === 'check'
        ? 'Check a fixed weakness'
        : thread.entries > 1
          ? 'A customer wrote again'
          : 'New question from a customer',
    blocks: [
      keyValues({
        Company: company,
        From: `${typedBy(writer.name, 60)} (${typedBy(writer.email, 254)})`,
        Subject: typedBy(thread.subject, 160),
        ...(context && kindWords[context.kind]
          ? { About: `${kindWords[context.kind]}: ${typedBy(context.title, 200)}` }
          : {}),
      }),
      paragraph(typedBy(excerptOf(readRichText(written.body), 1500), 1500)),
      smallPrint('Please answer at the desk, so that the customer finds the answer in the conversation.'),
    ],
    button: {
      label: 'Answer at the desk',
      address: brand.webAddress + conciergePaths.desk(ctx.orgId, threadId),
    },
    footerReason: 'this address receives the questions of customers',
  });
  await queueMail(
    ctx,
    db,
    { ...mail, replyTo: writer.email },
    { key: `concierge-question:${threadId}:${entry}` },
  );
}
