-- Cyber concierge: letters from the experts, weaknesses that they watch, and conversations with them.

-- Letters, written by staff. One table for all organizations: who reads one is decided by `concierge_is_for` alone, and a
-- message to organizations names them. The letters that come with the product are in content/concierge; a row with the id
-- of one of those replaces it. Only the newest version is here.
create table concierge_message (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,59}$'),
  version integer not null check (version > 0),
  status text not null check (status in ('draft', 'published', 'withdrawn')),
  title text not null check (length(title) between 1 and 160),
  summary text not null check (length(summary) <= 400),
  -- formatted text as a tree (platform/richText.ts)
  body jsonb not null,
  severity text check (severity in ('Critical', 'High', 'Medium', 'Low', 'Info')),
  category text not null check (category in ('welcome', 'advisory', 'warning', 'guidance', 'reminder', 'news')),
  minutes smallint check (minutes between 1 and 600),
  published_on timestamptz,
  expires_on timestamptz,
  -- for those who sign up later it is dated on that day
  on_arrival boolean not null default false,
  audience_kind text not null check (audience_kind in ('all', 'brand', 'industry', 'plan', 'organization')),
  audience_values text[] not null,
  -- within this brand alone, whatever the kind
  brand_id text,
  actions jsonb not null default '[]',
  -- administrators get it by email, and when that was sent
  mail boolean not null default false,
  mailed_at timestamptz,
  created_at timestamptz not null,
  edited_by text not null,
  edited_at timestamptz not null,
  check ((status = 'published') <= (published_on is not null)),
  check (expires_on is null or published_on is null or expires_on > published_on),
  check ((audience_kind = 'all') = (cardinality(audience_values) = 0))
);
create index concierge_message_out on concierge_message (published_on desc) where status = 'published';
create index concierge_message_to_mail on concierge_message (published_on) where status = 'published' and mail and mailed_at is null;

-- Every version that there was, the newest included.
create table concierge_message_version (
  id text not null,
  version integer not null,
  document jsonb not null,
  edited_by text not null,
  edited_at timestamptz not null,
  primary key (id, version)
);
revoke update, delete, truncate on concierge_message_version from portal_app;

-- Whether a message is for an organization; rules.ts says the same (isFor), and a test holds the two together.
create function concierge_is_for(kind text, vals text[], within_brand text, org uuid, brand text, industry text, plan text) returns boolean
  language sql immutable parallel safe as $$
  select (within_brand is null or within_brand = brand) and case kind
    when 'all' then true
    when 'brand' then brand = any (vals)
    when 'industry' then industry = any (vals)
    when 'plan' then plan = any (vals)
    when 'organization' then org::text = any (vals)
    else false end
$$;

-- What a person has read: a message, or a conversation up to an entry.
create table concierge_read (
  org_id uuid not null references organization on delete cascade,
  cognito_id text not null,
  kind text not null check (kind in ('message', 'thread')),
  id text not null check (length(id) <= 60),
  read_at timestamptz not null,
  -- of a conversation: its last entry that was seen
  entry bigint not null default 0,
  primary key (org_id, cognito_id, kind, id)
);
create index concierge_read_of_message on concierge_read (id) where kind = 'message';
call protect_tenant_table('concierge_read');

-- What the experts, or the portal on their behalf, found and keep an eye on. Its status is never the customer's to change.
create table weakness (
  org_id uuid not null references organization on delete cascade,
  id uuid not null,
  -- a type of content/concierge/v1/weaknesses.yaml, or staff
  type text not null check (length(type) between 1 and 60),
  title text not null check (length(title) between 1 and 160),
  severity text not null check (severity in ('Critical', 'High', 'Medium', 'Low', 'Info')),
  severity_rank smallint not null generated always as (case severity when 'Critical' then 1 when 'High' then 2 when 'Medium' then 3 when 'Low' then 4 else 5 end) stored,
  status text not null check (status in ('Open', 'Resolved', 'Not Relevant', 'No Status')),
  status_rank smallint not null generated always as (case status when 'Open' then 1 when 'Resolved' then 2 when 'Not Relevant' then 3 else 4 end) stored,
  reported_on timestamptz not null,
  status_updated_on timestamptz not null,
  -- formatted text as a tree
  body jsonb not null,
  source text not null check (source in ('rating', 'scan', 'assessment', 'staff')),
  asset text not null default '' check (length(asset) <= 300),
  evidence text not null default '' check (length(evidence) <= 2000),
  -- counts up with each change, so that of two writes at once one is refused
  version integer not null default 1,
  primary key (org_id, id)
);
create index weakness_by_status on weakness (org_id, status_rank, severity_rank, reported_on desc);
-- one a type and asset, however often it comes back
create unique index weakness_of_type on weakness (org_id, type, asset) where type <> 'staff';
call protect_tenant_table('weakness');
call audit_table('weakness', 'title', 'severity_rank,status_rank,reported_on,status_updated_on,body,evidence,version,type', true);

