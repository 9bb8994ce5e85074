/** Columns whose names look like secrets and that are none, and what they are. */
export const reviewedColumns: Readonly<Record<string, string>> = {
  'data_export.fingerprint': 'SHA-256 of an export, for telling a forged one',
  'evidence_pack.code': 'the number printed on the pack',
  'evidence_pack.fingerprint': 'SHA-256 of a pack, for telling a forged one',
  'notification_held.key': 'what is told',
  'notification_sent.key': 'what was told',
  'policy_signature.text_hash': 'SHA-256 of the text that was signed',
  'policy_version.name_key': 'the name in small letters, for finding it',
  'policy_version.text_hash': 'SHA-256 of the approved text',
  'rating_finding.key': 'which finding it is',
  'scan.failure_code': 'why a scan failed',
  'rating_run.failure_code': 'why a rating failed',
  'team_member.email_key': 'the address in small letters, for finding it',
  'trainee.department_key': 'the department in small letters, for sorting',
  'trainee.email_key': 'the address in small letters, for finding it',
  'trainee.name_key': 'the name in small letters, for sorting',
  'trainee.search_key': 'what the search looks through',
  'training_certificate.code': 'the number printed on the certificate',
  'website.name_key': 'the name in small letters, for finding it',
  'website.url_key': 'the address without its scheme, for finding it',
};

/** Names of columns that may hold a secret. */
export const looksSecret =
  /seal|hash|secret|token|passw|cookie|credential|fingerprint|recipient|handle|(?:^|_)(?:key|code|pin)$/;
