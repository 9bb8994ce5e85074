/** Values that are codes, in words, by column. */
export const valueWords: Record<string, Record<string, string>> = {
  subscription_status: { INTRIAL: 'In trial', ACTIVE: 'Active' },
  recurrence: { d: 'Daily', w: 'Weekly', m: 'Monthly', q: 'Quarterly' },
  status: {
    sent: 'Waiting',
    used: 'Accepted',
    canceled: 'Cancelled',
    cancelled: 'Cancelled',
    started: 'Running',
    'past-due': 'Past due',
  },
  source: { rating: 'The rating', scan: 'A scan', assessment: 'The assessment', staff: 'The experts' },
  state: { waiting: 'Waiting for the experts', answered: 'Answered', closed: 'Closed' },
  scan_profile: {
    safe: 'Safe',
    lightning: 'Lightning',
    normal: 'Normal',
    full: 'Full',
    log4shell: 'Log4j Only',
    sandbox_lightning: 'Sandbox Lightning',
    sandbox_normal: 'Sandbox Normal',
  },
  sign_in_kind: { form: 'A sign-in page', bearer: 'A bearer token', header: 'A header', cookie: 'A cookie' },
  mode: { customize: 'Being written', sent: 'Sent to its approver' },
  outcome: { waiting: 'Waiting', approved: 'Approved', returned: 'Returned', voided: 'Withdrawn' },
  audience: { customer: 'A customer', broker: 'A broker', insurer: 'An insurer' },
  started_by: { schedule: 'The schedule', administrator: 'An administrator' },
  day_of_week: {
    1: 'Monday',
    2: 'Tuesday',
    3: 'Wednesday',
    4: 'Thursday',
    5: 'Friday',
    6: 'Saturday',
    7: 'Sunday',
  },
};

/** Parts of the goals, which are kept as one value. */
export const goalWords: Record<string, string> = {
  meetContractualObligations: 'Meet contractual obligations',
  meetRegulatoryRequirements: 'Meet regulatory requirements',
  proactivelyProtectMyOrganization: 'Proactively protect my organization',
  learnMoreAboutCyberSecurity: 'Learn more about cyber security',
  hasOtherGoals: 'Other',
};
