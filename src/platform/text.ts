// control characters, and the marks that turn the direction of text around; joiners stay, scripts need them
const unseen = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu;

/** Text without anything invisible that could restructure the text around it, fit for the database, a mail and a document. */
export const visible = (text: string): string => text.toWellFormed().replace(unseen, ' ');

/** Whether there is anything to read: a letter or a digit, of those that are seen. */
export const isLegible = (text: string): boolean =>
  /[\p{L}\p{N}]/u.test(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''));

/** The same as one line. */
export const oneLine = (text: string): string => visible(text).replace(/\s+/gu, ' ').trim();

/** The same, keeping the lines it has. */
export const severalLines = (text: string): string =>
  text
    .split(/\r\n|\r|\n/u)
    .map(oneLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
