import { routes } from '#platform/server/serve.ts';
import { policiesContract } from '../contract.ts';
import { comparePolicy } from './compare.ts';
import { readCompanyValues, saveCompanyValues } from './companyValues.ts';
import { downloadPack, downloadPolicy } from './downloads.ts';
import { deletePolicyDraft, listApprovers, listPolicies, loadPolicy, policyHistory } from './policies.ts';
import { savePolicy } from './savePolicy.ts';
import { takeNewTemplate } from './takeTemplate.ts';

export const policiesRoutes = routes(policiesContract, {
  policyList: listPolicies,
  policySave: savePolicy,
  policyLoad: loadPolicy,
  policyHistory,
  policyCompare: comparePolicy,
  policyDelete: deletePolicyDraft,
  takeNewTemplate,
  policyDownload: downloadPolicy,
  policyPack: downloadPack,
  companyValues: readCompanyValues,
  saveCompanyValues,
  approvers: listApprovers,
});
