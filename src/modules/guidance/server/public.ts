/** What the page's first answer needs. */
export { portalDataAnswer } from './portalData.ts';
/** For taking an organisation back to how it began. */
export { forgetPortalData } from './portalData.store.ts';
