import { AsyncLocalStorage } from 'node:async_hooks';

/** Which check sends: what it leaves on the website is counted for each. */
const running = new AsyncLocalStorage<string>();

export const asCheck = <T>(name: string, work: () => T): T => running.run(name, work);

/** The check under way; `reading` while the website is read, `first look` while a point is learned. */
export const checkName = (): string => running.getStore() ?? 'reading';
