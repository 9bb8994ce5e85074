import type { RouteObject } from 'react-router';
import { titled } from '#platform/web/pageTitle.ts';
import { accountsPaths } from '../paths.ts';

const signIn = async () => ({ Component: (await import('./SignInScreen.tsx')).SignInScreen });
const signUp = async () => ({ Component: (await import('./SignUpScreen.tsx')).SignUpScreen });
const forgotPassword = async () => ({
  Component: (await import('./ForgotPasswordScreen.tsx')).ForgotPasswordScreen,
});
const resetPassword = async () => ({
  Component: (await import('./ResetPasswordScreen.tsx')).ResetPasswordScreen,
});

const signUpLink = async () => ({ Component: (await import('./SignUpLinkScreen.tsx')).SignUpLinkScreen });
const signUpSec = async () => ({ Component: (await import('./SignUpLinkScreen.tsx')).SignUpSecScreen });

/** Where a second factor is set up by whoever may not go on without. */
export const secondFactorRoute = (
  path: string,
  title = 'Set up multi-factor authentication',
): RouteObject => ({
  path,
  ...titled(title),
  lazy: async () => ({
    Component: (await import('./security/SecondFactorSetUpScreen.tsx')).SecondFactorSetUpScreen,
  }),
});

/** The pages before sign-in (platform.md 2); each one's code loads on demand. */
export const accountsRoutes: RouteObject[] = [
  { path: '/signin/:subscriptionId?', ...titled('Sign in'), lazy: signIn },
  { path: '/signup/:subscriptionId?', ...titled('Sign up'), lazy: signUp },
  {
    path: '/verify',
    ...titled('Verify your email'),
    lazy: async () => ({ Component: (await import('./VerifyScreen.tsx')).VerifyScreen }),
  },
  {
    path: accountsPaths.confirmPage,
    ...titled('Confirm your email address'),
    lazy: async () => ({ Component: (await import('./ConfirmSignUpScreen.tsx')).ConfirmSignUpScreen }),
  },
  { path: '/forgotPassword/:subscriptionId?', ...titled('Forgot password'), lazy: forgotPassword },
  {
    path: '/resetPassword/:linkId/:subscriptionId?',
    ...titled('Choose a new password'),
    lazy: resetPassword,
  },
  { path: '/signupLink/:linkId', ...titled('Create your account'), lazy: signUpLink },
  { path: '/signupSec/:linkId', ...titled('Create your account and choose messages'), lazy: signUpSec },
  {
    path: '/invite-link/:linkId',
    ...titled('Accept your invitation'),
    lazy: async () => ({ Component: (await import('./InviteScreen.tsx')).InviteScreen }),
  },
  secondFactorRoute(accountsPaths.secondFactorSetUp),
  {
    path: '/link-error-page',
    ...titled('Invitation link not valid'),
    lazy: async () => ({ Component: (await import('./LinkErrorScreen.tsx')).LinkErrorScreen }),
  },
];
