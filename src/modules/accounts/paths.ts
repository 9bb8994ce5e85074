/** Addresses of the pages before sign-in (platform.md 2). */

const withSubscription = (path: string, signUpCode?: string | null): string =>
  signUpCode ? `${path}/${encodeURIComponent(signUpCode)}` : path;

export const accountsPaths = {
  signIn: (signUpCode?: string | null): string => withSubscription('/signin', signUpCode),
  signUp: (signUpCode?: string | null): string => withSubscription('/signup', signUpCode),
  verify: '/verify',
  forgotPassword: (signUpCode?: string | null): string => withSubscription('/forgotPassword', signUpCode),
  resetPassword: (linkId: string, signUpCode?: string | null): string =>
    withSubscription(`/resetPassword/${encodeURIComponent(linkId)}`, signUpCode),
  inviteLink: (linkId: string): string => `/invite-link/${encodeURIComponent(linkId)}`,
  signUpLink: (linkId: string): string => `/signupLink/${encodeURIComponent(linkId)}`,
  /** The same, with the question about messages on security. */
  signUpSec: (linkId: string): string => `/signupSec/${encodeURIComponent(linkId)}`,
  linkError: '/link-error-page',
  /** Where somebody is led who may not go on without a second factor. */
  secondFactorSetUp: '/second-factor-setup',
  /** Where the link of the confirmation mail leads; name and code go in the fragment, which no server logs. */
  confirmPage: '/confirm-signup',
  confirming: (username: string, code: string): string =>
    `/confirm-signup#${new URLSearchParams({ username, code })}`,
  /** The link of the confirmation mail; it confirms nothing by itself. */
  confirmSignUp: (username: string, code: string): string =>
    `/api/accounts/confirmSignup?${new URLSearchParams({ username, code })}`,
} as const;

/** The subscription id in the address of a page before sign-in; it chooses the brand where the host does not. */
export function signUpCodeIn(pathname: string): string | undefined {
  const found = /^\/(?:signin|signup|forgotPassword|resetPassword\/[^/]+)\/([^/]+)\/?$/.exec(pathname)?.[1];
  try {
    return found ? decodeURIComponent(found).slice(0, 100) : undefined;
  } catch {
    return undefined;
  }
}
