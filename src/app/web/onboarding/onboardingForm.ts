import { isCompanyWebsite, limits } from '#modules/organization/rules.ts';
import { wording } from '#modules/organization/web/messages.ts';
import { oneLine } from '#platform/text.ts';
import { guessFromAddress } from './addressGuess.ts';

/** Everything that the three pages ask. */
export type OnboardingForm = {
  companyName: string;
  numberOfEmployees: string;
  industry: string;
  companyUrl: string;
  firstName: string;
  lastName: string;
  jobTitle: string;
  inviteFirstName: string;
  inviteLastName: string;
  inviteEmail: string;
  inviteJobTitle: string;
};
export type FieldName = keyof OnboardingForm;
export type FieldErrors = Partial<Record<FieldName, string>>;

export const emptyForm: OnboardingForm = {
  companyName: '',
  numberOfEmployees: '',
  industry: '',
  companyUrl: '',
  firstName: '',
  lastName: '',
  jobTitle: '',
  inviteFirstName: '',
  inviteLastName: '',
  inviteEmail: '',
  inviteJobTitle: '',
};

const required = (message: string) => (value: string) => (oneLine(value) === '' ? message : undefined);
const emailShape = /^[^\s@<>()[\]\\,;:"]+@[^\s@.]+(\.[^\s@.]+)+$/;

const checks: Partial<Record<FieldName, (value: string) => string | undefined>> = {
  companyName: required(wording.nameRequired),
  numberOfEmployees: required('Please choose the number of team members.'),
  industry: required('Please choose the primary industry.'),
  companyUrl: (value) => (isCompanyWebsite(value) ? undefined : wording.urlInvalid),
  firstName: required('Please enter your first name.'),
  lastName: required('Please enter your last name.'),
  inviteEmail: (value) =>
    value.trim() === '' || (value.trim().length <= 254 && emailShape.test(value.trim()))
      ? undefined
      : wording.emailInvalid,
};

export const fieldError = (form: OnboardingForm, name: FieldName): string | undefined =>
  checks[name]?.(form[name]);

/** What is asked on each page, in the order of the page. */
export const fieldsOfPage: readonly (readonly FieldName[])[] = [
  ['companyName', 'numberOfEmployees', 'industry', 'companyUrl'],
  ['firstName', 'lastName', 'jobTitle'],
  ['inviteEmail', 'inviteFirstName', 'inviteLastName', 'inviteJobTitle'],
];

/** Fields of a page (from 1) that keep it from being left, with what to do. */
export const errorsOfPage = (form: OnboardingForm, page: number): FieldErrors =>
  Object.fromEntries(
    (fieldsOfPage[page - 1] ?? [])
      .map((name) => [name, fieldError(form, name)] as const)
      .filter(([, error]) => error !== undefined),
  );

export const isComplete = (form: OnboardingForm): boolean =>
  [1, 2].every((page) => Object.keys(errorsOfPage(form, page)).length === 0);

export const maxLength: Record<FieldName, number> = {
  companyName: limits.companyName,
  numberOfEmployees: 20,
  industry: 40,
  companyUrl: limits.companyUrl,
  firstName: limits.personName,
  lastName: limits.personName,
  jobTitle: limits.jobTitle,
  inviteFirstName: limits.personName,
  inviteLastName: limits.personName,
  inviteEmail: 254,
  inviteJobTitle: limits.jobTitle,
};

const draftKey = (cognitoId: string) => `onboarding:${cognitoId}`;
export type Draft = { page: number; form: OnboardingForm };

type Names = { firstName?: string | undefined; lastName?: string | undefined };

/**
 * What is known before anything was entered: by the mail of an invitation, else by the address that the portal was opened
 * with, else by the person's own email address.
 */
export function knownOf(
  signedUp: (Names & { email: string; companyName?: string | undefined }) | null | undefined,
  opened: Names & { OrgName?: string | undefined },
): Partial<OnboardingForm> {
  const guess = guessFromAddress(signedUp?.email ?? '');
  const [first, last] = [signedUp?.firstName || opened.firstName, signedUp?.lastName || opened.lastName];
  // half of a name that is known is not made whole by a guess
  const name = first || last ? { firstName: first ?? '', lastName: last ?? '' } : guess;
  return {
    companyName: (signedUp?.companyName || opened.OrgName || guess.companyName).slice(0, limits.companyName),
    companyUrl: guess.companyUrl.slice(0, limits.companyUrl),
    firstName: name.firstName.slice(0, limits.personName),
    lastName: name.lastName.slice(0, limits.personName),
  };
}

/** What this person entered in this tab before, also when the session ended or the page was loaded again. */
export function readDraft(cognitoId: string, known: Partial<OnboardingForm> = {}): Draft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(draftKey(cognitoId)) ?? 'null') as Partial<Draft> | null;
    if (!kept) return { page: 0, form: { ...emptyForm, ...known } };
    const texts = Object.entries(kept?.form ?? {}).filter(
      ([name, value]) => name in emptyForm && typeof value === 'string',
    );
    const page = Number.isInteger(kept?.page) ? Math.min(Math.max(kept!.page!, 0), 3) : 0;
    return { page, form: { ...emptyForm, ...Object.fromEntries(texts) } };
  } catch {
    return { page: 0, form: { ...emptyForm, ...known } };
  }
}

export function keepDraft(cognitoId: string, draft: Draft): void {
  try {
    sessionStorage.setItem(draftKey(cognitoId), JSON.stringify(draft));
  } catch {
    // a browser without storage keeps it for as long as the page lives
  }
}

export function forgetDraft(cognitoId: string): void {
  try {
    sessionStorage.removeItem(draftKey(cognitoId));
  } catch {
    // nothing was kept
  }
}
