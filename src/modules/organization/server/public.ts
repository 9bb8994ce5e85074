/** What the page's first answer needs. */
export { profileAnswer } from './profile.ts';
