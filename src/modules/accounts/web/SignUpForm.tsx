import { Button } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { givenAtStart } from '#platform/web/startQuery.ts';
import { FormError } from '#ui/FormError.tsx';
import { toast } from '#ui/toast.ts';
import type { UiRules } from '#modules/brand/contract.ts';
import { accountsPaths } from '../paths.ts';
import { isEmail, isStrongPassword, normalizeUsername } from '../rules.ts';
import classes from './AuthForms.module.css';
import { lazyCaptcha } from './captcha/lazyCaptcha.ts';
import { EmailField } from './EmailField.tsx';
import { clearFailures, reportFailure, showFailure } from './failure.ts';
import { weakPassword, wording } from './messages.ts';
import { NewPassword } from './NewPassword.tsx';
import { keepPendingSignIn } from './pendingSignIn.ts';
import { PoolError } from './poolError.ts';
import { isRobot, signUpMessage } from './signUpMessages.ts';
import { RecaptchaNotice, Terms } from './Terms.tsx';
import { ToastLink } from './ToastLink.tsx';
import { useFirstFocus } from './useFirstFocus.ts';
import { userPool, warmUserPool } from './userPool.ts';
import type { VerifyArrival } from './VerifyScreen.tsx';

// platform.md 9
const existingAccountMs = 20_000;

const missing = (email: string, password: string, confirmation: string): string | null => {
  if (!email || !password || !confirmation) return wording.formIncomplete;
  if (!isEmail(email)) return wording.emailInvalid;
  if (password !== confirmation) return wording.confirmMismatch;
  return isStrongPassword(password) ? null : weakPassword;
};

type SignUpFormProps = { trialEnabled: boolean; subscriptionId: string | null; uiRules: UiRules };

/** Address and password of a new account. */
export function SignUpForm({ trialEnabled, subscriptionId, uiRules }: SignUpFormProps) {
  const navigate = useNavigate();
  const [email, setEmail] = useState(() => givenAtStart().userName ?? '');
  const [chosen, setChosen] = useState({ password: '', confirmation: '' });
  const [lure, setLure] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [captcha] = useState(lazyCaptcha);
  const first = useFirstFocus<HTMLInputElement>();

  useEffect(() => captcha.reset, [captcha]);
  const warm = () => {
    warmUserPool();
    captcha.prepare();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const name = normalizeUsername(email);
    const problem = missing(name, chosen.password, chosen.confirmation);
    setError(problem);
    if (problem) return;
    clearFailures();
    if (lure) return showFailure(wording.robot);
    setBusy(true);
    try {
      const pass = await captcha.pass();
      await (await userPool()).signUp(name, chosen.password, subscriptionId, pass);
      keepPendingSignIn({ email: name, password: chosen.password });
      const arrival: VerifyArrival = { email: name, subscriptionId, uiRules };
      void navigate(accountsPaths.verify, { state: arrival });
    } catch (failure) {
      setBusy(false);
      captcha.reset();
      if (isRobot(failure)) return showFailure(wording.robot);
      if (!(failure instanceof PoolError) || failure.code !== 'UsernameExistsException')
        return reportFailure(failure, signUpMessage(failure));
      toast.warning(
        <>
          {wording.accountExists}
          <br />
          <ToastLink to={accountsPaths.signIn(subscriptionId)} go={(to) => void navigate(to, { state: { username: name } })}>
            Sign in now
          </ToastLink>
        </>,
        { duration: existingAccountMs, announce: `${wording.accountExists}, Sign in now` },
      );
    }
  };

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} onInput={warm} noValidate aria-label="Sign up">
      <FormError>{error}</FormError>
      <EmailField ref={first} name="email" value={email} onChange={setEmail} />
      <NewPassword {...chosen} onChange={setChosen} />
      <div className={classes.lure} aria-hidden>
        <label>
          Company fax
          <input
            name="company_fax"
            tabIndex={-1}
            autoComplete="off"
            value={lure}
            onChange={(event) => setLure(event.currentTarget.value)}
          />
        </label>
      </div>
      <Button type="submit" size="md" fullWidth loading={busy}>
        {trialEnabled ? 'Start Free Trial' : 'Create Account'}
      </Button>
      <Terms />
      <RecaptchaNotice />
    </form>
  );
}
