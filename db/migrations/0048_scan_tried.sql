-- How often a scan tried each rule, and which rules it did not test and why; null for scans that were kept before.
alter table scan
  add column tried jsonb,
  add column not_tested jsonb;
