import { createTransport } from 'nodemailer';
import { envelopeOf, readSender } from '../envelope.ts';
import { SettingsError } from '#platform/server/settings/settings.ts';
import { vendorCall } from '#platform/server/log/vendorCalls.ts';
import { MailError, type Mailer } from '../port.ts';

export type SmtpOptions = {
  /** `smtps://user:password@host:465`, or `smtp://host:587`, which must offer STARTTLS unless it is this machine or says `?tls=off`. */
  url: string;
  /** `MAIL_FROM`: an address, or a name and an address. */
  from: string;
  /** Further trusted certificates, PEM. */
  ca?: string;
  /** Longest silence of the other side, in milliseconds. */
  timeoutMs?: number;
};

const isThisMachine = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(host);

/** How to connect; only what the address says, so that no option of the library can be slipped in by it. */
function connectionOf({ url: text, ca, timeoutMs = 30_000 }: SmtpOptions) {
  const url = new URL(text);
  const secure = url.protocol === 'smtps:';
  const tls = url.searchParams.get('tls');
  for (const name of url.searchParams.keys())
    if (name !== 'tls')
      throw new SettingsError(`SMTP_URL has the unknown option ${name}; only tls=off can be given.`);
  if (tls !== null && tls !== 'off')
    throw new SettingsError('SMTP_URL may say tls=off or nothing about TLS.');
  if (secure && tls === 'off')
    throw new SettingsError('SMTP_URL begins with smtps://, so it cannot say tls=off.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const local = isThisMachine(host);
  const user = decodeURIComponent(url.username);
  if (user && tls === 'off' && !local)
    throw new SettingsError('SMTP_URL has a password and says tls=off: the password would travel readable.');
  return {
    host,
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    requireTLS: !secure && !local && tls !== 'off',
    ignoreTLS: tls === 'off',
    ...(user ? { auth: { user, pass: decodeURIComponent(url.password) } } : {}),
    // a relay on this machine has rarely a certificate that anybody signed
    tls: {
      ...(ca ? { ca } : {}),
      minVersion: 'TLSv1.2' as const,
      rejectUnauthorized: secure || !local || ca !== undefined,
    },
    connectionTimeout: Math.min(timeoutMs, 10_000),
    greetingTimeout: Math.min(timeoutMs, 10_000),
    dnsTimeout: Math.min(timeoutMs, 10_000),
    socketTimeout: timeoutMs,
  };
}

type SmtpFailure = Error & { code?: string; responseCode?: number };

/** 5xx means never for this message; that we may not sign in is for the operator to mend, and the mail waits. */
const isFinal = ({ code, responseCode }: SmtpFailure): boolean =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') &&
  (responseCode === undefined || (responseCode >= 500 && responseCode !== 530 && responseCode !== 535));

const failureOf = (error: SmtpFailure): MailError =>
  new MailError(
    `The mail server did not take the message (${[error.code, error.responseCode].filter(Boolean).join(' ') || 'unknown cause'}).`,
    !isFinal(error),
    error,
  );

/** Any SMTP server. Throws `SettingsError` with one sentence where the settings cannot be used. */
export function openSmtp(options: SmtpOptions): Mailer {
  const sender = readSender(options.from);
  const transport = createTransport({
    ...connectionOf(options),
    pool: true,
    // as many as the worker sends at a time (outbox.ts)
    maxConnections: 6,
    maxMessages: 100,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (message) => {
      const mail = envelopeOf(message, sender);
      let rejected: readonly unknown[];
      let reasons: readonly SmtpFailure[] | undefined;
      try {
        ({ rejected, rejectedErrors: reasons } = (await vendorCall('smtp', () =>
          transport.sendMail(mail),
        )) as {
          rejected: readonly unknown[];
          rejectedErrors?: readonly SmtpFailure[];
        });
      } catch (error) {
        throw failureOf(error as SmtpFailure);
      }
      // a server may take a message and still refuse its recipient
      if (rejected.length > 0)
        throw failureOf(Object.assign(reasons?.[0] ?? new Error('recipient refused'), { code: 'EENVELOPE' }));
    },
    close: async () => transport.close(),
  };
}
