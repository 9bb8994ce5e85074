// direction and zero-width controls, with which a hostile page could make a line read as something else
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Text that a scanned website wrote, with what would hide in it made visible. To be shown as text only. */
export const visibleText = (text: string): string =>
  text.replace(invisible, (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`);

/** A reference that may become a link. */
export const isWebLink = (address: string): boolean => /^https?:\/\/[^\s]+$/i.test(address);
