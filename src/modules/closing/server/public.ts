/** What staff do on request, at their desk. */
export { beginClosing, closingOf, keepOpen, renewingPlanOf } from './closing.ts';
export { isCompanyName } from '../rules.ts';
/** For the new sealing of texts after a change of the secret. */
export { erasurePurpose } from './erase.ts';
