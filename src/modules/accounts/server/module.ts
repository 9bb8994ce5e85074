import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles } from '#platform/server/jobs/jobs.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { rowsOf } from '#platform/server/database/retention.ts';
import { routes } from '#platform/server/http/serve.ts';
import { accountsContract } from '../contract.ts';
import { securityContract } from '../securityContract.ts';
import { signUpContract } from '../signUpContract.ts';
import { keepClientError } from './clientErrors.ts';
import { confirmByPassword, openConfirmLink } from './signUp/confirmation.ts';
import { cancelInvite, editInvite, listInvites, removeInvite, resendInvite } from './invites/inviteList.ts';
import { acceptInvite, inviteUser, lookUpInvites, mailOpenInvites, readInvite } from './invites/invites.ts';
import {
  mailOpenInvitesSpec,
  noteFailedSignInsSpec,
  noteNewPasswordSpec,
  sendResetLinkSpec,
} from './jobSpecs.ts';
import { changeOwnPassword } from './password/ownPassword.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './sessions/ownSessions.ts';
import { recoverSecondFactor } from './secondFactor/recoverSecondFactor.ts';
import { checkResetLink, requestResetLink, resetByLink, sendResetLink } from './password/resetLinks.ts';
import { resetSecondFactor } from './secondFactor/resetSecondFactor.ts';
import {
  readSecondFactor,
  renewRecoveryCodes,
  replaceApp,
  switchSecondFactorOff,
  switchSecondFactorOn,
} from './secondFactor/secondFactor.ts';
import { readSecondFactorPolicy, setSecondFactorPolicy } from './secondFactor/secondFactorPolicy.ts';
import { checkSession, logOut, startSession } from './sessions/sessions.ts';
import { noteFailedSignIns, noteNewPassword } from './sessions/signInNotes.ts';
import { removeUnacceptedSignUpLinks } from './signUp/signUpLinks.store.ts';
import { acceptSignUpLink, noteLinkEvent, readSignUpLink } from './signUp/signUpLinks.ts';
import { admitSignUp, setChallenge, verifyCaptcha } from './signUp/signUpPass.ts';

export const accountsModule = {
  calls: {
    accounts: routes(
      { ...accountsContract, ...signUpContract, ...securityContract },
      {
        session: startSession,
        check: checkSession,
        logout: logOut,
        confirmSignup: openConfirmLink,
        confirmSignupByPassword: confirmByPassword,
        sendResetPasswordMagicLink: requestResetLink,
        checkResetPasswordMagicLink: checkResetLink,
        resetPassword: resetByLink,
        inviteUser,
        getUserInviteList: listInvites,
        editUserInvite: editInvite,
        resendUserInvite: resendInvite,
        deleteUserInvite: cancelInvite,
        removeUserInvite: removeInvite,
        inviteLink: readInvite,
        acceptInvite,
        inviteLinkLookup: lookUpInvites,
        magicLinkSignupFetch: readSignUpLink,
        magicLinkSignup: acceptSignUpLink,
        magicLinkSignupUpdate: noteLinkEvent,
        captchaChallenge: setChallenge,
        verifyCaptcha,
        admitSignUp,
        secondFactor: readSecondFactor,
        switchSecondFactorOn,
        switchSecondFactorOff,
        replaceApp,
        renewRecoveryCodes,
        recoverSecondFactor,
        changeOwnPassword,
        ownSessions: listOwnSessions,
        endOwnSession,
        endOtherSessions,
        secondFactorPolicy: readSecondFactorPolicy,
        setSecondFactorPolicy,
        resetSecondFactor,
        logger: keepClientError,
      },
    ),
  },
  jobs: [
    handles<BaseCtx, typeof sendResetLinkSpec.data>(
      sendResetLinkSpec,
      (ctx, data) => sendResetLink(ctx, data),
      { concurrency: 2 },
    ),
    handles<BaseCtx, typeof mailOpenInvitesSpec.data>(mailOpenInvitesSpec, (ctx, data) =>
      mailOpenInvites(ctx, data.email),
    ),
    handles<BaseCtx, typeof noteNewPasswordSpec.data>(
      noteNewPasswordSpec,
      (ctx, data, job) => noteNewPassword(ctx, data, job.id),
      {
        concurrency: 2,
      },
    ),
    handles<BaseCtx, typeof noteFailedSignInsSpec.data>(noteFailedSignInsSpec, (ctx) =>
      noteFailedSignIns(ctx),
    ),
  ],
  retention: [
    {
      kind: 'Ids of sign-ins that began a session',
      kept: { days: 400 },
      since: 'the sign-in',
      remove: rowsOf('usedSignIn', 'usedAt'),
    },
    {
      kind: 'Failed sign-ins that are not in an activity log yet',
      kept: { days: 7 },
      since: 'the last attempt',
      remove: rowsOf('failedSignIn', 'lastAt'),
    },
    {
      kind: 'Password reset links',
      kept: { days: 1 },
      since: 'the link expired',
      remove: rowsOf('passwordResetLink', 'expiresAt'),
    },
    {
      kind: 'Sign-up links that nobody accepted',
      kept: { days: 90 },
      since: 'the link expired',
      remove: removeUnacceptedSignUpLinks,
    },
    {
      kind: 'Errors reported by browsers',
      kept: { days: 30 },
      since: 'the error',
      remove: rowsOf('clientError', 'at'),
    },
  ],
} satisfies ServerModule;
