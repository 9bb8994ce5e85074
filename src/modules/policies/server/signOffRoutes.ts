import { routes } from '#platform/server/serve.ts';
import { policyLinksContract, signOffContract } from '../signOffContract.ts';
import { answerApproval, approvalPdf, openApproval } from './approvalLinks.ts';
import { exportSignatures } from './signaturesExport.ts';
import { openSigning, readToSign, sign, signingPdf } from './signing.ts';
import {
  addSigners,
  askToSign,
  listSigners,
  readSigner,
  readSignOff,
  remindSigners,
  removeSigner,
} from './signOff.ts';

export const signOffRoutes = routes(
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
);
