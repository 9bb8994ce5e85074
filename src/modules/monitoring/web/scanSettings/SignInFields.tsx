import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { PasswordEntry } from '#ui/form/PasswordEntry.tsx';
import { shortDate } from '../schedules/pacificTime.ts';
import type { ScanSettingsReply } from '../ownership/ownQueries.ts';
import type { Target } from '../queries.ts';
import { withKind, type SettingsForm, type SignInFaults, type SignInKind } from './scanSettingsForm.ts';
import classes from './ScanSettings.module.css';

type Kept = NonNullable<ScanSettingsReply['signIn']>;
type SignInFieldsProps = {
  target: Pick<Target, 'targetUrl'>;
  kept: ScanSettingsReply['signIn'];
  form: SettingsForm;
  onForm: (form: SettingsForm) => void;
  faults: SignInFaults;
};

const ways: { value: SignInKind; label: string }[] = [
  { value: 'none', label: 'Not at all: scan what every visitor sees' },
  { value: 'form', label: 'With user name and password on a sign-in page' },
  { value: 'bearer', label: 'With a bearer token' },
  { value: 'header', label: 'With a header of its own' },
  { value: 'cookie', label: 'With a session cookie' },
];

// a password manager offers the person's own account, which is the wrong one here
// no limit of its own: a token that is cut without a word would be saved
const secret = { autoComplete: 'new-password', required: true, maxLength: undefined } as const;
const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

type FieldsProps = Pick<SignInFieldsProps, 'target' | 'form' | 'faults'> & {
  change: (part: Partial<SettingsForm>) => void;
};

const SignInPageFields = ({ target, form, faults, change }: FieldsProps) => (
  <>
    <TextInput
      {...plain}
      label="Sign-in page"
      description="On this website itself."
      required
      inputMode="url"
      placeholder={`${target.targetUrl}/login`}
      value={form.url}
      error={faults.url}
      onChange={(event) => change({ url: event.currentTarget.value })}
    />
    <div className={`${classes.pair} grid-cols-2 grid items-start gap-4`}>
      <TextInput
        {...plain}
        label="User name"
        required
        value={form.user}
        error={faults.user}
        onChange={(event) => change({ user: event.currentTarget.value })}
      />
      <PasswordEntry
        {...secret}
        label="Password"
        value={form.password}
        error={faults.password}
        onChange={(password) => change({ password })}
      />
    </div>
    <TextInput
      {...plain}
      label="Text that only a signed-in visitor sees"
      description="Such as Sign out. Left empty, the scan detects it automatically."
      value={form.signedInText}
      error={faults.signedInText}
      onChange={(event) => change({ signedInText: event.currentTarget.value })}
    />
  </>
);

const TokenField = ({ form, faults, change }: FieldsProps) => (
  <PasswordEntry
    {...secret}
    label="Token"
    description="Sent as Authorization: Bearer with each request."
    value={form.token}
    error={faults.token}
    onChange={(token) => change({ token })}
  />
);

const HeaderFields = ({ form, faults, change }: FieldsProps) => (
  <div className={`${classes.pair} grid-cols-2 grid items-start gap-4`}>
    <TextInput
      {...plain}
      label="Name"
      required
      placeholder="X-Api-Key"
      value={form.headerName}
      error={faults.headerName}
      onChange={(event) => change({ headerName: event.currentTarget.value })}
    />
    <PasswordEntry
      {...secret}
      label="Value"
      value={form.headerValue}
      error={faults.headerValue}
      onChange={(headerValue) => change({ headerValue })}
    />
  </div>
);

const CookieField = ({ form, faults, change }: FieldsProps) => (
  <PasswordEntry
    {...secret}
    label="Cookie"
    description="As name=value; several with a semicolon between them. It stops working when the session ends."
    value={form.cookie}
    error={faults.cookie}
    onChange={(cookie) => change({ cookie })}
  />
);

const fieldsOf: Partial<Record<SignInKind, (props: FieldsProps) => ReactNode>> = {
  form: SignInPageFields,
  bearer: TokenField,
  header: HeaderFields,
  cookie: CookieField,
};

/** As whom scans visit the website. */
export function SignInFields({ target, kept, form, onForm, faults }: SignInFieldsProps) {
  const change = (part: Partial<SettingsForm>) => onForm({ ...form, ...part });
  const Fields = fieldsOf[form.kind];
  if (kept && form.kind === 'keep')
    return (
      <>
        <Advice />
        <KeptSignIn kept={kept} form={form} onForm={onForm} />
      </>
    );
  return (
    <>
      <Advice />
      <NativeSelect
        label="How scans sign in"
        value={form.kind}
        onChange={(event) => onForm(withKind(form, event.currentTarget.value as SignInKind, kept))}
        data={ways}
      />
      {Fields && <Fields target={target} form={form} faults={faults} change={change} />}
      {form.kind !== 'none' && (
        <p className={classes.meta}>Kept encrypted, sent to this website only, and never shown again.</p>
      )}
    </>
  );
}

type KeptSignInProps = Pick<SignInFieldsProps, 'form' | 'onForm'> & { kept: Kept };

/** The way to sign in that is set, without its secret. */
const KeptSignIn = ({ kept, form, onForm }: KeptSignInProps) => (
  <div
    className={`${classes.kept} px-4 py-3.5 row flex-wrap justify-between gap-3 gap-x-4 border rounded bg-canvas`}
  >
    <div>
      <p className="font-medium wrap-anywhere">{wordsOf(kept)}</p>
      <p className={classes.meta}>
        {kept.readable
          ? `Entered on ${shortDate(kept.setAt)}. Kept encrypted, and never shown again.`
          : 'It can no longer be opened because this portal has a new key. Please enter it again.'}
      </p>
    </div>
    <div className="flex gap-2">
      <Button variant="default" size="sm" onClick={() => onForm(withKind(form, kept.kind, kept))}>
        Change
      </Button>
      <Button variant="subtle" size="sm" onClick={() => onForm({ ...form, kind: 'none' })}>
        Remove
      </Button>
    </div>
  </div>
);

const Advice = () => (
  <p className="text-pretty measure-68">
    Behind a sign-in there is often more to find. Create an account just for scans, with the rights of an
    ordinary customer and without real data; never use the account of an administrator or of a person.
  </p>
);

function wordsOf({ kind, url, user, header }: Kept): string {
  switch (kind) {
    case 'form':
      return `Signs in as ${user} at ${url}`;
    case 'bearer':
      return 'Signs in with a bearer token';
    case 'header':
      return `Signs in with the header ${header}`;
    case 'cookie':
      return 'Signs in with a session cookie';
  }
}
