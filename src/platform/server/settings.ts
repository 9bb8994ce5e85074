import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import type { TraceSettings } from './exportTraces.ts';
import type { PrivateTarget } from './privateTargets.ts';
import { requireConsistent } from './settings.consistency.ts';
import { requireProduction } from './settings.production.ts';
import { SettingsError, shown, variables, type Variables } from './settings.variables.ts';
import { vendorSettings } from './settings.vendors.ts';

export { SettingsError, withoutPasswords } from './settings.variables.ts';

export type Settings = {
  port: number;
  host: string;
  /** Where people reach the portal, without a slash at the end. Links in mails are built from it, never from a request. */
  publicUrl: string;
  dataDir: string;
  configDir: string;
  /** Absent: the portal starts and minds a PostgreSQL of its own in the data folder. */
  databaseUrl: string | undefined;
  /** Address of the role that owns the tables, for migrations; that of the programs where absent. */
  databaseOwnerUrl: string | undefined;
  /** Where `databaseUrl` leads to a pooler: the server itself, for listening, the queue and migrations. */
  databaseDirectUrl: string | undefined;
  /** Going back to an earlier version: migrations that this one does not know only added to the database. */
  allowsNewerDatabase: boolean;
  databasePool: number;
  secretKey: string | undefined;
  /** Earlier values of `secretKey`, which still open and verify. */
  oldSecretKeys: readonly string[];
  /** How many calls a second one organization may begin on one server for long. */
  callsPerSecond: number;
  /** 0 means no inactivity timeout is configured. */
  sessionInactivitySeconds: number;
  /** How many months scans and entries of activity logs are kept. */
  retention: { auditMonths: number; scanMonths: number };
  maintenance: boolean;
  logLevel: string;
  environmentName: string;
  /** Whose word about the caller's address is taken: nobody's, these networks', or that of so many proxies in front. */
  trustProxy: boolean | number | string[];
  tls: { certFile: string; keyFile: string } | undefined;
  /** Whether browsers learn that hosts below the portal's own are encrypted as well. */
  hstsSubdomains: boolean;
  metricsToken: string | undefined;
  /** Where a worker answers about its health and figures; absent: nowhere. */
  workerAddress: { port: number; host: string } | undefined;
  /** Where traces are sent; absent: nowhere, and nothing is loaded for it. */
  tracing: TraceSettings | undefined;
  scan: {
    allowPrivate: readonly PrivateTarget[];
    concurrency: number;
    contactUrl: string | undefined;
    perSecond: number;
    perSecondLocal: number | undefined;
    useBrowser: boolean;
    /** Where scanned servers reach the worker. */
    callbacks: { host: string; port: number; zone?: { name: string; port: number } } | undefined;
  };
  /** Folder with the feed files of the ratings engine. */
  ratingsFeeds: string | undefined;
  /** Absent: ratings are our own estimate. */
  probely: { apiKey: string; endpoint: string | undefined } | undefined;
  bitsight: { token: string; endpoint: string | undefined } | undefined;
  chromiumPath: string | undefined;
  cognito: { userPoolId: string; clientId: string; region: string; endpoint: string | undefined } | undefined;
  /** Whether the portal holds new passwords to its own rules, or leaves them to an outside user pool. */
  passwordRules: 'portal' | 'pool';
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  /** Absent: the sandbox, which charges nobody. */
  chargebee:
    | {
        site: string;
        apiKey: string;
        publishableKey: string | undefined;
        /** Another address than Chargebee's own, for a proxy or a test. */
        endpoint: string | undefined;
        webhookUser: string;
        webhookPassword: string;
      }
    | undefined;
  recaptcha: { siteKey: string; secret: string; endpoint: string | undefined } | undefined;
  /** Whether each sign-up must bring a solved captcha, or only those from networks that sign up often. */
  signUpCaptcha: 'always' | 'suspicious';
  /** With it the pre-sign-up trigger of an outside user pool proves who it is. */
  signUpTriggerSecret: string | undefined;
  /** Absent: files are kept in the data folder. */
  s3:
    | {
        bucket: string;
        region: string;
        endpoint: string | undefined;
        credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
        /** Before every key: empty or ending with a slash. */
        prefix: string;
      }
    | undefined;
  hubspot: { portalId: string; formId: string; endpoint: string | undefined } | undefined;
  /** Publishable: it is sent to browsers. */
  stripeApiKey: string | undefined;
  heapAppId: string | undefined;
  heapEndpoint: string | undefined;
  production: boolean;
};

const fileOrFail = (name: string, file: string) => {
  if (!existsSync(file)) throw new SettingsError(`${name} names the file ${file}, which does not exist.`);
  return file;
};

