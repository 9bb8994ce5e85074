/** What the page's first answer needs. */
export { portalDataAnswer } from './portalData.ts';
