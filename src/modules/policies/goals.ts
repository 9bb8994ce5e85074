import type { GoalId } from '#modules/organization/contract.ts';

/** Which goals of the organization a policy of the product serves most. A policy that is not named serves none in particular. */
export const policyGoals: Readonly<Record<string, readonly GoalId[]>> = {
  infosec: ['meetContractualObligations', 'meetRegulatoryRequirements'],
  'acceptable-use': ['learnMoreAboutCyberSecurity'],
  access: ['meetContractualObligations', 'proactivelyProtectMyOrganization'],
  ai: ['learnMoreAboutCyberSecurity'],
  backup: ['proactivelyProtectMyOrganization'],
  data: ['meetContractualObligations', 'meetRegulatoryRequirements'],
  email: ['proactivelyProtectMyOrganization', 'learnMoreAboutCyberSecurity'],
  incident: ['meetContractualObligations', 'meetRegulatoryRequirements'],
  logging: ['meetRegulatoryRequirements'],
  passwords: ['proactivelyProtectMyOrganization', 'learnMoreAboutCyberSecurity'],
  patching: ['proactivelyProtectMyOrganization'],
  privacy: ['meetRegulatoryRequirements'],
  suppliers: ['meetContractualObligations'],
};
