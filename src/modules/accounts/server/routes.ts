import { routes } from '#platform/server/serve.ts';
import { accountsContract } from '../contract.ts';
import { signUpContract } from '../signUpContract.ts';
import { keepClientError } from './clientErrors.ts';
import { confirmByLink } from './confirmation.ts';
import { cancelInvite, editInvite, listInvites, removeInvite, resendInvite } from './inviteList.ts';
import { acceptInvite, inviteUser, lookUpInvites, readInvite } from './invites.ts';
import { checkResetLink, requestResetLink, resetByLink } from './resetLinks.ts';
import { checkSession, logOut, startSession } from './sessions.ts';
import { acceptSignUpLink, noteLinkEvent, readSignUpLink } from './signUpLinks.ts';
import { admitSignUp, setChallenge, verifyCaptcha } from './signUpPass.ts';

export const accountsRoutes = routes({ ...accountsContract, ...signUpContract }, {
  session: startSession,
  check: checkSession,
  logout: logOut,
  confirmSignup: confirmByLink,
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
  logger: keepClientError,
});
