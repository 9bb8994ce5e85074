import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { accountsContract } from '#modules/accounts/contract.ts';
import { introPath } from '#modules/guidance/paths.ts';
import { organizationContract } from '#modules/organization/contract.ts';
import type { industryCodes, teamSizes } from '#modules/organization/rules.ts';
import { reasonOf, wording } from '#modules/organization/web/messages.ts';
import { reloadProfile, useProfile } from '#modules/organization/web/queries.ts';
import { reportLead, track } from '#platform/web/analytics.ts';
import { fillWords } from '#platform/web/boot.ts';
import { call } from '#platform/web/call.ts';
import { logError } from '#platform/web/logError.ts';
import { currentSession, setSession, useSession } from '#platform/web/query.ts';
import { forgetStartQuery, givenAtStart } from '#modules/accounts/web/signUp/startQuery.ts';
import { toast } from '#ui/notice/toast.ts';
import { guessFromAddress } from './addressGuess.ts';
import {
  errorsOfPage,
  fieldError,
  forgetDraft,
  isComplete,
  keepDraft,
  knownOf,
  readDraft,
  type FieldErrors,
  type FieldName,
  type OnboardingForm,
} from './onboardingForm.ts';

const profileOf = (form: OnboardingForm) => ({
  companyProfile: {
    companyName: form.companyName,
    industry: form.industry as (typeof industryCodes)[number],
    numberOfEmployees: form.numberOfEmployees as (typeof teamSizes)[number],
    companyUrl: form.companyUrl,
  },
  adminProfile: { firstName: form.firstName, lastName: form.lastName, jobTitle: form.jobTitle },
  linkId: null,
});

/** platform.md 9: how marketing knows that a trial was set up. */
const leadOf = (form: OnboardingForm) => ({
  pageName: 'Cybersafty Trial Onboarding',
  leadStatus: 'Trial',
  fields: [
    { name: 'firstname', value: form.firstName },
    { name: 'lastname', value: form.lastName },
    { name: 'jobtitle', value: form.jobTitle },
    { name: 'company', value: form.companyName },
    { name: 'industry', value: form.industry },
    { name: 'numemployees', value: form.numberOfEmployees },
    { name: 'website', value: form.companyUrl },
  ],
});

/** What went wrong at the last attempt: a toast, and on the page why. */
function useFailure() {
  const [reason, setReason] = useState<string | null>(null);
  const failure = useRef<string | null>(null);
  /** A failure no longer holds once the next attempt begins. */
  const clearFailure = () => {
    const id = failure.current;
    failure.current = null;
    if (id) void import('@mantine/notifications').then(({ notifications }) => notifications.hide(id));
  };
  const fail = (error: unknown, kind: 'save' | 'invite') => {
    failure.current = toast.danger(fillWords(kind === 'save' ? wording.failed : wording.inviteFailed));
    setReason(reasonOf(error, kind));
    void logError(error, {
      endpoint: kind === 'save' ? organizationContract.profileSave.path : accountsContract.inviteUser.path,
    });
  };
  const incomplete = () => {
    failure.current = toast.danger(wording.incomplete);
  };
  return { reason, setReason, incomplete, fail, clearFailure };
}

/** State and steps of the onboarding: page 0 greets, 1 to 3 ask. What was entered survives failures, reloads and sign-in again. */
export function useOnboarding() {
  const { cognitoId } = useSession();
  const navigate = useNavigate();
  const { data: profile } = useProfile();
  const begin = () => readDraft(cognitoId, knownOf(profile?.signupData, givenAtStart()));
  const [draft, setDraft] = useState(begin);
  const [isKnown, setIsKnown] = useState(profile !== undefined);
  if (profile && !isKnown) {
    setIsKnown(true);
    // nothing is asked on the first page, so nothing that was entered is lost
    if (draft.page === 0) setDraft(begin);
  }
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState<'skip' | 'invite' | null>(null);
  const { reason, setReason, incomplete, fail, clearFailure } = useFailure();
  /** The organisation is made; only the invitation is left. */
  const [saved, setSaved] = useState(false);
  const { page, form } = draft;
  const guess = guessFromAddress(profile?.signupData?.email ?? '');
  const proposed =
    guess.companyUrl !== '' &&
    (form.companyUrl === guess.companyUrl || form.companyName === guess.companyName);
  useEffect(() => track('Viewed Onboard Form'), []);

  const keep = (next: { page: number; form: OnboardingForm }) => {
    setDraft(next);
    keepDraft(cognitoId, next);
  };
  const goTo = (to: number) => {
    setErrors({});
    setReason(null);
    keep({ page: to, form });
  };
  const change = (name: FieldName, value: string) => {
    const next = { ...form, [name]: value };
    keep({ page, form: next });
    // a fault that was shown goes away as soon as it is put right
    if (errors[name]) setErrors((now) => ({ ...now, [name]: fieldError(next, name) }));
  };
  const check = (name: FieldName) => {
    if (form[name].trim() !== '') setErrors((now) => ({ ...now, [name]: fieldError(form, name) }));
  };
  /** True when the page may be left; otherwise its faults show. */
  const passes = (): boolean => {
    const found = errorsOfPage(form, page);
    if (page === 3 && form.inviteEmail.trim() === '') found.inviteEmail = wording.emailInvalid;
    setErrors(found);
    return Object.keys(found).length === 0;
  };

  async function finish() {
    forgetDraft(cognitoId);
    forgetStartQuery();
    setSession({ ...currentSession(), newUser: false });
    await reloadProfile();
    await navigate(introPath, { replace: true });
  }

  /** Sets up the organisation, then invites the colleague, if one is given. */
  async function submit(withInvite: boolean) {
    clearFailure();
    if (!isComplete(form)) {
      incomplete();
      return;
    }
    setReason(null);
    setBusy(withInvite ? 'invite' : 'skip');
    try {
      if (!saved) {
        await call(organizationContract.profileSave, profileOf(form));
        setSaved(true);
        reportLead(leadOf(form));
      }
    } catch (error) {
      fail(error, 'save');
      setBusy(null);
      return;
    }
    try {
      if (withInvite) {
        await call(accountsContract.inviteUser, {
          email: form.inviteEmail,
          firstName: form.inviteFirstName,
          lastName: form.inviteLastName,
          jobTitle: form.inviteJobTitle,
        });
        toast.success(wording.invited);
      }
    } catch (error) {
      fail(error, 'invite');
      setBusy(null);
      return;
    }
    await finish();
    setBusy(null);
  }

  return { page, form, proposed, errors, busy, reason, saved, goTo, change, check, passes, submit };
}

export type Onboarding = ReturnType<typeof useOnboarding>;
