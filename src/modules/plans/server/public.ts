/** What an organization may use now, and by which plan. */
export { moduleIsActive, modulesOf, planOfOrg } from './modules.ts';
export { isHighestPlan, isTrialExpired, trialDaysLeft } from '../moduleStatus.ts';
/** How the built-in billing sandbox reaches the portal. */
export { queueBillingNotice } from './jobSpecs.ts';
/** Which coupons the pages of the sandbox take. */
export { mayUseCoupon } from './checkout/coupons.ts';
/** What is paid for ends with the account, and goes on with it. */
export { endPlan, renewingPlans, resumePlan } from './subscription/closing.ts';
