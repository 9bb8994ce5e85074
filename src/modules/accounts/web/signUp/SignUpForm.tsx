import { Button } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { givenAtStart } from './startQuery.ts';
import { toast } from '#ui/notice/toast.ts';
import type { UiRules } from '#modules/catalog/contract.ts';
import { accountsPaths } from '../../paths.ts';
import { isEmail, normalizeUsername } from '../../rules.ts';
import classes from '../AuthForms.module.css';
import { lazyCaptcha } from '../captcha/lazyCaptcha.ts';
import { EmailField } from '../EmailField.tsx';
import { clearFailures, reportFailure, showFailure } from '../userPool/failure.ts';
import {
  newPasswordProblem,
  signUpWords,
  usePasswordRules,
  useProblem,
  type ChosenPassword,
  type Problem,
} from '../userPool/formProblem.ts';
import { wording } from '../messages.ts';
import { NewPassword } from '../password/NewPassword.tsx';
import { keepPendingSignIn } from '../signIn/pendingSignIn.ts';
import { PoolError } from '../userPool/poolError.ts';
import { ProblemNote } from '../ProblemNote.tsx';
import { isRobot, signUpMessage } from './signUpMessages.ts';
import { RecaptchaNotice, Terms } from './Terms.tsx';
import { ToastLink } from '../ToastLink.tsx';
import { useFirstFocus } from '../useFirstFocus.ts';
import { userPool, warmUserPool } from '../userPool/userPool.ts';
import type { VerifyArrival } from '../signIn/VerifyScreen.tsx';

// platform.md 9
const existingAccountMs = 20_000;

type Field = 'email' | 'password' | 'confirmation';

const missing = (email: string, chosen: ChosenPassword, hasRules: boolean): Problem<Field> | null => {
  const password = newPasswordProblem(chosen, hasRules, signUpWords);
  if (!email)
    return { message: wording.formIncomplete, fields: { email: wording.emailRequired, ...password?.fields } };
  if (password?.message === wording.formIncomplete) return password;
  return isEmail(email)
    ? password
    : { message: wording.emailInvalid, fields: { email: wording.emailInvalid } };
};

const isAccountExists = (failure: unknown): boolean =>
  failure instanceof PoolError && failure.code === 'UsernameExistsException';

/** Shows a failed sign-up in a toast. @returns what the form says of it */
function reportSignUpFailure(failure: unknown): Problem<Field> {
  if (isRobot(failure)) {
    showFailure(wording.robot);
    return { message: wording.robot, fields: {}, told: true };
  }
  if (isAccountExists(failure))
    return { message: wording.accountExists, fields: { email: wording.accountExists }, told: true };
  const message = reportFailure(failure, signUpMessage(failure));
  const isPassword = failure instanceof PoolError && failure.code === 'InvalidPasswordException';
  return { message, fields: isPassword ? { password: message } : {}, told: true };
}

const warnOfAccount = (signIn: string, go: (to: string) => void) =>
  toast.warning(
    <>
      {wording.accountExists}
      <br />
      <ToastLink to={signIn} go={go}>
        Sign in now
      </ToastLink>
    </>,
    { duration: existingAccountMs, announce: `${wording.accountExists}, Sign in now` },
  );

type SignUpFormProps = { trialEnabled: boolean; signUpCode: string | null; uiRules: UiRules };

/** Address and password of a new account. */
export function SignUpForm({ trialEnabled, signUpCode, uiRules }: SignUpFormProps) {
  const navigate = useNavigate();
  const [email, setEmail] = useState(() => givenAtStart().userName ?? '');
  const [chosen, setChosen] = useState({ password: '', confirmation: '' });
  const [lure, setLure] = useState('');
  const [busy, setBusy] = useState(false);
  const { form, problem, tell, mend } = useProblem<Field>();
  const hasRules = usePasswordRules();
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
    if (tell(missing(name, chosen, hasRules))) return;
    clearFailures();
    if (lure) return showFailure(wording.robot);
    setBusy(true);
    try {
      const pass = await captcha.pass();
      await (await userPool()).signUp(name, chosen.password, signUpCode, pass);
      keepPendingSignIn({ email: name, password: chosen.password });
      const arrival: VerifyArrival = { email: name, signUpCode, uiRules };
      void navigate(accountsPaths.verify, { state: arrival });
    } catch (failure) {
      setBusy(false);
      captcha.reset();
      tell(reportSignUpFailure(failure));
      if (isAccountExists(failure))
        warnOfAccount(
          accountsPaths.signIn(signUpCode),
          (to) => void navigate(to, { state: { username: name } }),
        );
    }
  };

  return (
    <form
      ref={form}
      className={classes.form}
      onSubmit={(event) => void submit(event)}
      onInput={warm}
      noValidate
      aria-label="Sign up"
    >
      <EmailField
        ref={first}
        name="email"
        value={email}
        onChange={(value) => {
          mend('email');
          setEmail(value);
        }}
        error={problem?.fields.email}
      />
      <NewPassword {...chosen} onChange={setChosen} problem={problem} onMend={mend} />
      <Honeypot value={lure} onChange={setLure} />
      <ProblemNote problem={problem} />
      <Button type="submit" size="md" fullWidth loading={busy}>
        {trialEnabled ? 'Start Free Trial' : 'Create Account'}
      </Button>
      <Terms signUpCode={signUpCode} />
      <RecaptchaNotice />
    </form>
  );
}

/** A field that people do not see and robots fill in. */
function Honeypot({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className={`${classes.lure} absolute overflow-hidden`} aria-hidden>
      <label>
        Company fax
        <input
          name="company_fax"
          tabIndex={-1}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </label>
    </div>
  );
}
