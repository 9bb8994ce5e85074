import { routes } from '#platform/server/serve.ts';
import { policyTextsContract } from '../contract.ts';
import { comparePolicy } from './compare.ts';
import { readCompanyValues, saveCompanyValues } from './companyValues.ts';
import { deletePolicyDraft, listApprovers, listPolicies, loadPolicy, policyHistory } from './policies.ts';
import { savePolicy } from './savePolicy.ts';
import { takeNewTemplate } from './takeTemplate.ts';

export const policiesRoutes = routes(policyTextsContract, {
  policyList: listPolicies,
  policySave: savePolicy,
  policyLoad: loadPolicy,
  policyHistory,
  policyCompare: comparePolicy,
  policyDelete: deletePolicyDraft,
  takeNewTemplate,
  companyValues: readCompanyValues,
  saveCompanyValues,
  approvers: listApprovers,
});
