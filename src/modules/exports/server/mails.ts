import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { keyValues, paragraph, smallPrint, typedBy } from '#platform/server/mail/blocks.ts';
import { composeMail, queueMail } from '#platform/server/mail/outbox.ts';
import { shownTime } from '#platform/dates.ts';
import { brandOfChannel, catalogOf, toMailBrand } from '#modules/catalog/server/public.ts';
import { settingsPaths } from '#modules/organization/paths.ts';
import { selectAdministrators, selectCompany, type ExportRow } from './exports.store.ts';

/** Every administrator hears that everything of the organization can be downloaded, whoever asked for it. */
export async function queueReadyMails(
  scope: OrgScope,
  db: OrgDb,
  { id, askedBy, askedAt, expiresAt }: ExportRow,
): Promise<void> {
  const company = await selectCompany(db, scope.orgId);
  if (!company || !expiresAt) return;
  const brand = toMailBrand(brandOfChannel(catalogOf(scope.settings), company.channelId));
  const companyName = typedBy(company.companyName);
  for (const reader of await selectAdministrators(db, scope.orgId))
    await queueMail(
      scope,
      db,
      composeMail({
        brand,
        to: { address: reader.email },
        subject: `Your ${brand.nameShort} export is ready`,
        preheader: `Everything we keep for ${companyName}, as one file. Download it before ${shownTime(expiresAt)}.`,
        heading: 'Your export is ready',
        blocks: [
          paragraph(
            'Everything that we keep for ',
            { strong: companyName },
            ' is ready to download as one ZIP file.',
          ),
          keyValues({
            'Asked for by': typedBy(askedBy),
            When: shownTime(askedAt),
            'Available until': shownTime(expiresAt),
          }),
          paragraph(
            'The file lists the weak spots of your websites and personal data of your team. Store it encrypted, and delete it when you no longer need it.',
          ),
          smallPrint(
            'Did you not expect this? Ask the person named above. If they did not request it, change your passwords and write to our support.',
          ),
        ],
        button: {
          label: 'Open your exports',
          address: `${brand.webAddress}${settingsPaths.tab('organization')}`,
        },
        footerReason: `you administer ${companyName} at ${brand.nameLong}`,
      }),
      { key: `export:${id}:${reader.cognitoId}`, urgent: true },
    );
}