-- What became of a weakness. Only ever added to.
create table weakness_event (
  org_id uuid not null,
  weakness_id uuid not null,
  id bigint generated always as identity,
  at timestamptz not null,
  act text not null check (act in ('published', 'status', 'edited', 'reopened', 'resolved', 'check-asked')),
  status text not null,
  note text not null default '' check (length(note) <= 1000),
  -- a name; empty for the portal itself
  by_name text not null default '',
  by_staff boolean not null default false,
  primary key (org_id, weakness_id, id),
  foreign key (org_id, weakness_id) references weakness on delete cascade
);
call protect_tenant_table('weakness_event');
revoke update on weakness_event from portal_app;

-- What ratings, scans and the assessment propose: seen by staff alone until it is published.
create table weakness_candidate (
  org_id uuid not null references organization on delete cascade,
  type text not null check (length(type) between 1 and 60),
  asset text not null check (length(asset) <= 300),
  state text not null check (state in ('proposed', 'published', 'dismissed')),
  -- the last measurement that looked still saw it
  present boolean not null,
  severity text not null check (severity in ('Critical', 'High', 'Medium', 'Low', 'Info')),
  title text not null check (length(title) between 1 and 160),
  source text not null check (source in ('rating', 'scan', 'assessment')),
  fact text not null default '' check (length(fact) <= 200),
  evidence text not null default '' check (length(evidence) <= 2000),
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  gone_at timestamptz,
  weakness_id uuid,
  decided_by text not null default '',
  decided_at timestamptz,
  note text not null default '' check (length(note) <= 1000),
  primary key (org_id, type, asset),
  foreign key (org_id, weakness_id) references weakness on delete set null (weakness_id)
);
create index weakness_candidate_open on weakness_candidate (last_seen desc) where state = 'proposed' and present;
call protect_tenant_table('weakness_candidate');

-- A conversation with the experts.
create table concierge_thread (
  org_id uuid not null references organization on delete cascade,
  id uuid not null,
  subject text not null check (length(subject) between 1 and 160),
  state text not null check (state in ('waiting', 'answered', 'closed')),
  -- what it is about, as the screen described it (entities.ts: questionContext)
  context jsonb,
  -- it belongs to this message or weakness, each of which has one
  message_id text,
  weakness_id uuid,
  opened_by text not null,
  opened_by_name text not null,
  opened_at timestamptz not null,
  last_entry_at timestamptz not null,
  last_from text not null check (last_from in ('customer', 'staff')),
  entries integer not null,
  last_staff_entry bigint not null default 0,
  last_customer_entry bigint not null default 0,
  -- the last entry of the customer that a member of staff has seen
  staff_seen_entry bigint not null default 0,
  -- the member of staff who takes care of it
  assigned_to uuid,
  assigned_name text not null default '',
  -- the text of its last entry as one line
  excerpt text not null default '' check (length(excerpt) <= 300),
  primary key (org_id, id),
  foreign key (org_id, weakness_id) references weakness on delete cascade
);
create unique index concierge_thread_of_message on concierge_thread (org_id, message_id) where message_id is not null;
create unique index concierge_thread_of_weakness on concierge_thread (org_id, weakness_id) where weakness_id is not null;
create index concierge_thread_by_time on concierge_thread (org_id, last_entry_at desc, id);
create index concierge_thread_waiting on concierge_thread (last_entry_at) where state = 'waiting';
call protect_tenant_table('concierge_thread');
-- that somebody began, went on or ended; the words are in the conversation itself
call audit_table('concierge_thread', 'subject', 'context,message_id,weakness_id,opened_by,opened_by_name,opened_at,last_entry_at,last_from,entries,last_staff_entry,last_customer_entry,staff_seen_entry,assigned_to,assigned_name,excerpt');

create table concierge_entry (
  org_id uuid not null,
  thread_id uuid not null,
  id bigint generated always as identity,
  at timestamptz not null,
  from_side text not null check (from_side in ('customer', 'staff')),
  -- the person of the user pool, or the member of staff
  author_id text not null,
  author_name text not null,
  body jsonb not null,
  kind text not null check (kind in ('text', 'check', 'closed')),
  primary key (org_id, thread_id, id),
  foreign key (org_id, thread_id) references concierge_thread on delete cascade
);
create index concierge_entry_by_time on concierge_entry (org_id, at) where from_side = 'customer';
call protect_tenant_table('concierge_entry');
revoke update on concierge_entry from portal_app;

