import { routes } from '#platform/server/serve.ts';
import { accountsContract } from '../contract.ts';
import { securityContract } from '../securityContract.ts';
import { signUpContract } from '../signUpContract.ts';
import { keepClientError } from './clientErrors.ts';
import { confirmByPassword, openConfirmLink } from './confirmation.ts';
import { cancelInvite, editInvite, listInvites, removeInvite, resendInvite } from './inviteList.ts';
import { acceptInvite, inviteUser, lookUpInvites, readInvite } from './invites.ts';
import { changeOwnPassword } from './ownPassword.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './ownSessions.ts';
import { recoverSecondFactor } from './recoverSecondFactor.ts';
import { resetSecondFactor } from './resetSecondFactor.ts';
import { checkResetLink, requestResetLink, resetByLink } from './resetLinks.ts';
import {
  readSecondFactor,
  renewRecoveryCodes,
  replaceApp,
  switchSecondFactorOff,
  switchSecondFactorOn,
} from './secondFactor.ts';
import { readSecondFactorPolicy, setSecondFactorPolicy } from './secondFactorPolicy.ts';
import { checkSession, logOut, startSession } from './sessions.ts';
import { acceptSignUpLink, noteLinkEvent, readSignUpLink } from './signUpLinks.ts';
import { admitSignUp, setChallenge, verifyCaptcha } from './signUpPass.ts';

export const accountsRoutes = routes(
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
);
