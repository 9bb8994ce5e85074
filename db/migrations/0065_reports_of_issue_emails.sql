-- Emails that bring a developer to an issue can be reported as well.
alter table third_party_report drop constraint third_party_report_about_check,
  add constraint third_party_report_about_check check (about in ('signing', 'training', 'approval', 'invitation', 'issue'));
