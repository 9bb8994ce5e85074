// What an export leaves out, and why. checks/tenancy/exports.test.ts compares both lists with the database.

/** Tables of organizations that are in no export. */
export const tablesLeftOut: Readonly<Record<string, string>> = {
  checkout_page:
    'pages of the billing provider that wait for a payment; their id is all that it takes to pay',
  idempotency_key: 'answers kept for a day, so that a repeated call does nothing twice',
  third_party_report: 'what recipients reported about the company, which is told to staff alone',
  weakness_candidate: 'drafts of our experts; what they report is in weakness',
};

/** Columns that open something, or that are keyed hashes of something: never in an export. */
export const columnsLeftOut: Readonly<Record<string, readonly string[]>> = {
  admin_invite: ['link_hash'],
  organization_closing: ['ended_subscription'],
  scan: ['handle'],
  third_party_email: ['recipient'],
  website_scan_setting: ['sign_in_sealed'],
};
