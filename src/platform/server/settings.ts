import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import { z } from 'zod';
import { trustedProxies } from './networks.ts';

const flag = z.enum(['', '0', '1', 'true', 'false', 'on', 'off']).transform((v) => ['1', 'true', 'on'].includes(v));
const text = z.string().trim();
const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be a web address such as https://portal.example.com' })
  .transform((v) => v.replace(/\/+$/, ''));
const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${min} to ${max}` })
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

const hostPort = z
  .string()
  .regex(/^(\[[0-9a-f:]+\]|[^\s:,]+):\d{1,5}$/i, 'must be host:port pairs parted by commas, such as 127.0.0.1:8080');

const variables = z.object({
  PORT: wholeNumber(0, 65535).default(4000),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: webAddress.optional(),
  DATA_DIR: text.default('./data'),
  CONFIG_DIR: text.default('./config'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional(),
  DATABASE_POOL: wholeNumber(2, 200).default(10),
  SECRET_KEY: z.string().min(32, 'must be at least 32 characters of chance').optional(),
  SESSION_INACTIVITY_SECONDS: wholeNumber(0, 86_400).default(1800),
  MAINTENANCE: flag.default(false),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
  ENVIRONMENT_NAME: text.default('local'),
  TRUST_PROXY: text
    .default('')
    .transform(trustedProxies)
    .refine((v) => v !== null, 'must be addresses or networks parted by commas, such as 10.0.0.0/8, or how many proxies stand in front')
    .transform((v) => v ?? false),
  TLS_CERT_FILE: text.optional(),
  TLS_KEY_FILE: text.optional(),
  METRICS_TOKEN: text.optional(),
  SCAN_ALLOW_PRIVATE: text
    .default('')
    .transform((v) =>
      v
        .split(',')
        .map((s) => s.trim())
        .filter(Boolean),
    )
    .pipe(z.array(hostPort)),
  SCAN_CONCURRENCY: wholeNumber(1, 32).default(2),
  SCAN_CONTACT_URL: webAddress.optional(),
  CHROMIUM_PATH: text.optional(),
  COGNITO_USER_POOL_ID: z
    .string()
    .regex(/^[\w-]+_[0-9a-zA-Z]+$/, 'must look like us-east-1_AbCdEf123')
    .optional(),
  COGNITO_CLIENT_ID: text.optional(),
  COGNITO_REGION: text.optional(),
  COGNITO_ENDPOINT: webAddress.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: text.optional(),
  CHARGEBEE_SITE: z
    .string()
    .regex(/^[a-z0-9-]{1,100}$/i, 'must be the name of the site, as in NAME.chargebee.com')
    .optional(),
  STRIPE_API_KEY: z
    .string()
    .regex(/^pk_\w{1,200}$/, 'must be a publishable key beginning with pk_; a secret key never belongs in a browser')
    .optional(),
  HEAP_APP_ID: z
    .string()
    .regex(/^\d{1,20}$/, 'must be the number of the Heap project')
    .optional(),
  NODE_ENV: text.optional(),
});

export type Settings = {
  port: number;
  host: string;
  /** Where people reach the portal, without a slash at the end. Links in mails are built from it, never from a request. */
  publicUrl: string;
  dataDir: string;
  configDir: string;
  /** Absent: the portal starts and minds a PostgreSQL of its own in the data folder. */
  databaseUrl: string | undefined;
  databasePool: number;
  secretKey: string | undefined;
  /** 0 means no inactivity timeout is configured. */
  sessionInactivitySeconds: number;
  maintenance: boolean;
  logLevel: string;
  environmentName: string;
  /** Whose word about the caller's address is taken: nobody's, these networks', or that of so many proxies in front. */
  trustProxy: boolean | number | string[];
  tls: { certFile: string; keyFile: string } | undefined;
  metricsToken: string | undefined;
  scan: { allowPrivate: readonly string[]; concurrency: number; contactUrl: string | undefined };
  chromiumPath: string | undefined;
  cognito: { userPoolId: string; clientId: string; region: string; endpoint: string | undefined } | undefined;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  chargebeeSite: string | undefined;
  /** Publishable: it is sent to browsers. */
  stripeApiKey: string | undefined;
  heapAppId: string | undefined;
  production: boolean;
};

/** A value of the environment that cannot be used; its message is one sentence for whoever starts the program. */
export class SettingsError extends Error {}

const fileOrFail = (name: string, file: string) => {
  if (!existsSync(file)) throw new SettingsError(`${name} names the file ${file}, which does not exist.`);
  return file;
};

/** Reads the settings of a program from an environment; throws `SettingsError` with one clear sentence. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    const name = String(issue.path[0]);
    throw new SettingsError(`The environment value ${name}=${JSON.stringify(env[name])} cannot be used: ${issue.message}.`);
  }
  const v = parsed.data;
  const production = v.NODE_ENV === 'production';
  const cognitoParts = [v.COGNITO_USER_POOL_ID, v.COGNITO_CLIENT_ID, v.COGNITO_REGION].filter(Boolean).length;
  if (cognitoParts > 0 && cognitoParts < 3)
    throw new SettingsError('COGNITO_USER_POOL_ID, COGNITO_CLIENT_ID and COGNITO_REGION belong together: set all three or none.');
  if (Boolean(v.TLS_CERT_FILE) !== Boolean(v.TLS_KEY_FILE))
    throw new SettingsError('TLS_CERT_FILE and TLS_KEY_FILE belong together: set both or none.');
  if (v.SMTP_URL && !v.MAIL_FROM) throw new SettingsError('SMTP_URL is set but MAIL_FROM is not: say which address mails come from.');
  if (production && v.DATABASE_URL && !v.SECRET_KEY)
    throw new SettingsError(
      'SECRET_KEY is needed in production with DATABASE_URL, the same on every server: set it to at least 32 characters of chance.',
    );
  if (production && !v.PUBLIC_URL)
    throw new SettingsError('PUBLIC_URL is needed in production: the address at which people reach the portal.');
  if (production && !v.SMTP_URL)
    throw new SettingsError('SMTP_URL and MAIL_FROM are needed in production: without a mail server nobody could confirm an address.');
  const scheme = v.TLS_CERT_FILE ? 'https' : 'http';
  const shownHost = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(v.HOST) ? 'localhost' : v.HOST;
  return {
    port: v.PORT,
    host: v.HOST,
    publicUrl: v.PUBLIC_URL ?? `${scheme}://${shownHost}:${v.PORT}`,
    dataDir: path.resolve(v.DATA_DIR),
    configDir: path.resolve(v.CONFIG_DIR),
    databaseUrl: v.DATABASE_URL,
    databasePool: v.DATABASE_POOL,
    secretKey: v.SECRET_KEY,
    sessionInactivitySeconds: v.SESSION_INACTIVITY_SECONDS,
    maintenance: v.MAINTENANCE,
    logLevel: v.LOG_LEVEL,
    environmentName: v.ENVIRONMENT_NAME,
    trustProxy: v.TRUST_PROXY,
    tls:
      v.TLS_CERT_FILE && v.TLS_KEY_FILE
        ? { certFile: fileOrFail('TLS_CERT_FILE', v.TLS_CERT_FILE), keyFile: fileOrFail('TLS_KEY_FILE', v.TLS_KEY_FILE) }
        : undefined,
    metricsToken: v.METRICS_TOKEN,
    scan: { allowPrivate: v.SCAN_ALLOW_PRIVATE, concurrency: v.SCAN_CONCURRENCY, contactUrl: v.SCAN_CONTACT_URL },
    chromiumPath: v.CHROMIUM_PATH,
    cognito:
      v.COGNITO_USER_POOL_ID && v.COGNITO_CLIENT_ID && v.COGNITO_REGION
        ? { userPoolId: v.COGNITO_USER_POOL_ID, clientId: v.COGNITO_CLIENT_ID, region: v.COGNITO_REGION, endpoint: v.COGNITO_ENDPOINT }
        : undefined,
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM,
    chargebeeSite: v.CHARGEBEE_SITE,
    stripeApiKey: v.STRIPE_API_KEY,
    heapAppId: v.HEAP_APP_ID,
    production,
  };
}

/** The certificate and key for serving HTTPS, read anew so that a renewed file is taken up at the next start. */
export function readTls(tls: NonNullable<Settings['tls']>): { cert: Buffer; key: Buffer } {
  try {
    const pair = { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) };
    createSecureContext(pair);
    return pair;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError(`The certificate ${tls.certFile} and key ${tls.keyFile} cannot be used together: ${why}.`);
  }
}
