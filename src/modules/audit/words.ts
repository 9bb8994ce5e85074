/** What entries of the log are about, as people filter them. */
export const kinds = {
  people: 'Administrators, invitations and team',
  organization: 'Organization',
  websites: 'Websites and scans',
  maturity: 'Cyber maturity',
  policies: 'Security policies',
  training: 'Training',
  plan: 'Plan and billing',
  security: 'Sign-in and security',
  support: 'Support sessions',
  log: 'Activity log',
} as const;
export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as [Kind, ...Kind[]];

/** How a table's changes are told. `{name}` is what people call the row, `{columns}` what changed of it. */
export type TableWords = {
  kind: Kind;
  insert: string;
  update: string;
  delete: string;
  /** Every column that entries may hold; null for what says nothing to people, such as ids. */
  columns: Record<string, string | null>;
};

export const tables: Record<string, TableWords> = {
  organization: {
    kind: 'organization',
    insert: 'Set up the organization {name}',
    update: 'Changed the {columns} of the organization',
    delete: 'Deleted the organization {name}',
    columns: {
      company_name: 'name',
      company_url: 'website address',
      number_of_employees: 'number of team members',
      industry: 'primary industry',
      phone: 'phone number',
      channel_id: 'channel',
      subscription_id: 'subscription id',
      plan_id: 'plan',
      subscription_status: 'subscription status',
      sign_up_date: 'sign-up date',
      subscription_date: 'subscription date',
      expiration_date: 'end of the trial',
      org_goals: 'goals',
      second_factor_required: 'second-factor rule',
    },
  },
  admin: {
    kind: 'people',
    insert: 'Added administrator {name}',
    update: 'Changed the {columns} of administrator {name}',
    delete: 'Removed administrator {name}',
    columns: { cognito_id: null, email: 'email address', first_name: 'first name', last_name: 'last name', job_title: 'job title' },
  },
  admin_invite: {
    kind: 'people',
    insert: 'Invited {name}',
    update: 'Changed the {columns} of the invitation of {name}',
    delete: 'Removed the invitation of {name} from the list',
    columns: {
      id: null,
      email: 'email address',
      first_name: 'first name',
      last_name: 'last name',
      job_title: 'job title',
      status: 'status',
      invited_by: null,
      expires_at: 'expiry',
      used_at: 'time of acceptance',
    },
  },
  website: {
    kind: 'websites',
    insert: 'Added website {name}',
    update: 'Changed the {columns} of website {name}',
    delete: 'Removed website {name}',
    columns: {
      id: null,
      name: 'name',
      url: 'address',
      scan_profile: 'scan level',
      confirmed_by: 'confirmation of the right to scan',
      confirmed_at: 'time of confirmation',
    },
  },
  website_schedule: {
    kind: 'websites',
    insert: 'Scheduled scans of {name}',
    update: 'Changed the scan schedule of {name}',
    delete: 'Removed the scan schedule of {name}',
    columns: {
      id: null,
      website_id: null,
      recurrence: 'frequency',
      first_scan: 'first scan',
      day_of_month: 'day of the month',
      week_index: 'week of the month',
      day_of_week: 'day of the week',
      next_scan: 'next scan',
    },
  },
  scan: {
    kind: 'websites',
    insert: 'Started a scan of {name}',
    update: 'Changed the {columns} of a scan of {name}',
    delete: 'Removed a scan of {name}',
    columns: { id: null, website_id: null, status: 'status', scan_profile: 'scan level', started_by: 'started by' },
  },
  maturity_assessment: {
    kind: 'maturity',
    insert: 'Began the cyber maturity assessment',
    update: 'Changed the {columns} of the cyber maturity assessment',
    delete: 'Removed the cyber maturity assessment',
    columns: { target: 'target level' },
  },
  policy_version: {
    kind: 'policies',
    insert: 'Opened a draft of the policy {name}',
    update: 'Changed the {columns} of a draft of the policy {name}',
    delete: 'Deleted a draft of the policy {name}',
    columns: {
      policy_id: null,
      version: 'version',
      name: 'name',
      status: 'status',
      mode: 'stage',
      in_force: 'in force',
      given_values: 'values',
      note: 'note about the change',
      material: 'new signatures needed',
      text_hash: 'fingerprint of the text',
      approver: 'approver',
      approver_email: 'email address of the approver',
      recorded_by: 'who recorded the approval',
      recorded_by_email: 'email address of who recorded the approval',
      approval_date: 'time of approval',
    },
  },
  policy_approval_request: {
    kind: 'policies',
    insert: 'Asked for approval of the policy {name}',
    update: 'Changed the {columns} of a request to approve the policy {name}',
    delete: 'Removed a request to approve the policy {name}',
    columns: {
      id: null,
      policy_id: null,
      version: 'version',
      policy_name: 'policy',
      approver_name: 'approver',
      approver_email: 'email address of the approver',
      sent_by: null,
      sent_by_email: null,
      sent_at: 'time of the request',
      expires_at: 'expiry',
      outcome: 'outcome',
      comment: 'comment',
      answered_at: 'time of the answer',
    },
  },
  policy_sign_off: {
    kind: 'policies',
    insert: 'Asked the team to sign the policy {name}',
    update: 'Changed the {columns} of the request to sign the policy {name}',
    delete: 'No longer asks the team to sign the policy {name}',
    columns: { policy_id: null, policy_name: 'policy' },
  },
  team_member: {
    kind: 'people',
    insert: 'Added {name} to the team',
    update: 'Changed the {columns} of {name} in the team',
    delete: 'Deleted {name} from the team',
    columns: {
      id: null,
      name: 'name',
      email: 'email address',
      given_name: 'name',
      family_name: 'name',
      department: 'department',
      signs: 'part in signing policies',
      trains: 'part in training',
      left_at: 'time of leaving',
    },
  },
  training_package: {
    kind: 'training',
    insert: 'Brought the course {name}',
    update: 'Changed the {columns} of the course {name}',
    delete: 'Deleted the course {name}',
    columns: { id: null, title: 'title', standard: 'standard', minutes: 'length', added_by: null, removed_at: 'time of removal' },
  },
  policy_company_values: {
    kind: 'policies',
    insert: 'Set what all policies say about the company',
    update: 'Changed what all policies say about the company',
    delete: 'Removed what all policies say about the company',
    columns: { given_values: 'values' },
  },
  billing_subscription: {
    kind: 'plan',
    insert: 'Subscribed to plan {name}',
    update: 'Changed the {columns} of the subscription to plan {name}',
    delete: 'Removed the subscription to plan {name}',
    columns: {
      id: null,
      price_id: 'price',
      plan_id: 'plan',
      status: 'status',
      started_at: 'begin',
      cancelled_at: 'cancellation',
      coupon_codes: 'coupons',
    },
  },
};

