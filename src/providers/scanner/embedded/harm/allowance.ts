import { AsyncLocalStorage } from 'node:async_hooks';
import type { PageForm } from '#probes/web/form.ts';

/** Which check sends: what it leaves on the website is counted for each. */
const running = new AsyncLocalStorage<string>();

export const asCheck = <T>(name: string, work: () => T): T => running.run(name, work);

/** The check under way; `reading` while the website is read, `first look` while a point is learned. */
export const checkName = (): string => running.getStore() ?? 'reading';

const stored = 'Stored cross-site scripting';

// What one kind of check may leave at one form; the first look serves all of them.
const allowances: Readonly<Record<string, number>> = {
  reading: 1,
  'first look': 7,
  'Forms sent by other websites': 3,
  // The text that runs, and once more in the browser.
  'Cross-site scripting': 2,
  [stored]: 4,
  'Uploads of programs and pages': 6,
};

/** Whether one more may be left at a form; the check for stored texts looks last, when the others have used up what they share. */
export const mayLeave = (
  name: string,
  { spent, taken, perForm }: { spent: number; taken: number; perForm: number },
): boolean =>
  spent < (allowances[name] ?? 1) && taken < perForm + (name === stored ? allowances[stored]! : 0);

const searching = /search|suche|find|query|filter|sort|lookup|list|recherche|buscar/i;
/** A form that asks by GET and has a box for words: most look something up, some keep it. */
export const mayKeepByGet = (form: PageForm): boolean =>
  form.explicitGet &&
  !searching.test(`${new URL(form.action).pathname} ${(form.buttons ?? []).join(' ')}`) &&
  form.fields.some(({ type }) => type === 'textarea' || type === 'text' || type === 'email') &&
  !form.fields.some(({ type, name }) => type === 'search' || /^(?:q|s|query|search)$/i.test(name));
