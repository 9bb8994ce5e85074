import type { GoalId } from '#modules/organization/contract.ts';
import type { ActionId } from './actionIds.ts';

/** Which goals of the organization a next best action serves. An action that is not named serves none in particular. */
export const goalsServed: Partial<Record<ActionId, readonly GoalId[]>> = {
  'add-website': ['proactivelyProtectMyOrganization', 'meetRegulatoryRequirements'],
  'fix-high': ['proactivelyProtectMyOrganization', 'meetRegulatoryRequirements'],
  'first-scan': ['proactivelyProtectMyOrganization', 'meetRegulatoryRequirements'],
  schedule: ['proactivelyProtectMyOrganization', 'meetRegulatoryRequirements'],
  'fix-medium': ['proactivelyProtectMyOrganization', 'meetRegulatoryRequirements'],
  'fix-low': ['proactivelyProtectMyOrganization'],
  'start-assessment': ['learnMoreAboutCyberSecurity', 'meetContractualObligations'],
  'finish-assessment': ['learnMoreAboutCyberSecurity', 'meetContractualObligations'],
  'raise-weakest': ['proactivelyProtectMyOrganization'],
  'returned-draft': ['meetContractualObligations', 'meetRegulatoryRequirements'],
  'finish-drafts': ['meetContractualObligations', 'meetRegulatoryRequirements'],
  'first-policies': ['meetContractualObligations', 'meetRegulatoryRequirements'],
  'review-policies': ['meetContractualObligations', 'meetRegulatoryRequirements'],
  'more-policies': ['meetContractualObligations', 'meetRegulatoryRequirements'],
  'enroll-team': [
    'learnMoreAboutCyberSecurity',
    'meetRegulatoryRequirements',
    'proactivelyProtectMyOrganization',
  ],
  'nudge-team': ['learnMoreAboutCyberSecurity', 'meetRegulatoryRequirements'],
  'first-rating': ['meetContractualObligations', 'proactivelyProtectMyOrganization'],
  'raise-rating': ['meetContractualObligations', 'proactivelyProtectMyOrganization'],
  'close-weaknesses': ['proactivelyProtectMyOrganization'],
  'look-at-weaknesses': ['proactivelyProtectMyOrganization'],
  'read-answers': ['learnMoreAboutCyberSecurity'],
  'read-messages': ['learnMoreAboutCyberSecurity'],
  'second-factor': ['proactivelyProtectMyOrganization'],
  'insurance-pack': ['meetContractualObligations'],
};
