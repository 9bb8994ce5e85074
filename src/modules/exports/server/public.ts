/** For the end of the organization. */
export { exportsPrefix } from './exports.ts';
