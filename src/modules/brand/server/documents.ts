import type { MailBrand } from '#platform/server/mail/brand.ts';
import type { PdfBrand } from '#platform/server/pdf/brand.ts';
import type { CatalogBrand } from './catalog.ts';

/** A brand as the PDF kit draws it. A logo that is more than plain coloured paths is left out; the name stands in. */
export const toPdfBrand = ({ wire, logo }: CatalogBrand): PdfBrand => ({
  nameLong: wire.brandNameLong,
  nameShort: wire.brandNameShort,
  color: wire.accent,
  emailDomain: wire.emailDomain,
  ...(logo.vector ? { logo: logo.vector } : {}),
});

/** A brand as the mail kit writes it. */
export const toMailBrand = ({ wire, entry }: CatalogBrand): MailBrand => ({
  nameLong: wire.brandNameLong,
  nameShort: wire.brandNameShort,
  accent: wire.accent,
  radius: wire.radius,
  supportAddress: `support@${wire.emailDomain}`,
  ...(entry.mailFrom ? { fromAddress: entry.mailFrom } : {}),
  webAddress: wire.webAddress,
  privacyAddress: wire.links.privacy,
});
