import { Button, Checkbox } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { fillWords } from '#platform/web/boot.ts';
import { call, CallError } from '#platform/web/call.ts';
import { logError } from '#platform/web/logError.ts';
import { toast } from '#ui/notice/toast.ts';
import { accountsPaths } from '../../paths.ts';
import { signUpContract, type SignUpLink } from '../../signUpContract.ts';
import classes from '../AuthForms.module.css';
import { EmailField } from '../EmailField.tsx';
import { clearFailures, showFailure } from '../userPool/failure.ts';
import { sayAccountExists, sayLinkFailed } from './linkToasts.tsx';
import {
  newPasswordProblem,
  passwordFault,
  signUpWords,
  usePasswordRules,
  useProblem,
  type NewPasswordFields,
} from '../userPool/formProblem.ts';
import { NewPassword } from '../password/NewPassword.tsx';
import { ProblemNote } from '../ProblemNote.tsx';
import { startSession } from '../session/session.ts';
import { signUpMessage } from './signUpMessages.ts';
import { Terms } from './Terms.tsx';
import { userPool, warmUserPool } from '../userPool/userPool.ts';
import { noteLinkEvent } from './useSignUpLink.ts';

/** Refusals that another password mends. */
const aboutPassword = ['weak-password', 'guessable-password'];

/** platform.md 3 */
type SignUpState = {
  signupStatus: 'READY' | 'LOADING' | 'SUCCESS' | 'FAILED';
  signupError: { code: string; message: string } | null;
};

type SignUpLinkFormProps = { linkId: string; link: SignUpLink; asksAboutSecurity: boolean; trial: boolean };

/** The password of a new account, and what its person wants to hear of. */
export function SignUpLinkForm({ linkId, link, asksAboutSecurity, trial }: SignUpLinkFormProps) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState({ password: '', confirmation: '' });
  const [secOptIn, setSecOptIn] = useState(false);
  const { form, problem, tell, mend } = useProblem<NewPasswordFields>();
  const hasRules = usePasswordRules();
  const [{ signupStatus }, setState] = useState<SignUpState>({ signupStatus: 'READY', signupError: null });
  const { subscriptionId: signUpCode } = link;
  const { email } = link.createdFor;
  const toSignIn = () =>
    void navigate(accountsPaths.signIn(signUpCode), { replace: true, state: { username: email } });

  const fail = (error: unknown) => {
    const code = error instanceof CallError ? error.code : 'internal';
    const message = signUpMessage(error);
    setState({ signupStatus: 'FAILED', signupError: { code, message } });
    noteLinkEvent(linkId, 'failed', `sign-up failed: ${code}`.slice(0, 60));
    if (code === 'link-invalid' || code === 'link-used' || code === 'user-exists') {
      if (code === 'link-invalid') sayLinkFailed();
      else sayAccountExists((to) => void navigate(to, { state: { username: email } }), signUpCode);
      return void navigate('/', { replace: true });
    }
    const found = passwordFault(error, message);
    if (aboutPassword.includes(code)) return void tell({ ...found, told: false });
    tell(found);
    showFailure(message);
    void logError(error);
  };

  const signUp = async () => {
    setState({ signupStatus: 'LOADING', signupError: null });
    try {
      const choice = asksAboutSecurity ? { secOptIn } : {};
      await call(signUpContract.magicLinkSignup, { linkId, password: chosen.password, ...choice });
    } catch (error) {
      return fail(error);
    }
    noteLinkEvent(linkId, 'accepted', 'account made');
    try {
      const answer = await (await userPool()).signIn(email, chosen.password);
      // the guards lead on as soon as the session is known
      if ('tokens' in answer) return await startSession(answer.tokens);
    } catch {
      // the account is made; only signing in is left
    }
    setState({ signupStatus: 'SUCCESS', signupError: null });
    toast.success('Your account is ready. Please sign in.');
    toSignIn();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (signupStatus === 'LOADING') return;
    if (tell(newPasswordProblem(chosen, hasRules, signUpWords))) return;
    clearFailures();
    void signUp();
  };
  return (
    <form
      ref={form}
      className={classes.form}
      onSubmit={submit}
      onInput={warmUserPool}
      noValidate
      aria-label="Choose your password"
    >
      <EmailField name="email" value={email} onChange={() => {}} variant="filled" readOnly />
      <NewPassword {...chosen} onChange={setChosen} problem={problem} onMend={mend} />
      {asksAboutSecurity && (
        <Checkbox
          checked={secOptIn}
          onChange={(event) => setSecOptIn(event.currentTarget.checked)}
          label={fillWords('Email me when {brand} learns of a threat to companies like mine')}
          description="A few messages a year. You can end them at any time."
        />
      )}
      <ProblemNote problem={problem} />
      <Button type="submit" size="md" fullWidth loading={signupStatus === 'LOADING'}>
        {trial ? 'Start Free Trial' : 'Create Account'}
      </Button>
      <Terms signUpCode={signUpCode} />
    </form>
  );
}
