import type { RouteObject } from 'react-router';
import { accountsPaths } from '../paths.ts';

const signIn = async () => ({ Component: (await import('./SignInScreen.tsx')).SignInScreen });
const signUp = async () => ({ Component: (await import('./SignUpScreen.tsx')).SignUpScreen });
const forgotPassword = async () => ({ Component: (await import('./ForgotPasswordScreen.tsx')).ForgotPasswordScreen });
const resetPassword = async () => ({ Component: (await import('./ResetPasswordScreen.tsx')).ResetPasswordScreen });

const signUpLink = async () => ({ Component: (await import('./SignUpLinkScreen.tsx')).SignUpLinkScreen });
const signUpSec = async () => ({ Component: (await import('./SignUpLinkScreen.tsx')).SignUpSecScreen });

/** Where a second factor is set up by whoever may not go on without. */
export const secondFactorRoute = (path: string): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await import('./security/SecondFactorSetUpScreen.tsx')).SecondFactorSetUpScreen }),
});

/** The pages before sign-in (platform.md 2); each one's code loads on demand. */
export const accountsRoutes: RouteObject[] = [
  { path: '/signin/:subscriptionId?', lazy: signIn },
  { path: '/signup/:subscriptionId?', lazy: signUp },
  { path: '/verify', lazy: async () => ({ Component: (await import('./VerifyScreen.tsx')).VerifyScreen }) },
  { path: accountsPaths.confirmPage, lazy: async () => ({ Component: (await import('./ConfirmSignUpScreen.tsx')).ConfirmSignUpScreen }) },
  { path: '/forgotPassword/:subscriptionId?', lazy: forgotPassword },
  { path: '/resetPassword/:linkId/:subscriptionId?', lazy: resetPassword },
  { path: '/signupLink/:linkId', lazy: signUpLink },
  { path: '/signupSec/:linkId', lazy: signUpSec },
  { path: '/invite-link/:linkId', lazy: async () => ({ Component: (await import('./InviteScreen.tsx')).InviteScreen }) },
  secondFactorRoute(accountsPaths.secondFactorSetUp),
  { path: '/link-error-page', lazy: async () => ({ Component: (await import('./LinkErrorScreen.tsx')).LinkErrorScreen }) },
];
