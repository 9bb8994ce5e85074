-- That a website is the organisation's own, which scans that allows, and how they are to go about it.

-- What a scan found when it looked for the proof. Websites below a domain that is proved for the rating need none.
create table website_proof (
  org_id uuid not null,
  website_id uuid not null,
  -- when it was found first, and when last
  proved_at timestamptz not null,
  proved_by text not null check (proved_by in ('dns', 'file', 'meta')),
  seen_at timestamptz not null,
  -- how often in a row it could not be looked for
  misses smallint not null default 0 check (misses >= 0),
  primary key (org_id, website_id),
  foreign key (org_id, website_id) references website on delete cascade
);
call protect_tenant_table('website_proof');
call tell_tenant_changes('website_proof');

create table website_scan_setting (
  org_id uuid not null,
  website_id uuid not null,
  sign_in_kind text check (sign_in_kind in ('form', 'bearer', 'header', 'cookie')),
  -- of a form: its page and the user name; of a header: its name. What is secret is in the sealed text alone.
  sign_in_url text,
  sign_in_user text,
  sign_in_header text,
  sign_in_sealed text,
  sign_in_set_at timestamptz,
  -- paths that are left alone with everything below them
  exclude text[] not null default '{}' check (cardinality(exclude) <= 50),
  -- [{ days, from, to }] in Pacific time
  quiet_hours jsonb not null default '[]' check (jsonb_array_length(quiet_hours) <= 10),
  updated_at timestamptz not null,
  primary key (org_id, website_id),
  foreign key (org_id, website_id) references website on delete cascade,
  check ((sign_in_kind is null) = (sign_in_sealed is null) and (sign_in_kind is null) = (sign_in_set_at is null))
);
call protect_tenant_table('website_scan_setting');
call audit_table('website_scan_setting', 'website_id', 'sign_in_sealed,updated_at');
call tell_tenant_changes('website_scan_setting');

-- who agreed that scans send forms, and when
alter table website add column forms_confirmed_by text, add column forms_confirmed_at timestamptz,
  add check ((forms_confirmed_by is null) = (forms_confirmed_at is null));

-- a due scan that waits for the end of quiet hours
alter table website_schedule add column held_until timestamptz;
drop trigger record_change on website_schedule;
call audit_table('website_schedule', 'website_id', 'updated_at,held_until');

-- The level that was asked for, where a scan runs at a lower one, and why; and what showed that the website may be scanned.
alter table scan add column asked_profile text, add column held_back text check (held_back in ('proof', 'forms')),
  add column proved_by text check (proved_by in ('dns', 'file', 'meta', 'domain', 'operator')),
  add check ((asked_profile is null) = (held_back is null));
drop trigger record_change on scan;
call audit_table('scan', 'website_id', 'requested_by,canceled_by,started_at,begun_at,completed_at,tries,beat_at,percent,activity,requests,pages,handle,failure_code,failure_reason,highs,mediums,lows,new_issues,open_issues,reopened_issues,fixed_issues,passed,coverage,engine,asked_profile,held_back,proved_by');

create or replace function due_website_schedules(at timestamptz, at_most integer) returns table (org_id uuid, website_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select s.org_id, s.website_id from website_schedule s
   where s.next_scan <= at and (s.held_until is null or s.held_until <= at) order by s.next_scan limit at_most $$;
