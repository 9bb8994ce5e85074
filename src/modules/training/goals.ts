import type { GoalId } from '#modules/organization/contract.ts';

/** Which goals of the organization a course of the product serves most. A course that is not named serves none in particular. */
export const courseGoals: Readonly<Record<string, readonly GoalId[]>> = {
  '01-start-safe': ['learnMoreAboutCyberSecurity'],
  '02-phishing': ['proactivelyProtectMyOrganization', 'learnMoreAboutCyberSecurity'],
  '03-sign-in': ['proactivelyProtectMyOrganization'],
  '04-payment-fraud': ['proactivelyProtectMyOrganization'],
  '07-data-privacy': ['meetRegulatoryRequirements', 'meetContractualObligations'],
  '08-ransomware': ['proactivelyProtectMyOrganization'],
  '09-cloud-ai': ['learnMoreAboutCyberSecurity'],
  '10-social-engineering': ['learnMoreAboutCyberSecurity'],
  '11-physical-suppliers': ['meetContractualObligations'],
  '12-incident-drill': ['meetRegulatoryRequirements', 'meetContractualObligations'],
};
