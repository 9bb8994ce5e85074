import type { MailBrand, MailLogo } from '#platform/server/mail/brand.ts';
import type { PdfBrand } from '#platform/server/pdf/brand/brand.ts';
import { mailLogo } from '#platform/server/mail/logo.ts';
import type { CatalogBrand } from './catalog.ts';
import type { Picture } from './logo.ts';

/** A brand as the PDF kit draws it. A logo that is more than plain coloured paths is left out; the name stands in. */
export const toPdfBrand = ({ wire, logo }: CatalogBrand): PdfBrand => ({
  nameLong: wire.brandNameLong,
  nameShort: wire.brandNameShort,
  color: wire.accent,
  emailDomain: wire.emailDomain,
  ...(logo.vector ? { logo: logo.vector } : {}),
});

const mailLogos = new WeakMap<Picture, MailLogo | null>();

/** Drawn once for each logo that is read; one that is more than plain coloured paths is left out. */
function mailLogoOf({ entry, logo, pictures }: CatalogBrand): MailLogo | null {
  let drawn = mailLogos.get(logo);
  if (drawn === undefined) {
    const dark = pictures.get(entry.brandLogoDark ?? entry.brandLogo)?.vector;
    drawn = logo.vector && dark ? mailLogo(logo.vector, dark) : null;
    mailLogos.set(logo, drawn);
  }
  return drawn;
}

/** A brand as the mail kit writes it. */
export function toMailBrand(brand: CatalogBrand): MailBrand {
  const { wire, entry } = brand;
  const logo = mailLogoOf(brand);
  return {
    nameLong: wire.brandNameLong,
    nameShort: wire.brandNameShort,
    accent: wire.accent,
    radius: wire.radius,
    supportAddress: `support@${wire.emailDomain}`,
    ...(entry.mailFrom ? { fromAddress: entry.mailFrom } : {}),
    webAddress: wire.webAddress,
    privacyAddress: wire.links.privacy,
    ...(logo ? { logo } : {}),
  };
}
