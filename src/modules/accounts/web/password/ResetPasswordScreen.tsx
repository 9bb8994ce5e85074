import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { useNavigate, useParams } from 'react-router';
import { fillWords } from '#platform/web/boot.ts';
import { call, CallError } from '#platform/web/call.ts';
import { LoadingText } from '#ui/page/LoadingText.tsx';
import { Link } from '#ui/text/Link.tsx';
import { toast } from '#ui/notice/toast.ts';
import { accountsContract } from '../../contract.ts';
import { accountsPaths } from '../../paths.ts';
import classes from '../AuthForms.module.css';
import { AuthFrame } from '../AuthFrame.tsx';
import { clearFailures, reportFailure, showFailure } from '../userPool/failure.ts';
import {
  newPasswordProblem,
  passwordFault,
  replaceWords,
  usePasswordRules,
  useProblem,
  type NewPasswordFields,
} from '../userPool/formProblem.ts';
import { wording } from '../messages.ts';
import { NewPassword } from './NewPassword.tsx';
import { ProblemNote } from '../ProblemNote.tsx';

/** A new password by the link of a mail; the link is checked first (platform.md 2). */
export function ResetPasswordScreen() {
  const { linkId = '', subscriptionId: signUpCode } = useParams();
  const navigate = useNavigate();
  const check = useQuery({
    queryKey: ['reset-link', linkId],
    queryFn: () => call(accountsContract.checkResetPasswordMagicLink, { linkId, subscriptionId: signUpCode }),
    staleTime: Infinity,
  });
  const valid = check.data?.isValidLink;
  const failed = check.isError;
  useEffect(() => {
    if (valid !== false && !failed) return;
    showFailure(fillWords(failed ? wording.resetCheckFailed : wording.resetLinkInvalid));
    void navigate(accountsPaths.signIn(signUpCode), { replace: true });
  }, [valid, failed, navigate, signUpCode]);
  if (!valid) return <LoadingText page>Checking your link...</LoadingText>;
  return <NewPasswordByLink linkId={linkId} signUpCode={signUpCode} />;
}

function NewPasswordByLink({ linkId, signUpCode }: { linkId: string; signUpCode: string | undefined }) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState({ password: '', confirmation: '' });
  const [busy, setBusy] = useState(false);
  const { form, problem, tell, mend } = useProblem<NewPasswordFields>();
  const hasRules = usePasswordRules();
  const toSignIn = () => navigate(accountsPaths.signIn(signUpCode), { replace: true });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || tell(newPasswordProblem(chosen, hasRules, replaceWords))) return;
    clearFailures();
    setBusy(true);
    try {
      await call(accountsContract.resetPassword, {
        linkId,
        password: chosen.password,
        subscriptionId: signUpCode,
      });
      toast.success(wording.passwordResetByLink);
      void toSignIn();
    } catch (failure) {
      setBusy(false);
      tell(passwordFault(failure, reportFailure(failure, wording.resetFailed)));
      if (failure instanceof CallError && failure.code === 'link-invalid') void toSignIn();
    }
  };
  return (
    <AuthFrame
      title="Choose a new password"
      subtitle="You will be signed out wherever you are signed in now."
      footer={
        <Link className={classes.link} href={accountsPaths.signIn(signUpCode)}>
          Back to sign in
        </Link>
      }
    >
      <form
        ref={form}
        className={classes.form}
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-label="Choose a new password"
      >
        <NewPassword
          {...chosen}
          onChange={setChosen}
          label="New password"
          confirmLabel="Confirm new password"
          problem={problem}
          onMend={mend}
        />
        <ProblemNote problem={problem} />
        <Button type="submit" size="md" fullWidth loading={busy}>
          Reset password
        </Button>
      </form>
    </AuthFrame>
  );
}
