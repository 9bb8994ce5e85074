import type { TableWords } from './words.ts';

/** How changes of websites, their scans and how these go are told. */
export const websiteTables: Record<string, TableWords> = {
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
      consent_terms: 'terms that it is scanned under',
      consent_terms_accepted_at: 'time the terms were accepted',
      forms_confirmed_by: 'confirmation that forms are sent',
      forms_confirmed_at: 'time of the confirmation that forms are sent',
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
  website_scan_setting: {
    kind: 'websites',
    insert: 'Set how {name} is scanned',
    update: 'Changed the {columns} of the scans of {name}',
    delete: 'Removed how {name} is scanned',
    columns: {
      website_id: null,
      sign_in_kind: 'kind of sign-in',
      sign_in_url: 'sign-in page',
      sign_in_user: 'user name',
      sign_in_header: 'sign-in header',
      sign_in_set_at: 'sign-in',
      exclude: 'paths left alone',
      quiet_hours: 'quiet hours',
    },
  },
  scan: {
    kind: 'websites',
    insert: 'Started a scan of {name}',
    update: 'Changed the {columns} of a scan of {name}',
    delete: 'Removed a scan of {name}',
    columns: {
      id: null,
      website_id: null,
      status: 'status',
      scan_profile: 'scan level',
      started_by: 'started by',
    },
  },
};
