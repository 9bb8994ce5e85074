import { z } from 'zod';
import { trustedProxies } from '../http/networks.ts';
import { readPrivateTargets } from './privateTargets.ts';

// Every value of the environment that the programs read, each with what may stand there.

const flag = z
  .enum(['', '0', '1', 'true', 'false', 'on', 'off'])
  .transform((v) => ['1', 'true', 'on'].includes(v));
const text = z.string().trim();
const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be a web address such as https://portal.example.com' })
  .transform((v) => v.replace(/(?<!\/)\/+$/, ''));
const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${min} to ${max}` })
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

/** A value of the environment that cannot be used; its message is one sentence for the operator. */
export class SettingsError extends Error {}

// an address that cannot be read would be quoted, password and all, by the first error about it
const readable = (scheme: RegExp, rule: string) =>
  z
    .string()
    .regex(scheme, rule)
    .refine((address) => hostsOf(address).every((one) => URL.canParse(one)), {
      error: 'must be an address; write characters such as @ / # % in its password as %40 %2F %23 %25',
      abort: true,
    })
    .refine(hasReadablePassword, 'must have a % in its password written as %25');
/** The addresses that one with several hosts means. */
const hostsOf = (address: string): string[] => {
  const [, before = '', hosts = '', after = ''] =
    /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(address) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
};
const hasReadablePassword = (address: string): boolean => {
  try {
    const { username, password } = new URL(hostsOf(address)[0]!);
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
};
const postgresAddress = readable(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://');

/** Headers as OpenTelemetry writes them in one value; null where they cannot be read. */
function readHeaders(value: string): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const part of value.split(',').filter((one) => one.trim() !== '')) {
    const [, name, content] = /^\s*([\w-]{1,60})\s*=([\x20-\x7e]{0,1000})$/.exec(part) ?? [];
    if (name === undefined || content === undefined) return null;
    try {
      headers[name.toLowerCase()] = decodeURIComponent(content.trim());
    } catch {
      return null;
    }
  }
  return headers;
}

/** The sign-in of an address, so that a message can show the rest of it. */
const signInOfAddress = /:\/\/[^\s/?#"']*@/g;
/** A text without the names and passwords in its addresses. */
export const withoutPasswords = (message: string): string => message.replace(signInOfAddress, '://[secret]@');

/** True for variables whose value is never printed. */
const isSecret = (name: string): boolean => /KEY|SECRET|TOKEN|PASSWORD|HEADERS/.test(name);
/** A refused variable as a message names it: with its value, unless that is a secret. */
export const shown = (name: string, value: string | undefined): string =>
  isSecret(name) || /^(DATABASE|SMTP)_/.test(name)
    ? name
    : `${name}=${withoutPasswords(JSON.stringify(value))}`;

export const variables = z.object({
  PORT: wholeNumber(0, 65535).default(4000),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: webAddress.optional(),
  DATA_DIR: text.default('./data'),
  CONFIG_DIR: text.default('./config'),
  DATABASE_URL: postgresAddress.optional(),
  DATABASE_OWNER_URL: postgresAddress.optional(),
  DATABASE_DIRECT_URL: postgresAddress.optional(),
  ALLOW_NEWER_DATABASE: flag.default(false),
  DATABASE_POOL: wholeNumber(2, 200).default(10),
  CALLS_PER_SECOND: wholeNumber(1, 100_000).default(30),
  SECRET_KEY: z.string().min(32, 'must be at least 32 random characters').optional(),
  SECRET_KEY_OLD: text
    .default('')
    .transform((v) =>
      v
        .split(',')
        .map((key) => key.trim())
        .filter(Boolean),
    )
    .refine(
      (keys) => keys.every((key) => key.length >= 32),
      'must be earlier values of SECRET_KEY parted by commas',
    ),
  SESSION_INACTIVITY_SECONDS: wholeNumber(0, 86_400).default(1800),
  RETENTION_AUDIT_MONTHS: wholeNumber(12, 240).default(36),
  RETENTION_SCAN_MONTHS: wholeNumber(12, 240).default(36),
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
    .refine(
      (v) => v !== null,
      'must be addresses or networks parted by commas, such as 10.0.0.0/8, or how many proxies stand in front',
    )
    .transform((v) => v ?? false),
  TLS_CERT_FILE: text.optional(),
  TLS_KEY_FILE: text.optional(),
  HSTS_SUBDOMAINS: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  METRICS_TOKEN: text.optional(),
  WORKER_PORT: wholeNumber(0, 65535).optional(),
  WORKER_HOST: text.default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: text
    .default('')
    .transform(readHeaders)
    .refine(
      (v) => v !== null,
      'must be NAME=VALUE pairs parted by commas, such as authorization=Bearer%20abc',
    )
    .transform((v) => v ?? {}),
  OTEL_SERVICE_NAME: text.regex(/^[\w.-]{1,60}$/, 'must be one word, such as portal').default('portal'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'must be a number from 0 to 1' })
    .min(0, 'must be at least 0')
    .max(1, 'must be at most 1')
    .default(1),
  SCAN_ALLOW_PRIVATE: text
    .default('')
    .transform(readPrivateTargets)
    .refine((v) => v !== null, 'must be host:port pairs parted by commas, such as 127.0.0.1:8080')
    .transform((v) => v ?? []),
  SCAN_CONCURRENCY: wholeNumber(1, 32).default(2),
  SCAN_RATE: wholeNumber(1, 100).default(10),
  SCAN_RATE_LOCAL: wholeNumber(1, 1000).optional(),
  SCAN_CONTACT_URL: webAddress.optional(),
  SCAN_CALLBACK_HOST: text.regex(/^[a-z0-9.:[\]-]{1,253}$/i, 'must be a name or an address').optional(),
  SCAN_CALLBACK_PORT: wholeNumber(1, 65535).optional(),
  SCAN_CALLBACK_DOMAIN: text
    .regex(/^([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/i, 'must be a domain, such as contact.example.com')
    .optional(),
  SCAN_CALLBACK_DNS_PORT: wholeNumber(1, 65535).default(53),
  SCAN_USER: text
    .regex(/^(?:[a-z_][\w-]{0,31}|\d{1,9})$/i, 'must be the name or number of a user')
    .optional(),
  SCAN_BROWSER: z.enum(['on', 'off']).default('on'),
  RATINGS_FEEDS: text.optional(),
  CHROMIUM_PATH: text.optional(),
  COGNITO_USER_POOL_ID: z
    .string()
    .regex(/^[\w-]+_[0-9a-zA-Z]+$/, 'must look like us-east-1_AbCdEf123')
    .optional(),
  COGNITO_CLIENT_ID: text.optional(),
  COGNITO_REGION: text.optional(),
  COGNITO_ENDPOINT: webAddress.optional(),
  PASSWORD_RULES: z.enum(['portal', 'pool'], { error: 'must be portal or pool' }).default('portal'),
  SMTP_URL: readable(/^smtps?:\/\//, 'must begin with smtp:// or smtps://').optional(),
  MAIL_FROM: text.optional(),
  BILLING: z.enum(['sandbox'], { error: 'must be sandbox or empty' }).optional(),
  CHARGEBEE_SITE: z
    .string()
    .regex(/^[a-z0-9-]{1,100}$/i, 'must be the name of the site, as in NAME.chargebee.com')
    .optional(),
  CHARGEBEE_API_KEY: text.optional(),
  CHARGEBEE_PUBLISHABLE_KEY: text.optional(),
  CHARGEBEE_ENDPOINT: webAddress.optional(),
  CHARGEBEE_WEBHOOK_USER: text.optional(),
  CHARGEBEE_WEBHOOK_PASSWORD: z.string().min(16, 'must be at least 16 random characters').optional(),
  RECAPTCHA_SITE_KEY: text.optional(),
  RECAPTCHA_SECRET: text.optional(),
  RECAPTCHA_ENDPOINT: webAddress.optional(),
  SIGNUP_CAPTCHA: z.enum(['always', 'suspicious'], { error: 'must be always or suspicious' }).optional(),
  SIGNUP_TRIGGER_SECRET: z.string().min(32, 'must be at least 32 random characters').optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ENDPOINT: webAddress.optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  S3_PREFIX: z
    .string()
    .regex(/^([\w.-]+\/)*$/, 'must be empty or end with a slash, such as portal/')
    .default(''),
  HUBSPOT_PORTAL_ID: z
    .string()
    .regex(/^\d{1,20}$/, 'must be the number of the HubSpot account')
    .optional(),
  HUBSPOT_FORM_ID: text.optional(),
  HUBSPOT_ENDPOINT: webAddress.optional(),
  HEAP_ENDPOINT: webAddress.optional(),
  PROBELY_API_KEY: text.optional(),
  PROBELY_ENDPOINT: webAddress.optional(),
  BITSIGHT_TOKEN: text.optional(),
  BITSIGHT_ENDPOINT: webAddress.optional(),
  STRIPE_API_KEY: z
    .string()
    .regex(
      /^pk_\w{1,200}$/,
      'must be a publishable key beginning with pk_; a secret key never belongs in a browser',
    )
    .optional(),
  HEAP_APP_ID: z
    .string()
    .regex(/^\d{1,20}$/, 'must be the number of the Heap project')
    .optional(),
  NODE_ENV: text.optional(),
});
export type Variables = z.output<typeof variables>;
