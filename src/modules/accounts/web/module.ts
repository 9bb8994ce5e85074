import type { WebModule } from '#platform/web/page.ts';
import { accountsPaths } from '../paths.ts';

export const accountsModule: WebModule = {
  pages: [
    {
      path: '/signin/:subscriptionId?',
      title: 'Sign in',
      access: 'signedOut',
      chunk: 'signin',
      load: () => import('./signIn/SignInScreen.tsx').then((it) => it.SignInScreen),
    },
    {
      path: '/signup/:subscriptionId?',
      title: 'Sign up',
      access: 'signedOut',
      chunk: 'accounts',
      load: () => import('./signUp/SignUpScreen.tsx').then((it) => it.SignUpScreen),
    },
    {
      path: accountsPaths.verify,
      title: 'Verify your email',
      access: 'signedOut',
      chunk: 'accounts',
      load: () => import('./signIn/VerifyScreen.tsx').then((it) => it.VerifyScreen),
    },
    {
      path: accountsPaths.confirmPage,
      title: 'Confirm your email address',
      access: 'public',
      ownFrame: true,
      load: () => import('./signUp/ConfirmSignUpScreen.tsx').then((it) => it.ConfirmSignUpScreen),
    },
    {
      path: '/forgotPassword/:subscriptionId?',
      title: 'Forgot password',
      access: 'signedOut',
      chunk: 'accounts',
      load: () => import('./password/ForgotPasswordScreen.tsx').then((it) => it.ForgotPasswordScreen),
    },
    {
      path: '/resetPassword/:linkId/:subscriptionId?',
      title: 'Choose a new password',
      access: 'signedOut',
      chunk: 'accounts',
      load: () => import('./password/ResetPasswordScreen.tsx').then((it) => it.ResetPasswordScreen),
    },
    {
      path: '/signupLink/:linkId',
      title: 'Create your account',
      access: 'public',
      load: () => import('./signUp/SignUpLinkScreen.tsx').then((it) => it.SignUpLinkScreen),
    },
    {
      path: '/signupSec/:linkId',
      title: 'Create your account and choose messages',
      access: 'public',
      load: () => import('./signUp/SignUpLinkScreen.tsx').then((it) => it.SignUpSecScreen),
    },
    {
      path: '/invite-link/:linkId',
      title: 'Accept your invitation',
      access: 'public',
      chunk: 'accounts',
      load: () => import('./signUp/InviteScreen.tsx').then((it) => it.InviteScreen),
    },
    {
      path: accountsPaths.secondFactorSetUp,
      title: 'Set up multi-factor authentication',
      access: 'signedIn',
      load: () => import('./security/SecondFactorSetUpScreen.tsx').then((it) => it.SecondFactorSetUpScreen),
    },
    {
      path: accountsPaths.linkError,
      title: 'Invitation link not valid',
      access: 'public',
      ownFrame: true,
      load: () => import('./signUp/LinkErrorScreen.tsx').then((it) => it.LinkErrorScreen),
    },
  ],
  panels: [
    { tab: 'you', load: () => import('./security/SignInSecurity.tsx').then((it) => it.SignInSecurity) },
    {
      tab: 'organization',
      load: () => import('./security/SecondFactorPolicyPanel.tsx').then((it) => it.SecondFactorPolicyPanel),
    },
  ],
};
