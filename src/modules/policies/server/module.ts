import type { ServerModule } from '#platform/server/module.ts';
import { routes } from '#platform/server/http/serve.ts';
import { policiesContract } from '../contract.ts';
import { policiesPaths } from '../paths.ts';
import { policyLinksContract, signOffContract } from '../signOffContract.ts';
import { answerApproval, approvalPdf, openApproval } from './approvals/links.ts';
import { readCompanyValues, saveCompanyValues } from './companyValues.ts';
import { comparePolicy } from './texts/compare.ts';
import { packPdf } from './pdf/packPdf.ts';
import { deletePolicyDraft, listApprovers, listPolicies, loadPolicy, policyHistory } from './policies.ts';
import { policyPdf } from './pdf/policyPdf.ts';
import { remindOfReviewsJob } from './reviews/reminders.ts';
import { savePolicy } from './savePolicy.ts';
import {
  addSigners,
  askToSign,
  listSigners,
  readSignOff,
  readSigner,
  remindSigners,
  removeSigner,
} from './signOff/signOff.ts';
import { remindOfSignaturesJob } from './signOff/reminders.ts';
import { sendSigningLinksJob } from './signOff/requests.ts';
import { exportSignatures } from './signOff/export.ts';
import { openSigning, readToSign, sign, signingPdf } from './signOff/signing.ts';
import { takeNewTemplate } from './templates/take.ts';
import { policyTemplates } from './templates/templates.ts';

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
