import type { Variables } from './settings.variables.ts';

const cognitoOf = (v: Variables) =>
  v.COGNITO_USER_POOL_ID && v.COGNITO_CLIENT_ID && v.COGNITO_REGION
    ? {
        userPoolId: v.COGNITO_USER_POOL_ID,
        clientId: v.COGNITO_CLIENT_ID,
        region: v.COGNITO_REGION,
        endpoint: v.COGNITO_ENDPOINT,
      }
    : undefined;

const chargebeeOf = (v: Variables) =>
  v.CHARGEBEE_SITE && v.CHARGEBEE_API_KEY && v.CHARGEBEE_WEBHOOK_USER && v.CHARGEBEE_WEBHOOK_PASSWORD
    ? {
        site: v.CHARGEBEE_SITE,
        apiKey: v.CHARGEBEE_API_KEY,
        publishableKey: v.CHARGEBEE_PUBLISHABLE_KEY,
        /** Another address than Chargebee's own, for a proxy or a test. */
        endpoint: v.CHARGEBEE_ENDPOINT,
        webhookUser: v.CHARGEBEE_WEBHOOK_USER,
        webhookPassword: v.CHARGEBEE_WEBHOOK_PASSWORD,
      }
    : undefined;

const recaptchaOf = (v: Variables) =>
  v.RECAPTCHA_SITE_KEY && v.RECAPTCHA_SECRET
    ? { siteKey: v.RECAPTCHA_SITE_KEY, secret: v.RECAPTCHA_SECRET, endpoint: v.RECAPTCHA_ENDPOINT }
    : undefined;

const s3Of = (v: Variables) =>
  v.S3_BUCKET
    ? {
        bucket: v.S3_BUCKET,
        region: v.S3_REGION,
        endpoint: v.S3_ENDPOINT,
        credentials:
          v.S3_ACCESS_KEY_ID && v.S3_SECRET_ACCESS_KEY
            ? { accessKeyId: v.S3_ACCESS_KEY_ID, secretAccessKey: v.S3_SECRET_ACCESS_KEY }
            : undefined,
        /** Before every key: empty or ending with a slash. */
        prefix: v.S3_PREFIX,
      }
    : undefined;

const hubspotOf = (v: Variables) =>
  v.HUBSPOT_PORTAL_ID && v.HUBSPOT_FORM_ID
    ? { portalId: v.HUBSPOT_PORTAL_ID, formId: v.HUBSPOT_FORM_ID, endpoint: v.HUBSPOT_ENDPOINT }
    : undefined;

/**
 * The outside systems that take the place of our own, each where it is configured: without Chargebee the
 * sandbox, which charges no one; without S3 the data folder; without BitSight our own estimate.
 */
export const vendorSettings = (v: Variables) => ({
  cognito: cognitoOf(v),
  chargebee: chargebeeOf(v),
  recaptcha: recaptchaOf(v),
  s3: s3Of(v),
  hubspot: hubspotOf(v),
  probely: v.PROBELY_API_KEY ? { apiKey: v.PROBELY_API_KEY, endpoint: v.PROBELY_ENDPOINT } : undefined,
  bitsight: v.BITSIGHT_TOKEN ? { token: v.BITSIGHT_TOKEN, endpoint: v.BITSIGHT_ENDPOINT } : undefined,
});
