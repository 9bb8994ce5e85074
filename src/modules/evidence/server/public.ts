/** What the dashboard asks of this module. */
export { lastMadePart as evidencePart } from './packs.store.ts';
