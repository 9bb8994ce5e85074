/** What staff do on request, at their desk. */
export { beginClosing, closingOf, keepOpen, renewingPlanOf } from './closing.ts';
export { isCompanyName } from '../rules.ts';
