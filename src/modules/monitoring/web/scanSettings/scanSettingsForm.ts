import type { InputOf } from '#platform/endpoint.ts';
import type { monitoringContract } from '../../contract.ts';
import type { QuietWindow } from '../../quietHours.ts';
import type { ScanSettingsReply } from '../ownership/ownQueries.ts';

export type SignInKind = 'none' | 'keep' | 'form' | 'bearer' | 'header' | 'cookie';

/** What the form of the scan settings holds. Secrets are there while they are typed, and never come back. */
export type SettingsForm = {
  kind: SignInKind;
  url: string;
  user: string;
  password: string;
  signedInText: string;
  token: string;
  headerName: string;
  headerValue: string;
  cookie: string;
  /** One path a line. */
  exclude: string;
  quietHours: QuietWindow[];
};

export const formOf = ({ signIn, exclude, quietHours }: ScanSettingsReply): SettingsForm => ({
  kind: signIn ? 'keep' : 'none',
  url: '',
  user: '',
  password: '',
  signedInText: '',
  token: '',
  headerName: '',
  headerValue: '',
  cookie: '',
  exclude: exclude.join('\n'),
  quietHours,
});

/** The form with the fields of one way to sign in; what is kept of that way is filled in, but for its secret. */
export function withKind(
  form: SettingsForm,
  kind: SignInKind,
  kept: ScanSettingsReply['signIn'],
): SettingsForm {
  const known = kept?.kind === kind ? kept : null;
  return {
    ...form,
    kind,
    url: form.url || (known?.url ?? ''),
    user: form.user || (known?.user ?? ''),
    headerName: form.headerName || (known?.header ?? ''),
  };
}

/** The sign-in's fields in the form, by their names in the call. */
const fieldNames = {
  'signIn.url': 'url',
  'signIn.user': 'user',
  'signIn.password': 'password',
  'signIn.signedInText': 'signedInText',
  'signIn.token': 'token',
  'signIn.name': 'headerName',
  'signIn.value': 'headerValue',
  'signIn.cookie': 'cookie',
} as const;
export type SignInFaults = Partial<Record<(typeof fieldNames)[keyof typeof fieldNames], string>>;

/** What is wrong with the sign-in as it was sent, without the fields that were changed since. */
export function signInFaults(
  faults: readonly { field: string; message: string }[],
  sent: SettingsForm,
  form: SettingsForm,
): SignInFaults {
  const known = faults.flatMap(({ field, message }) => {
    const name = Object.hasOwn(fieldNames, field) ? fieldNames[field as keyof typeof fieldNames] : null;
    return name && sent[name] === form[name] ? [[name, message] as const] : [];
  });
  // of several faults of one field the first is said
  return Object.fromEntries(known.toReversed());
}

/** An address that was pasted whole counts as its path. */
const pathOf = (line: string) =>
  /^https?:\/\//i.test(line) && URL.canParse(line) ? new URL(line).pathname : line;

type Body = Omit<InputOf<(typeof monitoringContract)['saveScanSettings']>, 'targetId'>;

function signInOf(form: SettingsForm): Body['signIn'] {
  switch (form.kind) {
    case 'form':
      return {
        kind: 'form',
        url: form.url,
        user: form.user,
        password: form.password,
        signedInText: form.signedInText,
      };
    case 'bearer':
      return { kind: 'bearer', token: form.token };
    case 'header':
      return { kind: 'header', name: form.headerName, value: form.headerValue };
    case 'cookie':
      return { kind: 'cookie', cookie: form.cookie };
    case 'keep':
    case 'none':
      return { kind: form.kind };
  }
}

export const bodyOf = (form: SettingsForm): Body => ({
  signIn: signInOf(form),
  exclude: form.exclude
    .split('\n')
    .map((line) => pathOf(line.trim()))
    .filter(Boolean),
  quietHours: form.quietHours,
});

/** Business hours: what most people want first. */
export const newWindow = (): QuietWindow => ({ days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' });
