import type { FastifyInstance } from 'fastify';
import {
  deliverCode,
  endStrandedFactor,
  guessableWords,
  identityEvents,
} from '#modules/accounts/server/public.ts';
import { catalogOf } from '#modules/catalog/server/public.ts';
import { mayUseCoupon, queueBillingNotice } from '#modules/plans/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Jobs } from '#platform/server/jobs/jobs.ts';
import type { Logger } from '#platform/server/log/log.ts';
import { isInsideAddress } from '#platform/server/http/networks.ts';
import type { Providers } from '#platform/server/providers.ts';
import type { Secrets } from '#platform/server/secrets/secrets.ts';
import { deleteSessionsOf } from '#platform/server/session.ts';
import type { Settings } from '#platform/server/settings/settings.ts';
import { openChargebee } from '#providers/billing/chargebee/chargebee.ts';
import { openSandbox } from '#providers/billing/embedded/sandbox.ts';
import { openFolder } from '#providers/files/embedded/folder.ts';
import type { Files } from '#providers/files/port.ts';
import { openS3 } from '#providers/files/s3/s3.ts';
import { openCognitoIdentity } from '#providers/identity/cognito/identity.ts';
import { openEmbeddedIdentity } from '#providers/identity/embedded/identity.ts';
import { registerUserPool } from '#providers/identity/embedded/routes.ts';
import type { AdmitSignUp } from '#providers/identity/port.ts';
import { openMailbox } from '#providers/mail/embedded/mailbox.ts';
import { registerMailbox } from '#providers/mail/embedded/viewer.ts';
import { openSmtp } from '#providers/mail/smtp/smtp.ts';
import { openOwnTable } from '#providers/marketing/embedded/ownTable.store.ts';
import { openHeap } from '#providers/marketing/heap/heap.ts';
import { openHubspot } from '#providers/marketing/hubspot/hubspot.ts';
import type { Marketing } from '#providers/marketing/port.ts';
import { openBitsight } from '#providers/ratings/bitsight/ratings.ts';
import { embeddedRatings } from '#providers/ratings/embedded/ratings.ts';
import { openProbely } from '#providers/scanner/probely/scanner.ts';
import { embeddedScanner } from '#providers/scanner/embedded/scanner.ts';
import { openCaptcha } from './captcha.ts';

export type OpenedProviders = {
  providers: Providers;
  /** Adds the routes that embedded providers serve. */
  register: (app: FastifyInstance) => Promise<void>;
  /** Where mails can be read, when they are kept instead of sent. */
  mailboxAddress: string | null;
  close: () => Promise<void>;
};

export type ProviderParts = {
  settings: Settings;
  secrets: Secrets;
  database: Database;
  queue: Jobs;
  log: Logger;
  now: () => Date;
};

/** The user pool: AWS where it is configured, else our own. */
async function openIdentity(
  { settings, secrets, database, queue, log, now }: ProviderParts,
  admitSignUp: AdmitSignUp,
) {
  if (settings.cognito) {
    const onSignedOutEverywhere = (cognitoId: string) => deleteSessionsOf(database.global, cognitoId);
    return {
      identity: openCognitoIdentity({
        ...settings.cognito,
        now,
        onSignedOutEverywhere,
        guessableWords: guessableWords(settings, database),
      }),
      register: null,
    };
  }
  const pool = await openEmbeddedIdentity({
    db: database.global,
    secrets,
    now,
    log,
    publicUrl: settings.publicUrl,
    deliverCode: (db, delivery) => deliverCode({ settings, secrets, jobs: queue }, db, delivery),
    onSignedOutEverywhere: (cognitoId, db) => deleteSessionsOf(db, cognitoId),
    endsFactorOnReset: (cognitoId, db) => endStrandedFactor(db, cognitoId),
    admitSignUp,
    events: identityEvents({ global: database.global, jobs: queue, now }),
    guessableWords: guessableWords(settings, database),
  });
  return { identity: pool, register: (app: FastifyInstance) => registerUserPool(app, pool) };
}

/**
 * Mail: SMTP where it is configured, else kept in the data folder. Mails open accounts, so they are readable at /mailbox
 * only outside production and where the portal has no public address.
 */
function openMail({ settings, log, now }: ProviderParts) {
  if (settings.smtpUrl && settings.mailFrom)
    return { mail: openSmtp({ url: settings.smtpUrl, from: settings.mailFrom }), register: null };
  const mailbox = openMailbox({
    dataDir: settings.dataDir,
    now,
    ...(settings.mailFrom ? { from: settings.mailFrom } : {}),
  });
  const isShown = !settings.production && isInsideAddress(settings.publicUrl);
  if (!isShown)
    log.warn(
      'Mails are kept in the data folder and shown nowhere: set SMTP_URL and MAIL_FROM to have them sent.',
    );
  return {
    mail: mailbox,
    register: !isShown
      ? null
      : async (app: FastifyInstance) => registerMailbox(app, mailbox, { publicUrl: settings.publicUrl }),
  };
}

