/** For what ends exports: their time, and the end of the organization. */
export { exportsPrefix, removeEndedExports } from './exports.ts';
