import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles } from '#platform/server/jobs/jobs.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { routes } from '#platform/server/http/serve.ts';
import { organizationContract } from '../contract.ts';
import { filesContract } from '../filesContract.ts';
import { endAccess, listAdmins, removeAdmin } from './admins.ts';
import { changeCompany } from './company.ts';
import { readAsset, readPrivateAsset } from './files.ts';
import { endAccessSpec } from './jobSpecs.ts';
import { saveProfile } from './onboarding.ts';
import { checkProfile, editUser, profileAnswer } from './profile.ts';

export const organizationModule = {
  calls: {
    organization: routes(organizationContract, {
      profileCheck: checkProfile,
      profileSave: saveProfile,
      editUser,
      companyUpdate: changeCompany,
      getUserList: listAdmins,
      removeUser: removeAdmin,
    }),
    resources: routes(filesContract, { asset: readAsset, privateAsset: readPrivateAsset }),
  },
  jobs: [
    handles<BaseCtx, typeof endAccessSpec.data>(
      endAccessSpec,
      (ctx, data) => endAccess(ctx, data.cognitoId),
      {
        concurrency: 2,
      },
    ),
  ],
  firstAnswers: [{ call: 'profileCheck', to: 'members', answer: profileAnswer }],
} satisfies ServerModule;
