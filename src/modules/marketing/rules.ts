/** platform.md 7: the steps of use that are told. */
export const eventNames = ['Viewed Scanning Home', 'Viewed Onboard Form'] as const;
export type EventName = (typeof eventNames)[number];

/** What a lead may say about a person beside the address. */
export const leadFieldNames = [
  'email',
  'firstname',
  'lastname',
  'jobtitle',
  'company',
  'industry',
  'numemployees',
  'website',
  'channel',
  'plan',
] as const;
export type LeadFieldName = (typeof leadFieldNames)[number];

/** platform.md 9: the same in every lead. */
export const fixedLeadFields = {
  form_name: 'CyberSafety Trial v1',
  lead_source: 'Website',
  promotions_opt_in: 'true',
} as const;
