import type { ServerModule } from '#platform/server/module.ts';
import { routes } from '#platform/server/serve.ts';
import { policiesContract } from '../contract.ts';
import { policiesPaths } from '../paths.ts';
import { policyLinksContract, signOffContract } from '../signOffContract.ts';
import { answerApproval, approvalPdf, openApproval } from './approvalLinks.ts';
import { readCompanyValues, saveCompanyValues } from './companyValues.ts';
import { comparePolicy } from './compare.ts';
import { packPdf } from './packPdf.ts';
import { deletePolicyDraft, listApprovers, listPolicies, loadPolicy, policyHistory } from './policies.ts';
import { policyPdf } from './policyPdf.ts';
import { remindOfReviewsJob } from './reviewReminders.ts';
import { savePolicy } from './savePolicy.ts';
import {
  addSigners,
  askToSign,
  listSigners,
  readSignOff,
  readSigner,
  remindSigners,
  removeSigner,
} from './signOff.ts';
import { remindOfSignaturesJob } from './signReminders.ts';
import { sendSigningLinksJob } from './signRequests.ts';
import { exportSignatures } from './signaturesExport.ts';
import { openSigning, readToSign, sign, signingPdf } from './signing.ts';
import { takeNewTemplate } from './takeTemplate.ts';
import { policyTemplates } from './templates.ts';

export const policiesModule = {
  calls: {
    policies: routes(policiesContract, {
      policyList: listPolicies,
      policySave: savePolicy,
      policyLoad: loadPolicy,
      policyHistory,
      policyCompare: comparePolicy,
      policyDelete: deletePolicyDraft,
      takeNewTemplate,
      policyDownload: (ctx, { id, version }) => policyPdf(ctx, id, version),
      policyPack: (ctx) => packPdf(ctx),
      companyValues: readCompanyValues,
      saveCompanyValues,
      approvers: listApprovers,
    }),
    signOff: routes(
      { ...signOffContract, ...policyLinksContract },
      {
        signOff: (ctx) => readSignOff(ctx),
        signers: listSigners,
        signer: readSigner,
        addSigners,
        removeSigner,
        askToSign,
        remindSigners,
        exportSignatures,
        openApproval,
        answerApproval,
        approvalPdf,
        openSigning,
        readToSign,
        sign,
        signingPdf,
      },
    ),
  },
  jobs: [sendSigningLinksJob, remindOfSignaturesJob, remindOfReviewsJob],
  readContent: () => void policyTemplates(),
  secretPages: [policiesPaths.approvalPattern, policiesPaths.signingPattern],
} satisfies ServerModule;
