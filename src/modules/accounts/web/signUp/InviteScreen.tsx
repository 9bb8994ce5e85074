import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { fillWords } from '#platform/web/boot.ts';
import { call, CallError } from '#platform/web/call.ts';
import { useSession } from '#platform/web/query.ts';
import { LoadingText } from '#ui/page/LoadingText.tsx';
import { toast } from '#ui/notice/toast.ts';
import { accountsContract, type Invite } from '../../contract.ts';
import { accountsPaths } from '../../paths.ts';
import classes from '../AuthForms.module.css';
import { AuthFrame } from '../AuthFrame.tsx';
import { EmailField } from '../EmailField.tsx';
import { clearFailures, reportFailure } from '../userPool/failure.ts';
import { sayAccountExists, sayLinkFailed } from './linkToasts.tsx';
import {
  newPasswordProblem,
  passwordFault,
  signUpWords,
  usePasswordRules,
  useProblem,
  type NewPasswordFields,
} from '../userPool/formProblem.ts';
import { wording } from '../messages.ts';
import { NewPassword } from '../password/NewPassword.tsx';
import { ProblemNote } from '../ProblemNote.tsx';
import { startSession } from '../session/session.ts';
import { userPool, warmUserPool } from '../userPool/userPool.ts';

/** What follows from an invitation that was fetched, or could not be (platform.md 2 and 8). */
function wayOn(
  invite: Invite | undefined,
  error: Error | null,
): { to: string; say?: (go: (to: string) => void) => void } | null {
  if (error instanceof CallError && (error.code === 'link-invalid' || error.code === 'invalid'))
    return { to: accountsPaths.linkError };
  if (error) return { to: '/', say: sayLinkFailed };
  if (invite?.status === 'used')
    return {
      to: accountsPaths.signIn(invite.subscriptionId),
      say: () => toast.warning(fillWords(wording.inviteUsed, { email: invite.createdFor.email })),
    };
  if (invite?.status === 'accepted' || invite?.status === 'userExists')
    return { to: '/', say: (go) => sayAccountExists(go, invite.subscriptionId) };
  return null;
}

/** Joining an organisation by the link of an invitation. */
export function InviteScreen() {
  const { linkId = '' } = useParams();
  const { authenticated } = useSession();
  const navigate = useNavigate();
  const [accepting, setAccepting] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['invite-link', linkId],
    queryFn: () => call(accountsContract.inviteLink, { linkId }),
    enabled: !authenticated,
    staleTime: Infinity,
  });
  const invite = data?.data;
  useEffect(() => {
    const way = authenticated ? null : wayOn(invite, error);
    if (!way) return;
    way.say?.((to) => void navigate(to, { state: invite ? { username: invite.createdFor.email } : null }));
    void navigate(way.to, { replace: true, state: invite ? { username: invite.createdFor.email } : null });
  }, [authenticated, invite, error, navigate]);
  if (authenticated) return <Navigate to="/" replace />;
  if (invite?.status !== 'sent') return <LoadingText page>Opening your invitation...</LoadingText>;
  return <AcceptInvite invite={invite} busy={accepting} onBusy={setAccepting} />;
}

function AcceptInvite({
  invite,
  busy,
  onBusy,
}: {
  invite: Invite;
  busy: boolean;
  onBusy: (busy: boolean) => void;
}) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState({ password: '', confirmation: '' });
  const { form, problem, tell, mend } = useProblem<NewPasswordFields>();
  const hasRules = usePasswordRules();
  const { firstName, email } = invite.createdFor;

  const accept = async () => {
    try {
      await call(accountsContract.acceptInvite, { linkId: invite.linkId, password: chosen.password });
    } catch (failure) {
      onBusy(false);
      const code = failure instanceof CallError ? failure.code : '';
      if (code === 'link-invalid' || code === 'invalid')
        return void navigate(accountsPaths.linkError, { replace: true });
      if (code === 'link-used') toast.warning(fillWords(wording.inviteUsed, { email }));
      else if (code === 'user-exists')
        sayAccountExists((to) => void navigate(to, { state: { username: email } }), invite.subscriptionId);
      else return void tell(passwordFault(failure, reportFailure(failure, wording.inviteLookupFailed)));
      return void navigate(accountsPaths.signIn(invite.subscriptionId), {
        replace: true,
        state: { username: email },
      });
    }
    try {
      const answer = await (await userPool()).signIn(email, chosen.password);
      if ('tokens' in answer) return await startSession(answer.tokens);
    } catch {
      // the account is made; only signing in is left
    }
    toast.success('Your account is ready. Please sign in.');
    void navigate(accountsPaths.signIn(invite.subscriptionId), { replace: true, state: { username: email } });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || tell(newPasswordProblem(chosen, hasRules, signUpWords))) return;
    clearFailures();
    onBusy(true);
    void accept();
  };
  return (
    <AuthFrame
      title={firstName ? `Welcome, ${firstName}` : 'Welcome'}
      subtitle={fillWords('Choose a password to manage {company} in {brand}.', {
        company: invite.companyName,
      })}
    >
      <form
        ref={form}
        className={classes.form}
        onSubmit={submit}
        onInput={warmUserPool}
        noValidate
        aria-label="Accept your invitation"
      >
        <EmailField name="email" value={email} onChange={() => {}} variant="filled" readOnly />
        <NewPassword {...chosen} onChange={setChosen} problem={problem} onMend={mend} />
        <ProblemNote problem={problem} />
        <Button type="submit" size="md" fullWidth loading={busy}>
          Create Account
        </Button>
      </form>
    </AuthFrame>
  );
}
