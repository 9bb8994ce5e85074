import { SettingsError, type Variables } from './settings.variables.ts';

/** Values of which one alone means nothing. */
const together: (keyof Variables)[][] = [
  ['CHARGEBEE_SITE', 'CHARGEBEE_API_KEY', 'CHARGEBEE_WEBHOOK_USER', 'CHARGEBEE_WEBHOOK_PASSWORD'],
  ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['HUBSPOT_PORTAL_ID', 'HUBSPOT_FORM_ID'],
];

function requireTogether(v: Variables): void {
  for (const names of together) {
    const given = names.filter((name) => v[name]).length;
    if (given > 0 && given < names.length)
      throw new SettingsError(
        `${names.slice(0, -1).join(', ')} and ${names.at(-1)} belong together: set all or none.`,
      );
  }
}

/** Values that mean nothing without another, or contradict it. */
const contradictions: readonly [wrong: (v: Variables) => boolean, message: string][] = [
  [
    (v) => Boolean(v.SCAN_CALLBACK_HOST) !== Boolean(v.SCAN_CALLBACK_PORT),
    'SCAN_CALLBACK_HOST and SCAN_CALLBACK_PORT belong together: set both or none.',
  ],
  [
    (v) => Boolean(v.TLS_CERT_FILE) !== Boolean(v.TLS_KEY_FILE),
    'TLS_CERT_FILE and TLS_KEY_FILE belong together: set both or none.',
  ],
  [
    (v) => Boolean(v.SMTP_URL) && !v.MAIL_FROM,
    'SMTP_URL is set but MAIL_FROM is not: say which address mails come from.',
  ],
  [
    (v) => Boolean(v.DATABASE_OWNER_URL) && !v.DATABASE_URL,
    'DATABASE_OWNER_URL is set but DATABASE_URL is not: say how the programs reach the database.',
  ],
  [
    (v) => Boolean(v.BILLING && v.CHARGEBEE_SITE),
    'BILLING=sandbox and CHARGEBEE_SITE contradict each other: set one of them.',
  ],
  [
    (v) => v.SECRET_KEY_OLD.length > 0 && !v.SECRET_KEY,
    'SECRET_KEY_OLD is set but SECRET_KEY is not: set SECRET_KEY to the new key.',
  ],
];

function requireWholeCognito(v: Variables): void {
  const parts = [v.COGNITO_USER_POOL_ID, v.COGNITO_CLIENT_ID, v.COGNITO_REGION].filter(Boolean).length;
  if (parts > 0 && parts < 3)
    throw new SettingsError(
      'COGNITO_USER_POOL_ID, COGNITO_CLIENT_ID and COGNITO_REGION belong together: set all three or none.',
    );
  if (v.PASSWORD_RULES === 'pool' && parts === 0)
    throw new SettingsError(
      'PASSWORD_RULES=pool leaves passwords to an outside user pool: set COGNITO_USER_POOL_ID too, or leave it out.',
    );
}

/** Refuses values that do not go together, with one clear sentence. */
export function requireConsistent(v: Variables): void {
  requireWholeCognito(v);
  requireTogether(v);
  const found = contradictions.find(([isWrong]) => isWrong(v));
  if (found) throw new SettingsError(found[1]);
}
