/** Whose mail it is. A plain type: the kit knows nothing of how brands are configured. */
export type MailBrand = {
  nameLong: string;
  nameShort: string;
  /** `#rrggbb`; darkened where needed to be read. */
  accent: string;
  radius: 'rounded' | 'square';
  /** Where a person answers: `support@…`. */
  supportAddress: string;
  /** Address of the portal of this brand, without a slash at the end; links are built from it, never from a request. */
  webAddress: string;
  /** Pages that the footer names. */
  privacyAddress?: string;
};
