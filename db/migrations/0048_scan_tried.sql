-- How often a scan tried each rule, and which rules it did not test and why; null for scans that were kept before.
alter table scan
  add column tried jsonb,
  add column not_tested jsonb;

-- like the passed checks, they are part of the report and not of the activity log
drop trigger record_change on scan;
call audit_table('scan', 'website_id', 'requested_by,canceled_by,started_at,begun_at,completed_at,tries,beat_at,percent,activity,requests,pages,handle,failure_code,failure_reason,highs,mediums,lows,new_issues,open_issues,reopened_issues,fixed_issues,passed,coverage,engine,asked_profile,held_back,proved_by,decided_issues,tried,not_tested');