/** Billing: Chargebee where it is configured, else a sandbox that charges nobody. */
export function openBilling({ settings, secrets, database, queue, log, now }: ProviderParts) {
  if (settings.chargebee)
    return { billing: openChargebee({ ...settings.chargebee, now, log }), register: async () => {} };
  if (settings.production)
    log.warn(
      'Plans are sold by the built-in sandbox: anybody gets any plan with a test card. Set CHARGEBEE_* to be paid (docs/billing.md).',
    );
  const sandbox = openSandbox({
    db: database.global,
    secrets,
    now,
    log,
    publicUrl: settings.publicUrl,
    catalog: () => goodsOf(settings),
    mayUseCoupon: (orgId, priceId, code) =>
      database.inOrg(orgId, (db) =>
        mayUseCoupon(db, catalogOf(settings), { orgId, priceId, code, now: now() }),
      ),
    deliverEvent: (db, body) => queueBillingNotice(queue, db, body),
  });
  return { billing: sandbox, register: (app: FastifyInstance) => sandbox.register(app) };
}

/** What the catalogue sells, as a billing provider lists it. */
function goodsOf(settings: Settings) {
  const { plans, coupons } = catalogOf(settings);
  return {
    prices: [...plans.values()].flatMap(({ chargebeePlanId, planName, planPrice }) =>
      chargebeePlanId ? [{ priceId: chargebeePlanId, name: planName, cents: planPrice }] : [],
    ),
    coupons: [...coupons.values()].map((coupon) => ({
      code: coupon.couponCode,
      percent: coupon.discountType === 'percentage' ? coupon.discountPercentage : null,
      cents: coupon.discountType === 'fixed_amount' ? coupon.discountAmount : null,
      months: coupon.months ?? null,
    })),
  };
}

/** Files: S3 or a store that speaks like it where it is configured, else the data folder. */
export const openFiles = ({
  settings,
  database,
  now,
}: Pick<ProviderParts, 'settings' | 'database' | 'now'>): Files =>
  settings.s3 ? openS3(settings.s3) : openFolder({ db: database.global, dataDir: settings.dataDir, now });

/** Marketing and analytics: HubSpot for leads and Heap for steps of use where they are configured, else the portal's own table. */
export function openMarketing({
  settings,
  database,
}: Pick<ProviderParts, 'settings' | 'database'>): Marketing {
  const own = openOwnTable(database.global);
  return {
    leadsGoOutside: settings.hubspot !== undefined,
    eventsGoOutside: settings.heapAppId !== undefined,
    lead: settings.hubspot ? openHubspot(settings.hubspot).lead : own.lead,
    event: settings.heapAppId
      ? openHeap({ appId: settings.heapAppId, endpoint: settings.heapEndpoint }).event
      : own.event,
  };
}

/** Chooses, once and from the environment, which implementation is behind each port. */
export async function openProviders(parts: ProviderParts): Promise<OpenedProviders> {
  const { settings } = parts;
  const { captcha, admitSignUp } = openCaptcha(parts);
  const [{ identity, register: registerPool }, { mail, register: registerMail }] = [
    await openIdentity(parts, admitSignUp),
    openMail(parts),
  ];
  const { billing, register: registerBilling } = openBilling(parts);
  const contactUrl = settings.scan.contactUrl ?? `${settings.publicUrl}/scanner`;
  const scanner = embeddedScanner({
    contactUrl,
    perSecond: settings.scan.perSecond,
    perSecondLocal: settings.scan.perSecondLocal,
    useBrowser: settings.scan.useBrowser,
    callbacks: settings.scan.callbacks,
    onTrouble: (message, error) => parts.log.warn({ err: error }, message),
    onConfinement: (summary) => parts.log.info(summary),
  });
  return {
    providers: {
      identity,
      mail,
      scanner: settings.probely ? openProbely(settings.probely) : scanner,
      ratings: settings.bitsight
        ? openBitsight(settings.bitsight)
        : embeddedRatings({ contactUrl, feeds: settings.ratingsFeeds }),
      billing,
      files: openFiles(parts),
      marketing: openMarketing(parts),
      captcha,
    },
    register: async (app) => {
      await registerPool?.(app);
      await registerMail?.(app);
      await registerBilling(app);
    },
    mailboxAddress: registerMail ? `${settings.publicUrl}/mailbox` : null,
    close: () => mail.close(),
  };
}
