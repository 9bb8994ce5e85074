/** What the page's first answer needs. */
export { planProfileAnswer } from './profile.ts';
