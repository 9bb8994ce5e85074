-- A website that was added by a call without a confirmation of its own is scanned under the terms that the account accepted:
-- which terms, and when they were accepted. Both are null where a person confirmed this website itself.
alter table website
  add column consent_terms text check (length(consent_terms) between 1 and 2000),
  add column consent_terms_accepted_at timestamptz,
  add check ((consent_terms is null) = (consent_terms_accepted_at is null));
