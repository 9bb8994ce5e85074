import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import type { TraceSettings } from '../log/exportTraces.ts';
import { requireConsistent } from './settings.consistency.ts';
import { requireProduction } from './settings.production.ts';
import { SettingsError, shown, variables, type Variables } from './settings.variables.ts';
import { vendorSettings } from './settings.vendors.ts';

export { SettingsError, withoutPasswords } from './settings.variables.ts';

const fileOrFail = (name: string, file: string) => {
  if (!existsSync(file)) throw new SettingsError(`${name} names the file ${file}, which does not exist.`);
  return file;
};

function tlsSettings(v: Variables) {
  return v.TLS_CERT_FILE && v.TLS_KEY_FILE
    ? {
        certFile: fileOrFail('TLS_CERT_FILE', v.TLS_CERT_FILE),
        keyFile: fileOrFail('TLS_KEY_FILE', v.TLS_KEY_FILE),
      }
    : undefined;
}

function tracingSettings(v: Variables): TraceSettings | undefined {
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

function scanSettings(v: Variables) {
  return {
    allowPrivate: v.SCAN_ALLOW_PRIVATE,
    concurrency: v.SCAN_CONCURRENCY,
    contactUrl: v.SCAN_CONTACT_URL,
    perSecond: v.SCAN_RATE,
    perSecondLocal: v.SCAN_RATE_LOCAL,
    useBrowser: v.SCAN_BROWSER === 'on',
    /** Where scanned servers reach the worker. */
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

function settingsOf(v: Variables) {
  const production = v.NODE_ENV === 'production';
  const scheme = v.TLS_CERT_FILE ? 'https' : 'http';
  const shownHost = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(v.HOST) ? 'localhost' : v.HOST;
  return {
    port: v.PORT,
    host: v.HOST,
    /** Where people reach the portal, without a slash at the end. Links in emails are built from it, never from a request. */
    publicUrl: v.PUBLIC_URL ?? `${scheme}://${shownHost}:${v.PORT}`,
    dataDir: path.resolve(v.DATA_DIR),
    configDir: path.resolve(v.CONFIG_DIR),
    /** Absent: the portal starts and minds a PostgreSQL of its own in the data folder. */
    databaseUrl: v.DATABASE_URL,
    /** Address of the role that owns the tables, for migrations; that of the programs where absent. */
    databaseOwnerUrl: v.DATABASE_OWNER_URL,
    /** Where `databaseUrl` leads to a pooler: the server itself, for listening, the queue and migrations. */
    databaseDirectUrl: v.DATABASE_DIRECT_URL,
    /** Going back to an earlier version: migrations that this one does not know only added to the database. */
    allowsNewerDatabase: v.ALLOW_NEWER_DATABASE,
    databasePool: v.DATABASE_POOL,
    secretKey: v.SECRET_KEY,
    /** Earlier values of `secretKey`, which still open and verify. */
    oldSecretKeys: v.SECRET_KEY_OLD,
    /** How many calls a second one organization may begin on one server for long. */
    callsPerSecond: v.CALLS_PER_SECOND,
    /** 0 means no inactivity timeout is configured. */
    sessionInactivitySeconds: v.SESSION_INACTIVITY_SECONDS,
    /** How many months scans and entries of activity logs are kept. */
    retention: { auditMonths: v.RETENTION_AUDIT_MONTHS, scanMonths: v.RETENTION_SCAN_MONTHS },
    maintenance: v.MAINTENANCE,
    logLevel: v.LOG_LEVEL,
    environmentName: v.ENVIRONMENT_NAME,
    /** Whose word about the caller's address is taken: no one's, these networks', or that of so many proxies in front. */
    trustProxy: v.TRUST_PROXY,
    tls: tlsSettings(v),
    /** Whether browsers learn that hosts below the portal's own are encrypted as well. */
    hstsSubdomains: v.HSTS_SUBDOMAINS === 'on',
    metricsToken: v.METRICS_TOKEN,
    /** Where a worker answers about its health and figures; absent: nowhere. */
    workerAddress: v.WORKER_PORT === undefined ? undefined : { port: v.WORKER_PORT, host: v.WORKER_HOST },
    /** Where traces are sent; absent: nowhere, and nothing is loaded for it. */
    tracing: tracingSettings(v),
    scan: scanSettings(v),
    /** Folder with the feed files of the ratings engine. */
    ratingsFeeds: v.RATINGS_FEEDS === undefined ? undefined : path.resolve(v.RATINGS_FEEDS),
    chromiumPath: v.CHROMIUM_PATH,
    /** Whether the portal holds new passwords to its own rules, or leaves them to an outside user pool. */
    passwordRules: v.PASSWORD_RULES,
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM,
    /** Whether each sign-up must bring a solved captcha, or only those from networks that sign up often. */
    signUpCaptcha: v.SIGNUP_CAPTCHA ?? (production ? 'always' : 'suspicious'),
    /** With it the pre-sign-up trigger of an outside user pool proves who it is. */
    signUpTriggerSecret: v.SIGNUP_TRIGGER_SECRET,
    /** Publishable: it is sent to browsers. */
    stripeApiKey: v.STRIPE_API_KEY,
    heapAppId: v.HEAP_APP_ID,
    heapEndpoint: v.HEAP_ENDPOINT,
    ...vendorSettings(v),
    production,
  };
}

export type Settings = ReturnType<typeof settingsOf>;

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
  requireConsistent(v);
  if (v.NODE_ENV === 'production') requireProduction(v);
  return settingsOf(v);
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
