/** platform.md 2 and 4: the modes of the sign-in page, and two for a second factor. `request` is signing in, whatever it was begun from. */
export type SignInMode = 'login' | 'request' | 'reset' | 'change' | 'forgot' | 'code' | 'recovery';
export type SignInState = { mode: SignInMode; before: Exclude<SignInMode, 'request'> };
export type SignInEvent =
  | 'sign-in'
  | 'failed'
  | 'must-change'
  | 'must-reset'
  | 'must-give-code'
  | 'no-phone'
  | 'forgot'
  | 'code-sent'
  | 'have-code'
  | 'password-reset'
  | 'back';

const at = (mode: Exclude<SignInMode, 'request'>): SignInState => ({ mode, before: mode });
export const signInStart = (mode: Exclude<SignInMode, 'request'> = 'login'): SignInState => at(mode);

export function nextSignInState(state: SignInState, event: SignInEvent): SignInState {
  switch (event) {
    case 'sign-in':
      return { mode: 'request', before: state.before };
    case 'failed':
      return at(state.before);
    case 'must-change':
      return at('change');
    case 'must-give-code':
      return at('code');
    case 'no-phone':
      return at('recovery');
    case 'must-reset':
    case 'forgot':
      return at('forgot');
    case 'code-sent':
    case 'have-code':
      return at('reset');
    case 'password-reset':
    case 'back':
      return at('login');
  }
}
