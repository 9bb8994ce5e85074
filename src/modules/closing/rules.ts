import { oneLine } from '#platform/text.ts';

/** So long a company can change its mind after it closed its account. */
export const closingDays = 14;
/** So long before the end administrators are reminded. */
export const reminderDays = 3;

const dayMs = 86_400_000;

/** When everything of a company that closes its account now is erased. */
export const dueFrom = (now: Date): Date => new Date(now.getTime() + closingDays * dayMs);

/** Closings that end before this are due a reminder. */
export const remindUntil = (now: Date): Date => new Date(now.getTime() + reminderDays * dayMs);

const folded = (name: string): string => oneLine(name).toLowerCase();

/** Whether somebody typed the company's name, whatever the case and the spaces around it. */
export const isCompanyName = (typed: string, companyName: string): boolean =>
  folded(typed) === folded(companyName);
