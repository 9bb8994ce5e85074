/** For taking an organisation back to how it began. */
export { forgetPortalData } from './portalData.store.ts';