/** Updates that are an event of their own: told so when this column has this new value. */
export const events: { table: string; column: string; value: unknown; words: string }[] = [
  { table: 'admin_invite', column: 'status', value: 'used', words: 'The invitation of {name} was accepted' },
  { table: 'admin_invite', column: 'status', value: 'canceled', words: 'Cancelled the invitation of {name}' },
  { table: 'admin_invite', column: 'status', value: 'sent', words: 'Sent the invitation of {name} again' },
  { table: 'admin_invite', column: 'email', value: undefined, words: 'Sent the invitation to another address, {name}' },
  { table: 'admin_invite', column: 'expires_at', value: undefined, words: 'Sent the invitation of {name} again' },
  { table: 'scan', column: 'status', value: 'canceled', words: 'Cancelled a scan of {name}' },
  { table: 'policy_version', column: 'status', value: 'Active', words: 'Approved the policy {name}' },
  { table: 'policy_version', column: 'in_force', value: false, words: 'An earlier version of the policy {name} no longer holds' },
  { table: 'policy_version', column: 'mode', value: 'sent', words: 'Sent the policy {name} to its approver' },
  { table: 'policy_approval_request', column: 'outcome', value: 'approved', words: 'The policy {name} was approved as asked' },
  { table: 'policy_approval_request', column: 'outcome', value: 'returned', words: 'The policy {name} was returned with a comment' },
  { table: 'training_package', column: 'removed_at', value: undefined, words: 'Took the course {name} away' },
  { table: 'team_member', column: 'left_at', value: undefined, words: 'Removed {name} from the team' },
  { table: 'policy_approval_request', column: 'outcome', value: 'voided', words: 'Withdrew the request to approve the policy {name}' },
  { table: 'organization', column: 'second_factor_required', value: true, words: 'Now demands a second factor of every administrator' },
  {
    table: 'organization',
    column: 'second_factor_required',
    value: false,
    words: 'No longer demands a second factor of every administrator',
  },
];