-- Organizations that a message may be for, in order, after the one given; `channels` null is every one. What depends on a
-- brand or on the plan as the catalog reads it is decided by the program.
create function organizations_for_letter(channels text[], industries text[], orgs uuid[], after_org uuid, at_most integer)
returns table (org_id uuid, channel_id text, industry text, plan_id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.org_id, o.channel_id, o.industry, o.plan_id from organization o
  where o.org_id > after_org
    and (channels is null or o.channel_id = any (channels))
    and (industries is null or o.industry = any (industries))
    and (orgs is null or o.org_id = any (orgs))
  order by o.org_id limit at_most
$$;

-- Organizations in which something was measured since then, or all of them (null), in order, after the one given; ids and
-- nothing else: the round that looks for weaknesses goes through them.
create function organizations_to_watch(since timestamptz, after_org uuid, at_most integer) returns table (org_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.org_id from organization o
  where o.org_id > after_org and (since is null
    or exists (select from scan s where s.org_id = o.org_id and s.status = 'completed' and s.completed_at >= since)
    or exists (select from rating_run r where r.org_id = o.org_id and r.state = 'done' and r.finished_at >= since))
  order by o.org_id limit at_most
$$;

-- What the desk of the staff reads of letters, weaknesses and conversations: `channels` null is every channel, pages and counts are
-- worked out here.

-- How many organizations and people there are of each kind that decides who reads a letter. Counts alone.
create function letter_audience_groups(channels text[]) returns table (channel_id text, industry text, plan_id text, organizations integer, people integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.channel_id, o.industry, o.plan_id, count(*)::int, coalesce(sum(a.people), 0)::int
  from organization o left join (select org_id, count(*) as people from admin group by org_id) a using (org_id)
  where channels is null or o.channel_id = any (channels)
  group by o.channel_id, o.industry, o.plan_id
$$;

create function letter_organizations(channels text[], orgs uuid[])
returns table (org_id uuid, company_name text, channel_id text, industry text, plan_id text, people integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.org_id, o.company_name, o.channel_id, o.industry, o.plan_id, (select count(*)::int from admin a where a.org_id = o.org_id)
  from organization o
  where o.org_id = any (orgs) and (channels is null or o.channel_id = any (channels))
  order by lower(o.company_name), o.org_id
$$;

-- How many people who still administer have read each of these messages.
create function letter_readers(channels text[], ids text[]) returns table (id text, people integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.id, count(*)::int
  from concierge_read r join admin a using (org_id, cognito_id) join organization o using (org_id)
  where r.kind = 'message' and r.id = any (ids) and (channels is null or o.channel_id = any (channels))
  group by r.id
$$;

-- The first entry of a customer that no member of staff has answered; null where none waits.
create function unanswered_since(of_org uuid, of_thread uuid, only_checks boolean) returns timestamptz
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select min(e.at) from concierge_entry e
  where e.org_id = of_org and e.thread_id = of_thread and e.from_side = 'customer' and e.kind <> 'closed' and (not only_checks or e.kind = 'check')
    and e.id > coalesce((select max(s.id) from concierge_entry s
      where s.org_id = of_org and s.thread_id = of_thread and (s.from_side = 'staff' or s.kind = 'closed')), 0)
$$;

create function conversations_for_staff(channels text[], org uuid, states text[], search text, mine uuid, only_unseen boolean, at_most integer, skip integer)
returns table (org_id uuid, company_name text, channel_id text, thread_id uuid, subject text, state text, context jsonb, message_id text, weakness_id uuid,
  opened_by_name text, opened_at timestamptz, last_entry_at timestamptz, last_from text, entries integer, excerpt text, unseen boolean,
  assigned_to uuid, assigned_name text, waiting_since timestamptz, check_asked boolean, total integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.org_id, o.company_name, o.channel_id, t.id, t.subject, t.state, t.context, t.message_id, t.weakness_id, t.opened_by_name, t.opened_at,
    t.last_entry_at, t.last_from, t.entries, t.excerpt, t.last_customer_entry > t.staff_seen_entry, t.assigned_to, t.assigned_name, w.since,
    t.state = 'waiting' and t.weakness_id is not null and unanswered_since(t.org_id, t.id, true) is not null, count(*) over ()::int
  from concierge_thread t join organization o using (org_id)
    cross join lateral (select case when t.state = 'waiting' then coalesce(unanswered_since(t.org_id, t.id, false), t.last_entry_at) end as since) w
  where (channels is null or o.channel_id = any (channels)) and (org is null or t.org_id = org) and t.state = any (states)
    and (mine is null or t.assigned_to = mine) and (not only_unseen or t.last_customer_entry > t.staff_seen_entry)
    and (search = '' or position(lower(search) in lower(concat_ws(' ', o.company_name, t.subject, t.excerpt, t.opened_by_name, t.assigned_name))) > 0)
  order by (t.state = 'waiting') desc, w.since, t.last_entry_at desc, t.id
  limit at_most offset skip
$$;

create function weakness_candidates_for_staff(channels text[], org uuid, states text[], severities text[], present_now boolean, search text, at_most integer,
  skip integer)
returns table (org_id uuid, company_name text, channel_id text, type text, asset text, state text, present boolean, severity text, title text, source text,
  fact text, evidence text, first_seen timestamptz, last_seen timestamptz, gone_at timestamptz, weakness_id uuid, decided_by text, decided_at timestamptz,
  note text, total integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.org_id, o.company_name, o.channel_id, c.type, c.asset, c.state, c.present, c.severity, c.title, c.source, c.fact, c.evidence, c.first_seen,
    c.last_seen, c.gone_at, c.weakness_id, c.decided_by, c.decided_at, c.note, count(*) over ()::int
  from weakness_candidate c join organization o using (org_id)
  where (channels is null or o.channel_id = any (channels)) and (org is null or c.org_id = org) and c.state = any (states)
    and c.severity = any (severities) and (present_now is null or c.present = present_now)
    and (search = '' or position(lower(search) in lower(concat_ws(' ', o.company_name, c.title, c.asset))) > 0)
  order by array_position(array['Critical', 'High', 'Medium', 'Low', 'Info'], c.severity), c.first_seen, c.org_id, c.type, c.asset
  limit at_most offset skip
$$;

create function weaknesses_for_staff(channels text[], org uuid, statuses text[], severities text[], only_checks boolean, search text, sort text,
  descending boolean, at_most integer, skip integer)
returns table (org_id uuid, company_name text, channel_id text, weakness_id uuid, title text, severity text, status text, asset text, source text,
  reported_on timestamptz, status_updated_on timestamptz, version integer, check_since timestamptz, total integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.*, count(*) over ()::int from (
    select w.org_id, o.company_name, o.channel_id, w.id as weakness_id, w.title, w.severity, w.status, w.asset, w.source, w.reported_on,
      w.status_updated_on, w.version, (select unanswered_since(t.org_id, t.id, true) from concierge_thread t
        where t.org_id = w.org_id and t.weakness_id = w.id and t.state = 'waiting') as check_since
    from weakness w join organization o using (org_id)
    where (channels is null or o.channel_id = any (channels)) and (org is null or w.org_id = org) and w.status = any (statuses)
      and w.severity = any (severities)
      and (search = '' or position(lower(search) in lower(concat_ws(' ', o.company_name, w.title, w.asset))) > 0)
  ) f join weakness r on r.org_id = f.org_id and r.id = f.weakness_id
  where not only_checks or f.check_since is not null
  order by
    -- whoever says that something is fixed waits for an answer
    case when sort = 'urgency' then f.check_since end,
    case when sort = 'urgency' then r.status_rank end,
    case when sort = 'status' and not descending then r.status_rank end, case when sort = 'status' and descending then -r.status_rank end,
    case when sort = 'severity' and not descending then r.severity_rank end, case when sort = 'severity' and descending then -r.severity_rank end,
    case when sort = 'organization' and not descending then lower(f.company_name) end,
    case when sort = 'organization' and descending then lower(f.company_name) end desc,
    case when sort = 'title' and not descending then lower(f.title) end, case when sort = 'title' and descending then lower(f.title) end desc,
    case when sort = 'reported' and not descending then f.reported_on end,
    case when sort = 'reported' and descending then f.reported_on end desc,
    r.severity_rank, f.reported_on desc, f.weakness_id
  limit at_most offset skip
$$;

create function concierge_desk_counts(channels text[], org uuid)
returns table (waiting integer, unseen integer, oldest_waiting timestamptz, candidates integer, open_weaknesses integer, checks integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with scope as (select o.org_id from organization o where (channels is null or o.channel_id = any (channels)) and (org is null or o.org_id = org)),
    waits as (select t.*, coalesce(unanswered_since(t.org_id, t.id, false), t.last_entry_at) as since from concierge_thread t join scope using (org_id)
      where t.state = 'waiting')
  select (select count(*)::int from waits),
    (select count(*)::int from concierge_thread t join scope using (org_id) where t.last_customer_entry > t.staff_seen_entry),
    (select min(since) from waits),
    (select count(*)::int from weakness_candidate c join scope using (org_id) where c.state = 'proposed' and c.present),
    (select count(*)::int from weakness w join scope using (org_id) where w.status = 'Open'),
    (select count(*)::int from waits t where t.weakness_id is not null and unanswered_since(t.org_id, t.id, true) is not null)
$$;
