import { supportAddress } from '#platform/web/boot.ts';

/** Address that opens a mail to the support team. */
export const mailTo = (subject: string): string =>
  `mailto:${supportAddress()}?subject=${encodeURIComponent(subject)}`;