function tlsSettings(v: Variables): Settings['tls'] {
  return v.TLS_CERT_FILE && v.TLS_KEY_FILE
    ? {
        certFile: fileOrFail('TLS_CERT_FILE', v.TLS_CERT_FILE),
        keyFile: fileOrFail('TLS_KEY_FILE', v.TLS_KEY_FILE),
      }
    : undefined;
}

function tracingSettings(v: Variables): Settings['tracing'] {
  return v.OTEL_EXPORTER_OTLP_ENDPOINT
    ? {
        endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: v.OTEL_EXPORTER_OTLP_HEADERS,
        serviceName: v.OTEL_SERVICE_NAME,
        environment: v.ENVIRONMENT_NAME,
        share: v.OTEL_TRACES_SAMPLER_ARG,
      }
    : undefined;
}

function scanSettings(v: Variables): Settings['scan'] {
  return {
    allowPrivate: v.SCAN_ALLOW_PRIVATE,
    concurrency: v.SCAN_CONCURRENCY,
    contactUrl: v.SCAN_CONTACT_URL,
    perSecond: v.SCAN_RATE,
    perSecondLocal: v.SCAN_RATE_LOCAL,
    useBrowser: v.SCAN_BROWSER === 'on',
    callbacks:
      v.SCAN_CALLBACK_HOST && v.SCAN_CALLBACK_PORT
        ? {
            host: v.SCAN_CALLBACK_HOST,
            port: v.SCAN_CALLBACK_PORT,
            ...(v.SCAN_CALLBACK_DOMAIN
              ? { zone: { name: v.SCAN_CALLBACK_DOMAIN.toLowerCase(), port: v.SCAN_CALLBACK_DNS_PORT } }
              : {}),
          }
        : undefined,
  };
}

/** Reads the settings of a program from an environment; throws `SettingsError` with one clear sentence. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    const name = String(issue.path[0]);
    throw new SettingsError(
      `The environment value ${shown(name, env[name])} cannot be used: ${issue.message}.`,
    );
  }
  const v = parsed.data;
  const production = v.NODE_ENV === 'production';
  requireConsistent(v);
  if (production) requireProduction(v);
  const scheme = v.TLS_CERT_FILE ? 'https' : 'http';
  const shownHost = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(v.HOST) ? 'localhost' : v.HOST;
  return {
    port: v.PORT,
    host: v.HOST,
    publicUrl: v.PUBLIC_URL ?? `${scheme}://${shownHost}:${v.PORT}`,
    dataDir: path.resolve(v.DATA_DIR),
    configDir: path.resolve(v.CONFIG_DIR),
    databaseUrl: v.DATABASE_URL,
    databaseOwnerUrl: v.DATABASE_OWNER_URL,
    databaseDirectUrl: v.DATABASE_DIRECT_URL,
    allowsNewerDatabase: v.ALLOW_NEWER_DATABASE,
    databasePool: v.DATABASE_POOL,
    secretKey: v.SECRET_KEY,
    oldSecretKeys: v.SECRET_KEY_OLD,
    callsPerSecond: v.CALLS_PER_SECOND,
    sessionInactivitySeconds: v.SESSION_INACTIVITY_SECONDS,
    retention: { auditMonths: v.RETENTION_AUDIT_MONTHS, scanMonths: v.RETENTION_SCAN_MONTHS },
    maintenance: v.MAINTENANCE,
    logLevel: v.LOG_LEVEL,
    environmentName: v.ENVIRONMENT_NAME,
    trustProxy: v.TRUST_PROXY,
    tls: tlsSettings(v),
    hstsSubdomains: v.HSTS_SUBDOMAINS === 'on',
    metricsToken: v.METRICS_TOKEN,
    workerAddress: v.WORKER_PORT === undefined ? undefined : { port: v.WORKER_PORT, host: v.WORKER_HOST },
    tracing: tracingSettings(v),
    scan: scanSettings(v),
    ratingsFeeds: v.RATINGS_FEEDS === undefined ? undefined : path.resolve(v.RATINGS_FEEDS),
    chromiumPath: v.CHROMIUM_PATH,
    passwordRules: v.PASSWORD_RULES,
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM,
    signUpCaptcha: v.SIGNUP_CAPTCHA ?? (production ? 'always' : 'suspicious'),
    signUpTriggerSecret: v.SIGNUP_TRIGGER_SECRET,
    stripeApiKey: v.STRIPE_API_KEY,
    heapAppId: v.HEAP_APP_ID,
    heapEndpoint: v.HEAP_ENDPOINT,
    ...vendorSettings(v),
    production,
  };
}

/** The certificate and key for serving HTTPS, read again so that a renewed file is taken up at the next start. */
export function readTls(tls: NonNullable<Settings['tls']>): { cert: Buffer; key: Buffer } {
  try {
    const pair = { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) };
    createSecureContext(pair);
    return pair;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError(
      `The certificate ${tls.certFile} and key ${tls.keyFile} cannot be used together: ${why}.`,
    );
  }
}