/** What is done without changing a row, by the name that `recordAct` gets. */
export const acts: Record<string, { kind: Kind; words: string }> = {
  'activity-exported': { kind: 'log', words: 'Exported the activity log' },
  'plan-bought': { kind: 'plan', words: 'Bought plan {name}' },
  'plan-upgraded': { kind: 'plan', words: 'Changed to plan {name}' },
  'subscription-cancelled': { kind: 'plan', words: 'Cancelled the subscription to its end' },
  'subscription-resumed': { kind: 'plan', words: 'Took the cancellation of the subscription back' },
  'second-factor-on': { kind: 'security', words: 'Switched on a second factor' },
  'second-factor-off': { kind: 'security', words: 'Switched the second factor off' },
  'second-factor-app-replaced': { kind: 'security', words: 'Changed to another authenticator app' },
  'second-factor-reset': { kind: 'security', words: 'Reset the second factor of {name}' },
  'second-factor-reset-by-operator': { kind: 'security', words: 'Reset the second factor of {name}, as an operator of the portal asked' },
  'recovery-code-used': { kind: 'security', words: 'Removed the second factor with a recovery code' },
  'recovery-codes-renewed': { kind: 'security', words: 'Made new recovery codes' },
  'support-session-begun': { kind: 'support', words: 'Began a support session' },
  'support-session-ended': { kind: 'support', words: 'Ended a support session' },
  'policies-downloaded': { kind: 'policies', words: 'Downloaded all policies as PDF' },
  'assessment-answered': { kind: 'maturity', words: 'Answered {name}' },
  'assessment-answer-removed': { kind: 'maturity', words: 'Took back the answer to {name}' },
  'assessment-cleared': { kind: 'maturity', words: 'Took back all {name} answers of the cyber maturity assessment' },
  'assessment-reconfirmed': {
    kind: 'maturity',
    words: 'Confirmed the answers of the cyber maturity assessment after its questions changed',
  },
  'assessment-task-planned': { kind: 'maturity', words: 'Planned {name}' },
  'assessment-task-done': { kind: 'maturity', words: 'Marked as done: {name}' },
  'policy-approved-by-link': { kind: 'policies', words: 'Approved by the link of a mail: {name}' },
  'policy-returned-by-link': { kind: 'policies', words: 'Returned by the link of a mail: {name}' },
  'signers-reminded': { kind: 'policies', words: 'Reminded {name} to sign policies' },
  'signatures-exported': { kind: 'policies', words: 'Exported the signatures' },
  reset: { kind: 'organization', words: 'Reset what was entered for a test' },
};

/** Values that are codes, in words, by column. */
export const valueWords: Record<string, Record<string, string>> = {
  subscription_status: { INTRIAL: 'In trial', ACTIVE: 'Active' },
  recurrence: { d: 'Daily', w: 'Weekly', m: 'Monthly', q: 'Quarterly' },
  status: { sent: 'Waiting', used: 'Accepted', canceled: 'Cancelled', cancelled: 'Cancelled', started: 'Running', 'past-due': 'Past due' },
  scan_profile: { safe: 'Safe', lightning: 'Lightning', normal: 'Normal', full: 'Full', log4shell: 'Log4j Only' },
  mode: { customize: 'Being written', sent: 'Sent to its approver' },
  outcome: { waiting: 'Waiting', approved: 'Approved', returned: 'Returned', voided: 'Withdrawn' },
  started_by: { schedule: 'The schedule', administrator: 'An administrator' },
  day_of_week: { 1: 'Monday', 2: 'Tuesday', 3: 'Wednesday', 4: 'Thursday', 5: 'Friday', 6: 'Saturday', 7: 'Sunday' },
};

/** Parts of the goals, which are kept as one value. */
export const goalWords: Record<string, string> = {
  meetContractualObligations: 'Meet contractual obligations',
  meetRegulatoryRequirements: 'Meet regulatory requirements',
  proactivelyProtectMyOrganization: 'Proactively protect my organization',
  learnMoreAboutCyberSecurity: 'Learn more about cyber security',
  hasOtherGoals: 'Other',
};
