import type { PageForm } from '#probes/web/form.ts';
import { isFormGuard } from '../points/tokens.ts';
import type { Sent } from './sent.ts';

/** Which values of an editing form stay as they are. */

const idValue = /^(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27})$/i;
const identity = /^(?:e-?mail|user_?name|login|user)$|\[(?:email|username|login)\]$/i;

/** The sending would edit another record than the one the page showed, or give the account another name. */
export function touchesFixed(former: PageForm, sent: Sent, signedIn: boolean): boolean {
  return former.fields.some(({ name, type, value }) => {
    const isId = type === 'hidden' && !isFormGuard(name) && (idValue.test(value) || name === '_method');
    const isName = signedIn && value !== '' && identity.test(name);
    if (!isId && !isName) return false;
    const given = sent.fields.filter((field) => field.name === name);
    return given.length === 0 || given.some((field) => field.value !== value);
  });
}

const opensComment = (value: string): boolean => {
  const quote = value.search(/['"`]/);
  return quote >= 0 && /--|#|\/\*/.test(value.slice(quote + 1));
};

/** How every text that breaks out of markup begins: in a statement its quotes leave nothing that could be carried out. */
const outOfMarkup = `'">-->`;

/** A text that would cut off the condition of an update, so that every record gets the value. */
export const breaksRecords = ({ fields }: Sent): boolean =>
  fields.some(({ value = '' }) => opensComment(value.replaceAll(outOfMarkup, '')));
