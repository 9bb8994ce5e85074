-- Written by npm run db:types from what db/migrations make. Partitions by quarter are left out.

create schema parts;
grant usage on schema parts to portal_across;
grant usage on schema public to portal_across, portal_app, public;
alter default privileges in schema public grant delete, insert, select, update on tables to portal_across, portal_app;
alter default privileges in schema public grant select, usage on sequences to portal_across, portal_app;

create table admin (
  org_id uuid not null,
  cognito_id text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  job_title text default ''::text not null,
  has_seen_org_goals boolean default false not null,
  portal_data jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint admin_pkey primary key (org_id, cognito_id),
  constraint admin_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade
);
create unique index admin_one_address on admin (lower(email));
create unique index admin_one_organization on admin (cognito_id);
alter table admin enable row level security;
alter table admin force row level security;
create policy across_organizations on admin to portal_across using (true) with check (true);
create policy own_organization on admin using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger end_support before delete on admin for each row execute function end_support_sessions_of('administrator-removed');
create trigger record_change after insert or delete or update on admin for each row execute function record_change('email', 'updated_at,created_at,portal_data,has_seen_org_goals', 't', 'cognito_id');
create trigger refuse_staff before insert or update of cognito_id, email on admin for each row execute function refuse_staff_as_admin();
grant delete, insert, select, update on admin to portal_across, portal_app;

create table admin_invite (
  org_id uuid not null,
  id uuid not null,
  link_hash text not null,
  email text not null,
  first_name text default ''::text not null,
  last_name text default ''::text not null,
  job_title text default ''::text not null,
  status text not null,
  invited_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  link_round integer default 0 not null,
  constraint admin_invite_pkey primary key (org_id, id),
  constraint admin_invite_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint admin_invite_status_check check ((status = ANY (ARRAY['sent'::text, 'used'::text, 'canceled'::text])))
);
create index admin_invite_address on admin_invite (org_id, lower(email));
create index admin_invite_by_address on admin_invite (lower(email));
create unique index admin_invite_link on admin_invite (link_hash);
alter table admin_invite enable row level security;
alter table admin_invite force row level security;
create policy across_organizations on admin_invite to portal_across using (true) with check (true);
create policy own_organization on admin_invite using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger record_change after insert or delete or update on admin_invite for each row execute function record_change('email', 'link_hash,link_round,created_at', 't', 'id');
grant delete, insert, select, update on admin_invite to portal_across, portal_app;

create table app_session (
  token_hash text not null,
  cognito_id text not null,
  email text not null,
  acts_for uuid,
  support_staff text,
  new_user boolean default false not null,
  sealed_refresh_token text,
  created_at timestamp with time zone not null,
  touched_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  id uuid default gen_random_uuid() not null,
  strong boolean default false not null,
  ip text,
  user_agent text,
  staff_id uuid,
  staff_name text,
  support_reason text,
  sign_in_id text,
  constraint app_session_pkey primary key (token_hash),
  constraint app_session_staff_id_fkey foreign key (staff_id) references staff_member(id) on delete cascade,
  constraint app_session_staff check ((((staff_id IS NULL) = (staff_name IS NULL)) AND ((staff_id IS NULL) OR ((acts_for IS NULL) = (support_staff IS NULL))) AND ((support_reason IS NULL) OR (support_staff IS NOT NULL))))
);
create index app_session_by_age on app_session (expires_at);
create index app_session_by_organization on app_session (acts_for);
create index app_session_by_person on app_session (cognito_id);
create unique index app_session_by_id on app_session (id);
create unique index app_session_one_support on app_session (staff_id) where (support_staff IS NOT NULL);
create trigger support_ended after delete on app_session for each row when (((old.staff_id IS NOT NULL) AND (old.support_staff IS NOT NULL))) execute function record_support_end();
grant delete, insert, select, update on app_session to portal_across, portal_app;

create table audit_entry (
  org_id uuid not null,
  id bigint default nextval('audit_entry_number'::regclass) not null,
  at timestamp with time zone not null,
  actor_id text,
  actor_email text,
  staff text,
  ip text,
  user_agent text,
  request_id text,
  act text not null,
  subject text not null,
  subject_id text,
  subject_name text,
  old_value jsonb,
  new_value jsonb,
  constraint audit_entry_pkey primary key (org_id, id, at)
) partition by range (at);
create index audit_entry_by_actor on audit_entry (org_id, actor_id, at desc, id desc);
create index audit_entry_by_time on audit_entry (org_id, at desc, id desc);
alter table audit_entry enable row level security;
alter table audit_entry force row level security;
create policy across_organizations on audit_entry to portal_across using (true) with check (true);
create policy own_organization on audit_entry using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on audit_entry to portal_across;
grant insert, select on audit_entry to portal_app;
grant select, usage on sequence audit_entry_number to portal_across, portal_app;

create table billing_notice (
  id text not null,
  taken_at timestamp with time zone not null,
  constraint billing_notice_pkey primary key (id)
);
create index billing_notice_by_age on billing_notice (taken_at);
grant delete, insert, select, update on billing_notice to portal_across, portal_app;

create table billing_sandbox_change (
  subscription_id text not null,
  request_id text not null,
  price_id text not null,
  constraint billing_sandbox_change_pkey primary key (subscription_id, request_id),
  constraint billing_sandbox_change_subscription_id_fkey foreign key (subscription_id) references billing_sandbox_subscription(id)
);
grant delete, insert, select, update on billing_sandbox_change to portal_across, portal_app;

create table billing_sandbox_customer (
  id text not null,
  cf_organization_id text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  company text not null,
  created_at timestamp with time zone not null,
  constraint billing_sandbox_customer_pkey primary key (id),
  constraint billing_sandbox_customer_cf_organization_id_key unique (cf_organization_id)
);
grant delete, insert, select, update on billing_sandbox_customer to portal_across, portal_app;

create table billing_sandbox_invoice (
  number integer not null,
  subscription_id text not null,
  date timestamp with time zone not null,
  period_start timestamp with time zone not null,
  period_end timestamp with time zone not null,
  status text not null,
  total_cents integer not null,
  paid_cents integer default 0 not null,
  paid_at timestamp with time zone,
  paid_with text,
  lines jsonb not null,
  customer jsonb not null,
  constraint billing_sandbox_invoice_pkey primary key (number),
  constraint billing_sandbox_invoice_subscription_id_fkey foreign key (subscription_id) references billing_sandbox_subscription(id),
  constraint billing_sandbox_invoice_check check (((paid_cents >= 0) AND (paid_cents <= total_cents))),
  constraint billing_sandbox_invoice_status_check check ((status = ANY (ARRAY['paid'::text, 'due'::text, 'failed'::text, 'voided'::text]))),
  constraint billing_sandbox_invoice_total_cents_check check ((total_cents >= 0))
);
create index billing_sandbox_invoice_by_subscription on billing_sandbox_invoice (subscription_id, number desc);
grant delete, insert, select, update on billing_sandbox_invoice to portal_across, portal_app;

create table billing_sandbox_page (
  id_hash text not null,
  cf_organization_id text not null,
  customer jsonb not null,
  price_id text not null,
  pass_thru_content text not null,
  coupon_codes text[] not null,
  brand jsonb not null,
  return_url text not null,
  state text not null,
  pending_card jsonb,
  subscription_id text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint billing_sandbox_page_pkey primary key (id_hash),
  constraint billing_sandbox_page_state_check check ((state = ANY (ARRAY['open'::text, 'succeeded'::text, 'acknowledged'::text, 'cancelled'::text])))
);
create index billing_sandbox_page_by_age on billing_sandbox_page (expires_at);
grant delete, insert, select, update on billing_sandbox_page to portal_across, portal_app;

create table billing_sandbox_portal_session (
  id_hash text not null,
  subscription_id text not null,
  brand jsonb not null,
  return_url text not null,
  pending_card jsonb,
  expires_at timestamp with time zone not null,
  constraint billing_sandbox_portal_session_pkey primary key (id_hash),
  constraint billing_sandbox_portal_session_subscription_id_fkey foreign key (subscription_id) references billing_sandbox_subscription(id)
);
create index billing_sandbox_portal_session_by_age on billing_sandbox_portal_session (expires_at);
grant delete, insert, select, update on billing_sandbox_portal_session to portal_across, portal_app;

create table billing_sandbox_sequence (
  only_one boolean default true not null,
  last_invoice integer not null,
  constraint billing_sandbox_sequence_pkey primary key (only_one),
  constraint billing_sandbox_sequence_only_one_check check (only_one)
);
grant delete, insert, select, update on billing_sandbox_sequence to portal_across, portal_app;

create table billing_sandbox_subscription (
  id text not null,
  customer_id text not null,
  price_id text not null,
  price_name text not null,
  price_cents integer not null,
  status text not null,
  ending boolean default false not null,
  started_at timestamp with time zone not null,
  term integer default 0 not null,
  term_start timestamp with time zone not null,
  term_end timestamp with time zone not null,
  span_start timestamp with time zone not null,
  span_cents integer not null,
  balance_cents integer default 0 not null,
  coupons jsonb not null,
  card jsonb,
  failed_at timestamp with time zone,
  failed_tries integer default 0 not null,
  due_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  version integer default 1 not null,
  meta_data jsonb,
  constraint billing_sandbox_subscription_pkey primary key (id),
  constraint billing_sandbox_subscription_customer_id_fkey foreign key (customer_id) references billing_sandbox_customer(id),
  constraint billing_sandbox_subscription_balance_cents_check check ((balance_cents >= 0)),
  constraint billing_sandbox_subscription_price_cents_check check ((price_cents >= 0)),
  constraint billing_sandbox_subscription_span_cents_check check ((span_cents >= 0)),
  constraint billing_sandbox_subscription_status_check check ((status = ANY (ARRAY['active'::text, 'past-due'::text, 'cancelled'::text])))
);
create index billing_sandbox_subscription_by_customer on billing_sandbox_subscription (customer_id);
create index billing_sandbox_subscription_by_due on billing_sandbox_subscription (due_at);
create unique index billing_sandbox_subscription_living on billing_sandbox_subscription (customer_id) where (status <> 'cancelled'::text);
grant delete, insert, select, update on billing_sandbox_subscription to portal_across, portal_app;

create table billing_subscription (
  org_id uuid not null,
  id text not null,
  customer_id text not null,
  price_id text not null,
  plan_id text,
  status text not null,
  started_at timestamp with time zone not null,
  term_start timestamp with time zone not null,
  term_end timestamp with time zone not null,
  cancelled_at timestamp with time zone,
  coupon_codes text[] not null,
  version bigint not null,
  refused_changes integer default 0 not null,
  last_request text default ''::text not null,
  checked_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint billing_subscription_pkey primary key (org_id, id),
  constraint billing_subscription_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint billing_subscription_status_check check ((status = ANY (ARRAY['active'::text, 'past-due'::text, 'ending'::text, 'cancelled'::text])))
);
create index billing_subscription_by_term on billing_subscription (term_end) where (status <> 'cancelled'::text);
create unique index billing_subscription_id on billing_subscription (id);
alter table billing_subscription enable row level security;
alter table billing_subscription force row level security;
create policy across_organizations on billing_subscription to portal_across using (true) with check (true);
create policy own_organization on billing_subscription using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger record_change after insert or delete or update on billing_subscription for each row execute function record_change('plan_id', 'customer_id,term_start,term_end,version,refused_changes,last_request,checked_at,created_at,updated_at', 't', 'id');
grant delete, insert, select, update on billing_subscription to portal_across, portal_app;

create table catalog_edit (
  kind text not null,
  id text not null,
  version integer not null,
  document jsonb,
  edited_by text not null,
  edited_at timestamp with time zone not null,
  constraint catalog_edit_pkey primary key (kind, id, version),
  constraint catalog_edit_id_check check (((length(id) >= 1) AND (length(id) <= 100))),
  constraint catalog_edit_kind_check check ((kind = ANY (ARRAY['brand'::text, 'channel'::text, 'subscription-id'::text]))),
  constraint catalog_edit_version_check check ((version > 0))
);
create trigger catalog_changed after insert on catalog_edit for each statement execute function notify_catalog_change();
create trigger only_added before delete or update or truncate on catalog_edit for each statement execute function refuse_change();
grant delete, insert, select, update on catalog_edit to portal_across;
grant insert, select on catalog_edit to portal_app;

create table catalog_picture (
  brand_id text not null,
  file text not null,
  svg text not null,
  added_at timestamp with time zone not null,
  constraint catalog_picture_pkey primary key (brand_id, file),
  constraint catalog_picture_svg_check check ((octet_length(svg) <= 65536))
);
create trigger only_added before delete or update or truncate on catalog_picture for each statement execute function refuse_change();
grant delete, insert, select, update on catalog_picture to portal_across;
grant insert, select on catalog_picture to portal_app;

create table checkout_page (
  org_id uuid not null,
  id_hash text not null,
  sealed_id text not null,
  opened_by text not null,
  opened_by_email text not null,
  opened_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  asked_at timestamp with time zone not null,
  constraint checkout_page_pkey primary key (org_id, id_hash),
  constraint checkout_page_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade
);
create index checkout_page_by_asked on checkout_page (asked_at);
alter table checkout_page enable row level security;
alter table checkout_page force row level security;
create policy across_organizations on checkout_page to portal_across using (true) with check (true);
create policy own_organization on checkout_page using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on checkout_page to portal_across, portal_app;

create table client_error (
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  level text not null,
  message text not null,
  endpoint text,
  filename text,
  stack text,
  cognito_id text,
  user_agent text,
  constraint client_error_pkey primary key (id)
);
create index client_error_by_age on client_error (at);
grant delete, insert, select, update on client_error to portal_across, portal_app;
grant select, usage on sequence client_error_id_seq to portal_across, portal_app;

create table concierge_entry (
  org_id uuid not null,
  thread_id uuid not null,
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  from_side text not null,
  author_id text not null,
  author_name text not null,
  body jsonb not null,
  kind text not null,
  constraint concierge_entry_pkey primary key (org_id, thread_id, id),
  constraint concierge_entry_org_id_thread_id_fkey foreign key (org_id, thread_id) references concierge_thread(org_id, id) on delete cascade,
  constraint concierge_entry_from_side_check check ((from_side = ANY (ARRAY['customer'::text, 'staff'::text]))),
  constraint concierge_entry_kind_check check ((kind = ANY (ARRAY['text'::text, 'check'::text, 'closed'::text])))
);
create index concierge_entry_by_time on concierge_entry (org_id, at) where (from_side = 'customer'::text);
alter table concierge_entry enable row level security;
alter table concierge_entry force row level security;
create policy across_organizations on concierge_entry to portal_across using (true) with check (true);
create policy own_organization on concierge_entry using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select on concierge_entry to portal_app;
grant delete, insert, select, update on concierge_entry to portal_across;
grant select, usage on sequence concierge_entry_id_seq to portal_across, portal_app;

create table concierge_message (
  id text not null,
  version integer not null,
  status text not null,
  title text not null,
  summary text not null,
  body jsonb not null,
  severity text,
  category text not null,
  minutes smallint,
  published_on timestamp with time zone,
  expires_on timestamp with time zone,
  on_arrival boolean default false not null,
  audience_kind text not null,
  audience_values text[] not null,
  brand_id text,
  actions jsonb default '[]'::jsonb not null,
  mail boolean default false not null,
  mailed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  edited_by text not null,
  edited_at timestamp with time zone not null,
  constraint concierge_message_pkey primary key (id),
  constraint concierge_message_audience_kind_check check ((audience_kind = ANY (ARRAY['all'::text, 'brand'::text, 'industry'::text, 'plan'::text, 'organization'::text]))),
  constraint concierge_message_category_check check ((category = ANY (ARRAY['welcome'::text, 'advisory'::text, 'warning'::text, 'guidance'::text, 'reminder'::text, 'news'::text]))),
  constraint concierge_message_check check (((status = 'published'::text) <= (published_on IS NOT NULL))),
  constraint concierge_message_check1 check (((expires_on IS NULL) OR (published_on IS NULL) OR (expires_on > published_on))),
  constraint concierge_message_check2 check (((audience_kind = 'all'::text) = (cardinality(audience_values) = 0))),
  constraint concierge_message_id_check check ((id ~ '^[a-z0-9][a-z0-9-]{0,59}$'::text)),
  constraint concierge_message_minutes_check check (((minutes >= 1) AND (minutes <= 600))),
  constraint concierge_message_severity_check check ((severity = ANY (ARRAY['Critical'::text, 'High'::text, 'Medium'::text, 'Low'::text, 'Info'::text]))),
  constraint concierge_message_status_check check ((status = ANY (ARRAY['draft'::text, 'published'::text, 'withdrawn'::text]))),
  constraint concierge_message_summary_check check ((length(summary) <= 400)),
  constraint concierge_message_title_check check (((length(title) >= 1) AND (length(title) <= 160))),
  constraint concierge_message_version_check check ((version > 0))
);
create index concierge_message_out on concierge_message (published_on desc) where (status = 'published'::text);
create index concierge_message_to_mail on concierge_message (published_on) where ((status = 'published'::text) AND mail AND (mailed_at IS NULL));
grant delete, insert, select, update on concierge_message to portal_across, portal_app;

create table concierge_message_version (
  id text not null,
  version integer not null,
  document jsonb not null,
  edited_by text not null,
  edited_at timestamp with time zone not null,
  constraint concierge_message_version_pkey primary key (id, version)
);
grant delete, insert, select, update on concierge_message_version to portal_across;
grant insert, select on concierge_message_version to portal_app;

create table concierge_read (
  org_id uuid not null,
  cognito_id text not null,
  kind text not null,
  id text not null,
  read_at timestamp with time zone not null,
  entry bigint default 0 not null,
  constraint concierge_read_pkey primary key (org_id, cognito_id, kind, id),
  constraint concierge_read_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint concierge_read_id_check check ((length(id) <= 60)),
  constraint concierge_read_kind_check check ((kind = ANY (ARRAY['message'::text, 'thread'::text])))
);
create index concierge_read_of_message on concierge_read (id) where (kind = 'message'::text);
alter table concierge_read enable row level security;
alter table concierge_read force row level security;
create policy across_organizations on concierge_read to portal_across using (true) with check (true);
create policy own_organization on concierge_read using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on concierge_read to portal_across, portal_app;

create table concierge_thread (
  org_id uuid not null,
  id uuid not null,
  subject text not null,
  state text not null,
  context jsonb,
  message_id text,
  weakness_id uuid,
  opened_by text not null,
  opened_by_name text not null,
  opened_at timestamp with time zone not null,
  last_entry_at timestamp with time zone not null,
  last_from text not null,
  entries integer not null,
  last_staff_entry bigint default 0 not null,
  last_customer_entry bigint default 0 not null,
  staff_seen_entry bigint default 0 not null,
  assigned_to uuid,
  assigned_name text default ''::text not null,
  excerpt text default ''::text not null,
  constraint concierge_thread_pkey primary key (org_id, id),
  constraint concierge_thread_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint concierge_thread_org_id_weakness_id_fkey foreign key (org_id, weakness_id) references weakness(org_id, id) on delete cascade,
  constraint concierge_thread_excerpt_check check ((length(excerpt) <= 300)),
  constraint concierge_thread_last_from_check check ((last_from = ANY (ARRAY['customer'::text, 'staff'::text]))),
  constraint concierge_thread_state_check check ((state = ANY (ARRAY['waiting'::text, 'answered'::text, 'closed'::text]))),
  constraint concierge_thread_subject_check check (((length(subject) >= 1) AND (length(subject) <= 160)))
);
create index concierge_thread_by_time on concierge_thread (org_id, last_entry_at desc, id);
create index concierge_thread_waiting on concierge_thread (last_entry_at) where (state = 'waiting'::text);
create unique index concierge_thread_of_message on concierge_thread (org_id, message_id) where (message_id IS NOT NULL);
create unique index concierge_thread_of_weakness on concierge_thread (org_id, weakness_id) where (weakness_id IS NOT NULL);
alter table concierge_thread enable row level security;
alter table concierge_thread force row level security;
create policy across_organizations on concierge_thread to portal_across using (true) with check (true);
create policy own_organization on concierge_thread using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger record_change after insert or delete or update on concierge_thread for each row execute function record_change('subject', 'context,message_id,weakness_id,opened_by,opened_by_name,opened_at,last_entry_at,last_from,entries,last_staff_entry,last_customer_entry,staff_seen_entry,assigned_to,assigned_name,excerpt', 'f', 'id');
grant delete, insert, select, update on concierge_thread to portal_across, portal_app;

create table dashboard_snooze (
  org_id uuid not null,
  action text not null,
  title text not null,
  amount integer not null,
  until timestamp with time zone not null,
  constraint dashboard_snooze_pkey primary key (org_id, action),
  constraint dashboard_snooze_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint dashboard_snooze_action_check check (((length(action) >= 1) AND (length(action) <= 40))),
  constraint dashboard_snooze_title_check check (((length(title) >= 1) AND (length(title) <= 200)))
);
alter table dashboard_snooze enable row level security;
alter table dashboard_snooze force row level security;
create policy across_organizations on dashboard_snooze to portal_across using (true) with check (true);
create policy own_organization on dashboard_snooze using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger record_change after insert or delete or update on dashboard_snooze for each row execute function record_change('title', 'amount', 'f', 'action');
grant delete, insert, select, update on dashboard_snooze to portal_across, portal_app;

create table data_export (
  org_id uuid not null,
  id uuid not null,
  asked_at timestamp with time zone not null,
  asked_by text not null,
  state text not null,
  percent smallint default 0 not null,
  activity text default ''::text not null,
  name text not null,
  ready_at timestamp with time zone,
  expires_at timestamp with time zone,
  bytes bigint,
  fingerprint text,
  constraint data_export_pkey primary key (org_id, id),
  constraint data_export_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint data_export_activity_check check ((length(activity) <= 200)),
  constraint data_export_asked_by_check check (((length(asked_by) >= 1) AND (length(asked_by) <= 400))),
  constraint data_export_check check (((state = 'ready'::text) = ((ready_at IS NOT NULL) AND (expires_at IS NOT NULL) AND (bytes IS NOT NULL) AND (fingerprint IS NOT NULL)))),
  constraint data_export_name_check check (((length(name) >= 1) AND (length(name) <= 300))),
  constraint data_export_percent_check check (((percent >= 0) AND (percent <= 100))),
  constraint data_export_state_check check ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'ready'::text, 'failed'::text])))
);
create index data_export_by_end on data_export (expires_at) where (expires_at IS NOT NULL);
create unique index data_export_at_work on data_export (org_id) where (state = ANY (ARRAY['waiting'::text, 'running'::text]));
alter table data_export enable row level security;
alter table data_export force row level security;
create policy across_organizations on data_export to portal_across using (true) with check (true);
create policy own_organization on data_export using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on data_export to portal_across, portal_app;

create table enrolment (
  org_id uuid not null,
  member_id uuid not null,
  course_id text not null,
  unlock_on date not null,
  due_on date not null,
  status text default 'notStarted'::text not null,
  percent smallint default 0 not null,
  best_score smallint,
  attempts integer default 0 not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  content_version text default ''::text not null,
  reminded smallint default '-1'::integer not null,
  assigned boolean default true not null,
  active boolean default true not null,
  constraint enrolment_pkey primary key (org_id, member_id, course_id),
  constraint enrolment_org_id_member_id_fkey foreign key (org_id, member_id) references trainee(org_id, member_id) on delete cascade,
  constraint enrolment_best_score_check check (((best_score >= 0) AND (best_score <= 100))),
  constraint enrolment_course_id_check check (((length(course_id) >= 1) AND (length(course_id) <= 60))),
  constraint enrolment_percent_check check (((percent >= 0) AND (percent <= 100))),
  constraint enrolment_status_check check ((status = ANY (ARRAY['notStarted'::text, 'inProgress'::text, 'failedQuiz'::text, 'finished'::text])))
);
create index enrolment_of_course on enrolment (org_id, course_id, member_id) where active;
create index enrolment_open on enrolment (org_id, unlock_on) where (active AND (status <> 'finished'::text));
alter table enrolment enable row level security;
alter table enrolment force row level security;
create policy across_organizations on enrolment to portal_across using (true) with check (true);
create policy own_organization on enrolment using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger tally_deleted after delete on enrolment referencing old table as removed for each statement execute function tally_enrolments();
create trigger tally_inserted after insert on enrolment referencing new table as added for each statement execute function tally_enrolments();
create trigger tally_updated after update on enrolment referencing old table as removed new table as added for each statement execute function tally_enrolments();
grant delete, insert, select, update on enrolment to portal_across, portal_app;

create table enrolment_tally (
  org_id uuid not null,
  course_id text not null,
  unlock_on date not null,
  due_on date not null,
  status text not null,
  n integer not null,
  constraint enrolment_tally_pkey primary key (org_id, course_id, unlock_on, due_on, status),
  constraint enrolment_tally_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade
);
alter table enrolment_tally enable row level security;
alter table enrolment_tally force row level security;
create policy across_organizations on enrolment_tally to portal_across using (true) with check (true);
create policy own_organization on enrolment_tally using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on enrolment_tally to portal_across, portal_app;

create table erasure (
  organization_id uuid not null,
  asked_at timestamp with time zone not null,
  by_staff boolean not null,
  begun_at timestamp with time zone not null,
  sealed_people text,
  rows_erased bigint default 0 not null,
  files_erased integer default 0 not null,
  accounts_erased integer default 0 not null,
  finished_at timestamp with time zone,
  constraint erasure_pkey primary key (organization_id),
  constraint erasure_check check (((finished_at IS NULL) = (sealed_people IS NOT NULL)))
);
create index erasure_under_way on erasure (begun_at) where (finished_at IS NULL);
grant delete, insert, select, update on erasure to portal_across, portal_app;

create table evidence_pack (
  org_id uuid not null,
  id uuid not null,
  made_at timestamp with time zone not null,
  made_by text not null,
  audience text not null,
  addressee text default ''::text not null,
  sections text[] not null,
  name text not null,
  pages integer not null,
  bytes integer not null,
  fingerprint text not null,
  code text,
  company_name text,
  withdrawn_at timestamp with time zone,
  withdrawn_by text,
  constraint evidence_pack_pkey primary key (org_id, id),
  constraint evidence_pack_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint evidence_pack_addressee_check check ((length(addressee) <= 120)),
  constraint evidence_pack_audience_check check ((audience = ANY (ARRAY['customer'::text, 'broker'::text, 'insurer'::text]))),
  constraint evidence_pack_code_check check ((length(code) = 19)),
  constraint evidence_pack_fingerprint_check check ((length(fingerprint) = 64)),
  constraint evidence_pack_name_check check (((length(name) >= 1) AND (length(name) <= 255)))
);
create index evidence_pack_by_code on evidence_pack (code) where (code IS NOT NULL);
create index evidence_pack_by_time on evidence_pack (org_id, made_at desc, id);
alter table evidence_pack enable row level security;
alter table evidence_pack force row level security;
create policy across_organizations on evidence_pack to portal_across using (true) with check (true);
create policy own_organization on evidence_pack using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger record_change after insert or delete or update on evidence_pack for each row execute function record_change('name', 'pages,bytes,code,company_name,withdrawn_at,withdrawn_by', 'f', 'id');
grant delete, insert, select, update on evidence_pack to portal_across, portal_app;

create table failed_sign_in (
  cognito_id text not null,
  tries integer not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  ip text not null,
  user_agent text not null,
  constraint failed_sign_in_pkey primary key (cognito_id)
);
create index failed_sign_in_by_age on failed_sign_in (first_at);
grant delete, insert, select, update on failed_sign_in to portal_across, portal_app;

create table file_folder (
  only_one boolean default true not null,
  id uuid not null,
  noted_at timestamp with time zone default now() not null,
  constraint file_folder_pkey primary key (only_one),
  constraint file_folder_only_one_check check (only_one)
);
grant delete, insert, select, update on file_folder to portal_across, portal_app;

create table finding (
  org_id uuid not null,
  website_id uuid not null,
  id text not null,
  rule text not null,
  title text not null,
  severity text not null,
  state text not null,
  first_seen timestamp with time zone not null,
  last_seen timestamp with time zone not null,
  last_scan_id uuid not null,
  seen_at_level text not null,
  fixed_at timestamp with time zone,
  times_reopened integer default 0 not null,
  decision text,
  decision_reason text default ''::text not null,
  decided_by text,
  decided_at timestamp with time zone,
  decided_severity text,
  accepted_until timestamp with time zone,
  second_look boolean default false not null,
  acceptance_ended_at timestamp with time zone,
  owasp text default ''::text not null,
  confidence text default ''::text not null,
  score double precision default 0 not null,
  folder text default '/'::text not null,
  status text generated always as (
CASE
    WHEN ((decision = 'false-positive'::text) AND (NOT second_look)) THEN 'false-positive'::text
    WHEN (state = 'fixed'::text) THEN 'fixed'::text
    WHEN (decision = 'accepted'::text) THEN 'accepted'::text
    ELSE 'open'::text
END) stored not null,
  constraint finding_pkey primary key (org_id, website_id, id),
  constraint finding_org_id_website_id_fkey foreign key (org_id, website_id) references website(org_id, id) on delete cascade,
  constraint finding_check check (((state = 'fixed'::text) = (fixed_at IS NOT NULL))),
  constraint finding_check1 check (((decision IS NULL) = (decided_at IS NULL))),
  constraint finding_check2 check ((((decision IS NOT NULL) AND (decision = 'accepted'::text)) = (accepted_until IS NOT NULL))),
  constraint finding_check3 check (((NOT second_look) OR (decision = 'false-positive'::text))),
  constraint finding_decided_severity_check check ((decided_severity = ANY (ARRAY['high'::text, 'medium'::text, 'low'::text]))),
  constraint finding_decision_check check ((decision = ANY (ARRAY['accepted'::text, 'false-positive'::text]))),
  constraint finding_decision_reason_check check ((length(decision_reason) <= 1000)),
  constraint finding_severity_check check ((severity = ANY (ARRAY['high'::text, 'medium'::text, 'low'::text]))),
  constraint finding_state_check check ((state = ANY (ARRAY['open'::text, 'fixed'::text])))
);
create index finding_accepted_until on finding (accepted_until) where (decision = 'accepted'::text);
create index finding_open_rule on finding (org_id, website_id, rule) where (status = 'open'::text);
alter table finding enable row level security;
alter table finding force row level security;
create policy across_organizations on finding to portal_across using (true) with check (true);
create policy own_organization on finding using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger tally_deleted after delete on finding referencing old table as removed for each statement execute function tally_findings();
create trigger tally_inserted after insert on finding referencing new table as added for each statement execute function tally_findings();
create trigger tally_updated after update on finding referencing old table as removed new table as added for each statement execute function tally_findings();
grant delete, insert, select, update on finding to portal_across, portal_app;

create table finding_event (
  org_id uuid not null,
  website_id uuid not null,
  finding_id text not null,
  seq bigint generated always as identity not null,
  at timestamp with time zone not null,
  kind text not null,
  by_email text,
  note text default ''::text not null,
  until timestamp with time zone,
  constraint finding_event_pkey primary key (org_id, seq),
  constraint finding_event_org_id_website_id_finding_id_fkey foreign key (org_id, website_id, finding_id) references finding(org_id, website_id, id) on delete cascade,
  constraint finding_event_kind_check check ((kind = ANY (ARRAY['found'::text, 'fixed'::text, 'reopened'::text, 'accepted'::text, 'false-positive'::text, 'undone'::text, 'acceptance-ended'::text, 'second-look'::text, 'retest-gone'::text, 'retest-still-there'::text, 'retest-unchecked'::text])))
);
create index finding_event_of_issue on finding_event (org_id, website_id, finding_id, seq);
alter table finding_event enable row level security;
alter table finding_event force row level security;
create policy across_organizations on finding_event to portal_across using (true) with check (true);
create policy own_organization on finding_event using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on finding_event to portal_across, portal_app;
grant select, usage on sequence finding_event_seq_seq to portal_across, portal_app;

create table finding_retest (
  org_id uuid not null,
  website_id uuid not null,
  finding_id text not null,
  id uuid not null,
  status text not null,
  requested_by text not null,
  requested_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  beat_at timestamp with time zone not null,
  tries integer default 0 not null,
  percent integer default 0 not null,
  activity text default ''::text not null,
  requests integer default 0 not null,
  reason text default ''::text not null,
  seen jsonb,
  constraint finding_retest_pkey primary key (org_id, id),
  constraint finding_retest_org_id_website_id_finding_id_fkey foreign key (org_id, website_id, finding_id) references finding(org_id, website_id, id) on delete cascade,
  constraint finding_retest_check check (((status = ANY (ARRAY['waiting'::text, 'running'::text])) = (ended_at IS NULL))),
  constraint finding_retest_status_check check ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'gone'::text, 'still-there'::text, 'unchecked'::text])))
);
create index finding_retest_asked on finding_retest (org_id, website_id, requested_at desc);
create index finding_retest_live on finding_retest (beat_at) where (status = ANY (ARRAY['waiting'::text, 'running'::text]));
create index finding_retest_newest on finding_retest (org_id, website_id, finding_id, requested_at desc);
create unique index finding_retest_one on finding_retest (org_id, website_id, finding_id) where (status = ANY (ARRAY['waiting'::text, 'running'::text]));
alter table finding_retest enable row level security;
alter table finding_retest force row level security;
create policy across_organizations on finding_retest to portal_across using (true) with check (true);
create policy own_organization on finding_retest using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on finding_retest to portal_across, portal_app;

create table finding_tally (
  org_id uuid not null,
  website_id uuid not null,
  severity text not null,
  n integer not null,
  constraint finding_tally_pkey primary key (org_id, website_id, severity),
  constraint finding_tally_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade
);
alter table finding_tally enable row level security;
alter table finding_tally force row level security;
create policy across_organizations on finding_tally to portal_across using (true) with check (true);
create policy own_organization on finding_tally using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on finding_tally to portal_across, portal_app;

create table idempotency_key (
  org_id uuid not null,
  caller text not null,
  call text not null,
  key text not null,
  fingerprint text not null,
  begun_at timestamp with time zone not null,
  held_until timestamp with time zone not null,
  effects integer default 0 not null,
  answered_at timestamp with time zone,
  sealed_answer text,
  claim uuid default gen_random_uuid() not null,
  program integer,
  constraint idempotency_key_pkey primary key (org_id, caller, call, key),
  constraint idempotency_key_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint idempotency_key_key_check check (((length(key) >= 1) AND (length(key) <= 255)))
);
create index idempotency_key_by_age on idempotency_key (begun_at);
alter table idempotency_key enable row level security;
alter table idempotency_key force row level security;
create policy across_organizations on idempotency_key to portal_across using (true) with check (true);
create policy own_organization on idempotency_key using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on idempotency_key to portal_across, portal_app;

create table issue_link (
  org_id uuid not null,
  website_id uuid not null,
  finding_id text not null,
  id uuid not null,
  made_by text not null,
  made_at timestamp with time zone not null,
  email text,
  expires_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  opens integer default 0 not null,
  last_opened_at timestamp with time zone,
  answers integer default 0 not null,
  last_answered_at timestamp with time zone,
  constraint issue_link_pkey primary key (org_id, id),
  constraint issue_link_org_id_website_id_finding_id_fkey foreign key (org_id, website_id, finding_id) references finding(org_id, website_id, id) on delete cascade,
  constraint issue_link_email_check check ((length(email) <= 254))
);
create index issue_link_made on issue_link (org_id, made_at desc);
create index issue_link_of_issue on issue_link (org_id, website_id, finding_id, made_at desc);
alter table issue_link enable row level security;
alter table issue_link force row level security;
create policy across_organizations on issue_link to portal_across using (true) with check (true);
create policy own_organization on issue_link using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on issue_link to portal_across, portal_app;

create table lasting_key (
  purpose text not null,
  sealed text not null,
  constraint lasting_key_pkey primary key (purpose)
);
grant delete, insert, select, update on lasting_key to portal_across, portal_app;

create table mail_failure (
  id text not null,
  at timestamp with time zone not null,
  recipient text not null,
  sender text not null,
  reason text not null,
  constraint mail_failure_pkey primary key (id)
);
create index mail_failure_by_time on mail_failure (at desc, id);
grant delete, insert, select, update on mail_failure to portal_across, portal_app;

create table marketing_event (
  id uuid not null,
  kind text not null,
  name text not null,
  at timestamp with time zone not null,
  email text,
  about_organization uuid,
  properties jsonb not null,
  constraint marketing_event_pkey primary key (id),
  constraint marketing_event_kind_check check ((kind = ANY (ARRAY['lead'::text, 'event'::text])))
);
create index marketing_event_by_age on marketing_event (at);
grant delete, insert, select, update on marketing_event to portal_across, portal_app;

create table marketplace_click (
  brand_id text not null,
  partner_id text not null,
  day date not null,
  clicks integer not null,
  constraint marketplace_click_pkey primary key (brand_id, partner_id, day),
  constraint marketplace_click_clicks_check check ((clicks > 0))
);
grant delete, insert, select, update on marketplace_click to portal_across, portal_app;

create table marketplace_owned (
  org_id uuid not null,
  partner_id text not null,
  partner_name text not null,
  marked_at timestamp with time zone not null,
  constraint marketplace_owned_pkey primary key (org_id, partner_id),
  constraint marketplace_owned_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint marketplace_owned_partner_id_check check (((length(partner_id) >= 1) AND (length(partner_id) <= 60))),
  constraint marketplace_owned_partner_name_check check (((length(partner_name) >= 1) AND (length(partner_name) <= 100)))
);
alter table marketplace_owned enable row level security;
alter table marketplace_owned force row level security;
create policy across_organizations on marketplace_owned to portal_across using (true) with check (true);
create policy own_organization on marketplace_owned using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger record_change after insert or delete or update on marketplace_owned for each row execute function record_change('partner_name', 'marked_at', 'f', 'partner_id');
grant delete, insert, select, update on marketplace_owned to portal_across, portal_app;

create table maturity_answer (
  org_id uuid not null,
  question_id text not null,
  answer text not null,
  note text default ''::text not null,
  answered_by text not null,
  answered_by_email text not null,
  answered_at timestamp with time zone not null,
  content_version text not null,
  constraint maturity_answer_pkey primary key (org_id, question_id),
  constraint maturity_answer_org_id_fkey foreign key (org_id) references maturity_assessment(org_id) on delete cascade,
  constraint maturity_answer_answer_check check ((answer = ANY (ARRAY['yes'::text, 'mostly'::text, 'partly'::text, 'no'::text, 'unsure'::text, 'notApplicable'::text]))),
  constraint maturity_answer_note_check check ((length(note) <= 1000))
);
alter table maturity_answer enable row level security;
alter table maturity_answer force row level security;
create policy across_organizations on maturity_answer to portal_across using (true) with check (true);
create policy own_organization on maturity_answer using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on maturity_answer to portal_across, portal_app;

create table maturity_assessment (
  org_id uuid not null,
  target smallint default 2 not null,
  updated_at timestamp with time zone,
  overall_level smallint default 0 not null,
  status text default 'notCompleted'::text not null,
  levels jsonb default '{}'::jsonb not null,
  constraint maturity_assessment_pkey primary key (org_id),
  constraint maturity_assessment_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint maturity_assessment_overall_level_check check (((overall_level >= 0) AND (overall_level <= 5))),
  constraint maturity_assessment_status_check check ((status = ANY (ARRAY['notCompleted'::text, 'completed'::text]))),
  constraint maturity_assessment_target_check check (((target >= 1) AND (target <= 5)))
);
alter table maturity_assessment enable row level security;
alter table maturity_assessment force row level security;
create policy across_organizations on maturity_assessment to portal_across using (true) with check (true);
create policy own_organization on maturity_assessment using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger record_change after insert or delete or update on maturity_assessment for each row execute function record_change('target', 'updated_at,overall_level,status,levels', 'f', '');
grant delete, insert, select, update on maturity_assessment to portal_across, portal_app;

create table maturity_snapshot (
  org_id uuid not null,
  day date not null,
  overall_level smallint not null,
  status text not null,
  levels jsonb not null,
  constraint maturity_snapshot_pkey primary key (org_id, day),
  constraint maturity_snapshot_org_id_fkey foreign key (org_id) references maturity_assessment(org_id) on delete cascade,
  constraint maturity_snapshot_overall_level_check check (((overall_level >= 0) AND (overall_level <= 5))),
  constraint maturity_snapshot_status_check check ((status = ANY (ARRAY['notCompleted'::text, 'completed'::text])))
);
alter table maturity_snapshot enable row level security;
alter table maturity_snapshot force row level security;
create policy across_organizations on maturity_snapshot to portal_across using (true) with check (true);
create policy own_organization on maturity_snapshot using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on maturity_snapshot to portal_across, portal_app;

create table maturity_task (
  org_id uuid not null,
  question_id text not null,
  owner text default ''::text not null,
  due date,
  done boolean default false not null,
  constraint maturity_task_pkey primary key (org_id, question_id),
  constraint maturity_task_org_id_fkey foreign key (org_id) references maturity_assessment(org_id) on delete cascade,
  constraint maturity_task_owner_check check ((length(owner) <= 120))
);
alter table maturity_task enable row level security;
alter table maturity_task force row level security;
create policy across_organizations on maturity_task to portal_across using (true) with check (true);
create policy own_organization on maturity_task using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on maturity_task to portal_across, portal_app;

create table notification_choice (
  org_id uuid not null,
  cognito_id text not null,
  event text not null,
  wanted boolean not null,
  changed_at timestamp with time zone not null,
  constraint notification_choice_pkey primary key (org_id, cognito_id, event),
  constraint notification_choice_org_id_cognito_id_fkey foreign key (org_id, cognito_id) references admin(org_id, cognito_id) on delete cascade,
  constraint notification_choice_event_check check (((length(event) >= 1) AND (length(event) <= 40)))
);
alter table notification_choice enable row level security;
alter table notification_choice force row level security;
create policy across_organizations on notification_choice to portal_across using (true) with check (true);
create policy own_organization on notification_choice using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on notification_choice to portal_across, portal_app;

create table notification_held (
  org_id uuid not null,
  cognito_id text not null,
  event text not null,
  key text not null,
  notice jsonb not null,
  held_at timestamp with time zone not null,
  constraint notification_held_pkey primary key (org_id, cognito_id, event, key),
  constraint notification_held_org_id_cognito_id_event_fkey foreign key (org_id, cognito_id, event) references notification_window(org_id, cognito_id, event) on delete cascade,
  constraint notification_held_key_check check (((length(key) >= 1) AND (length(key) <= 200)))
);
alter table notification_held enable row level security;
alter table notification_held force row level security;
create policy across_organizations on notification_held to portal_across using (true) with check (true);
create policy own_organization on notification_held using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on notification_held to portal_across, portal_app;

create table notification_round (
  org_id uuid not null,
  kind text not null,
  day date not null,
  constraint notification_round_pkey primary key (org_id, kind),
  constraint notification_round_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint notification_round_kind_check check ((kind = ANY (ARRAY['due'::text, 'digest'::text, 'approvals'::text, 'training'::text])))
);
alter table notification_round enable row level security;
alter table notification_round force row level security;
create policy across_organizations on notification_round to portal_across using (true) with check (true);
create policy own_organization on notification_round using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on notification_round to portal_across, portal_app;

create table notification_sent (
  org_id uuid not null,
  cognito_id text not null,
  event text not null,
  key text not null,
  sent_at timestamp with time zone not null,
  constraint notification_sent_pkey primary key (org_id, cognito_id, event, key),
  constraint notification_sent_org_id_cognito_id_fkey foreign key (org_id, cognito_id) references admin(org_id, cognito_id) on delete cascade,
  constraint notification_sent_event_check check (((length(event) >= 1) AND (length(event) <= 40))),
  constraint notification_sent_key_check check (((length(key) >= 1) AND (length(key) <= 200)))
);
create index notification_sent_by_age on notification_sent (org_id, sent_at);
alter table notification_sent enable row level security;
alter table notification_sent force row level security;
create policy across_organizations on notification_sent to portal_across using (true) with check (true);
create policy own_organization on notification_sent using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on notification_sent to portal_across, portal_app;

create table notification_window (
  org_id uuid not null,
  cognito_id text not null,
  event text not null,
  open_until timestamp with time zone not null,
  constraint notification_window_pkey primary key (org_id, cognito_id, event),
  constraint notification_window_org_id_cognito_id_fkey foreign key (org_id, cognito_id) references admin(org_id, cognito_id) on delete cascade,
  constraint notification_window_event_check check (((length(event) >= 1) AND (length(event) <= 40)))
);
alter table notification_window enable row level security;
alter table notification_window force row level security;
create policy across_organizations on notification_window to portal_across using (true) with check (true);
create policy own_organization on notification_window using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on notification_window to portal_across, portal_app;

create table organization (
  org_id uuid not null,
  company_name text not null,
  company_url text default ''::text not null,
  number_of_employees text not null,
  industry text not null,
  phone text default ''::text not null,
  channel_id text not null,
  subscription_id text,
  plan_id text not null,
  subscription_status text not null,
  sign_up_date timestamp with time zone not null,
  subscription_date timestamp with time zone,
  expiration_date timestamp with time zone,
  org_goals jsonb default '{}'::jsonb not null,
  welcome_email_sent boolean default false not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  second_factor_required boolean default false not null,
  constraint organization_pkey primary key (org_id),
  constraint organization_company_name_check check (((length(company_name) >= 1) AND (length(company_name) <= 200))),
  constraint organization_subscription_status_check check ((subscription_status = ANY (ARRAY['INTRIAL'::text, 'ACTIVE'::text])))
);
create index organization_by_channel on organization (channel_id);
create index organization_by_subscription_id on organization (lower(subscription_id));
create index organization_by_trial_end on organization (expiration_date) where (subscription_status = 'INTRIAL'::text);
alter table organization enable row level security;
alter table organization force row level security;
create policy across_organizations on organization to portal_across using (true) with check (true);
create policy own_organization on organization using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger end_support before delete on organization for each row execute function end_support_sessions_of('organization-removed');
create trigger record_change after insert or delete or update on organization for each row execute function record_change('company_name', 'updated_at,created_at,welcome_email_sent', 't', '');
grant delete, insert, select, update on organization to portal_across, portal_app;

create table organization_closing (
  org_id uuid not null,
  begun_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  begun_by text not null,
  by_staff boolean not null,
  reason text default ''::text not null,
  reminded_at timestamp with time zone,
  kept_at timestamp with time zone,
  ended_subscription text,
  constraint organization_closing_pkey primary key (org_id),
  constraint organization_closing_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint organization_closing_begun_by_check check (((length(begun_by) >= 1) AND (length(begun_by) <= 400))),
  constraint organization_closing_check check ((due_at > begun_at)),
  constraint organization_closing_reason_check check ((length(reason) <= 1000))
);
create index organization_closing_due on organization_closing (due_at) where (kept_at IS NULL);
alter table organization_closing enable row level security;
alter table organization_closing force row level security;
create policy across_organizations on organization_closing to portal_across using (true) with check (true);
create policy own_organization on organization_closing using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on organization_closing to portal_across, portal_app;

create table parts.audit_entry_rest partition of audit_entry default;
alter table parts.audit_entry_rest enable row level security;
alter table parts.audit_entry_rest force row level security;
create policy across_organizations on parts.audit_entry_rest to portal_across using (true) with check (true);
create policy own_organization on parts.audit_entry_rest using ((org_id = current_org())) with check ((org_id = current_org()));

create view parts.partitioned with (security_invoker=true) as
 SELECT c.oid AS id,
    (c.relname)::text AS name,
    (a.attname)::text AS by_column,
    (a.atttypid)::regtype AS column_type,
    (format('parts.%I'::text, ((c.relname)::text || '_rest'::text)))::regclass AS rest
   FROM ((pg_class c
     JOIN pg_partitioned_table p ON ((p.partrelid = c.oid)))
     JOIN pg_attribute a ON (((a.attrelid = c.oid) AND (a.attnum = p.partattrs[0]))))
  WHERE ((c.relnamespace = ('public'::regnamespace)::oid) AND (p.partstrat = 'r'::"char") AND (p.partnatts = 1));

create table parts.rating_snapshot_rest partition of rating_snapshot default;
alter table parts.rating_snapshot_rest enable row level security;
alter table parts.rating_snapshot_rest force row level security;
create policy across_organizations on parts.rating_snapshot_rest to portal_across using (true) with check (true);
create policy own_organization on parts.rating_snapshot_rest using ((org_id = current_org())) with check ((org_id = current_org()));

create table parts.scan_finding_rest partition of scan_finding default;
alter table parts.scan_finding_rest enable row level security;
alter table parts.scan_finding_rest force row level security;
create policy across_organizations on parts.scan_finding_rest to portal_across using (true) with check (true);
create policy own_organization on parts.scan_finding_rest using ((org_id = current_org())) with check ((org_id = current_org()));

create table password_reset_link (
  link_hash text not null,
  cognito_id text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  email text default ''::text not null,
  constraint password_reset_link_pkey primary key (link_hash)
);
create index password_reset_link_by_age on password_reset_link (expires_at);
create index password_reset_link_by_person on password_reset_link (cognito_id);
grant delete, insert, select, update on password_reset_link to portal_across, portal_app;

create table people_tally (
  org_id uuid not null,
  trainees integer default 0 not null,
  untrained integer default 0 not null,
  last_at timestamp with time zone,
  constraint people_tally_pkey primary key (org_id),
  constraint people_tally_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade
);
alter table people_tally enable row level security;
alter table people_tally force row level security;
create policy across_organizations on people_tally to portal_across using (true) with check (true);
create policy own_organization on people_tally using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on people_tally to portal_across, portal_app;

create table policy (
  org_id uuid not null,
  id text not null,
  custom boolean not null,
  created_at timestamp with time zone not null,
  constraint policy_pkey primary key (org_id, id),
  constraint policy_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint policy_id_check check (((length(id) >= 1) AND (length(id) <= 80)))
);
alter table policy enable row level security;
alter table policy force row level security;
create policy across_organizations on policy to portal_across using (true) with check (true);
create policy own_organization on policy using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on policy to portal_across, portal_app;

create table policy_approval_request (
  org_id uuid not null,
  id uuid not null,
  policy_id text not null,
  version integer not null,
  policy_name text not null,
  approver_name text not null,
  approver_email text not null,
  link_round integer default 0 not null,
  sent_by text not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  outcome text default 'waiting'::text not null,
  comment text default ''::text not null,
  answered_at timestamp with time zone,
  answered_ip text,
  sent_by_email text default ''::text not null,
  constraint policy_approval_request_pkey primary key (org_id, id),
  constraint policy_approval_request_org_id_policy_id_version_fkey foreign key (org_id, policy_id, version) references policy_version(org_id, policy_id, version) on delete cascade,
  constraint policy_approval_request_check check (((outcome = 'waiting'::text) = (answered_at IS NULL))),
  constraint policy_approval_request_outcome_check check ((outcome = ANY (ARRAY['waiting'::text, 'approved'::text, 'returned'::text, 'voided'::text])))
);
create index policy_request_by_version on policy_approval_request (org_id, policy_id, version, sent_at desc);
create unique index policy_request_waiting on policy_approval_request (org_id, policy_id) where (outcome = 'waiting'::text);
alter table policy_approval_request enable row level security;
alter table policy_approval_request force row level security;
create policy across_organizations on policy_approval_request to portal_across using (true) with check (true);
create policy own_organization on policy_approval_request using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger record_change after insert or delete or update on policy_approval_request for each row execute function record_change('policy_name', 'link_round,answered_ip', 'f', 'id');
grant delete, insert, select, update on policy_approval_request to portal_across, portal_app;

create table policy_company_values (
  org_id uuid not null,
  given_values jsonb not null,
  etag text not null,
  saved_at timestamp with time zone not null,
  saved_by text not null,
  saved_by_person text not null,
  constraint policy_company_values_pkey primary key (org_id),
  constraint policy_company_values_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade
);
alter table policy_company_values enable row level security;
alter table policy_company_values force row level security;
create policy across_organizations on policy_company_values to portal_across using (true) with check (true);
create policy own_organization on policy_company_values using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger record_change after insert or delete or update on policy_company_values for each row execute function record_change('given_values', 'etag,saved_at,saved_by,saved_by_person', 'f', '');
grant delete, insert, select, update on policy_company_values to portal_across, portal_app;

create table policy_review_reminder (
  org_id uuid not null,
  policy_id text not null,
  version integer not null,
  stage integer not null,
  sent_at timestamp with time zone not null,
  constraint policy_review_reminder_pkey primary key (org_id, policy_id, version, stage),
  constraint policy_review_reminder_org_id_policy_id_version_fkey foreign key (org_id, policy_id, version) references policy_version(org_id, policy_id, version) on delete cascade,
  constraint policy_review_reminder_stage_check check ((stage = ANY (ARRAY[30, 7, 1, '-1'::integer])))
);
alter table policy_review_reminder enable row level security;
alter table policy_review_reminder force row level security;
create policy across_organizations on policy_review_reminder to portal_across using (true) with check (true);
create policy own_organization on policy_review_reminder using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on policy_review_reminder to portal_across, portal_app;

create table policy_sign_off (
  org_id uuid not null,
  policy_id text not null,
  policy_name text not null,
  asked_at timestamp with time zone not null,
  constraint policy_sign_off_pkey primary key (org_id, policy_id),
  constraint policy_sign_off_org_id_policy_id_fkey foreign key (org_id, policy_id) references policy(org_id, id) on delete cascade
);
alter table policy_sign_off enable row level security;
alter table policy_sign_off force row level security;
create policy across_organizations on policy_sign_off to portal_across using (true) with check (true);
create policy own_organization on policy_sign_off using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger record_change after insert or delete or update on policy_sign_off for each row execute function record_change('policy_name', 'asked_at', 'f', 'policy_id');
grant delete, insert, select, update on policy_sign_off to portal_across, portal_app;

create table policy_sign_request (
  org_id uuid not null,
  member_id uuid not null,
  link_round integer default 0 not null,
  asked_at timestamp with time zone not null,
  sent_at timestamp with time zone not null,
  reminded smallint default 0 not null,
  expires_at timestamp with time zone not null,
  asked_by text,
  postponed boolean default false not null,
  constraint policy_sign_request_pkey primary key (org_id, member_id),
  constraint policy_sign_request_org_id_member_id_fkey foreign key (org_id, member_id) references team_member(org_id, id) on delete cascade
);
alter table policy_sign_request enable row level security;
alter table policy_sign_request force row level security;
create policy across_organizations on policy_sign_request to portal_across using (true) with check (true);
create policy own_organization on policy_sign_request using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on policy_sign_request to portal_across, portal_app;

create table policy_signature (
  org_id uuid not null,
  id bigint generated always as identity not null,
  member_id uuid not null,
  policy_id text not null,
  policy_name text not null,
  version integer not null,
  text_hash text not null,
  typed_name text not null,
  person_name text not null,
  person_email text not null,
  signed_at timestamp with time zone not null,
  ip text not null,
  user_agent text not null,
  constraint policy_signature_pkey primary key (org_id, id),
  constraint policy_signature_org_id_member_id_policy_id_version_key unique (org_id, member_id, policy_id, version),
  constraint policy_signature_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint policy_signature_text_hash_check check ((length(text_hash) = 64)),
  constraint policy_signature_typed_name_check check (((length(typed_name) >= 1) AND (length(typed_name) <= 120)))
);
create index policy_signature_by_policy on policy_signature (org_id, policy_id, id);
alter table policy_signature enable row level security;
alter table policy_signature force row level security;
create policy across_organizations on policy_signature to portal_across using (true) with check (true);
create policy own_organization on policy_signature using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on policy_signature to portal_across;
grant insert, select on policy_signature to portal_app;
grant select, usage on sequence policy_signature_id_seq to portal_across, portal_app;

create table policy_version (
  org_id uuid not null,
  policy_id text not null,
  version integer not null,
  name text not null,
  name_key text not null,
  status text not null,
  mode text,
  in_force boolean not null,
  superseded_at timestamp with time zone,
  given_values jsonb default '{}'::jsonb not null,
  template jsonb,
  template_version integer,
  custom_html text,
  note text default ''::text not null,
  material boolean default false not null,
  etag text not null,
  saved_at timestamp with time zone not null,
  saved_by text not null,
  saved_by_person text not null,
  defaults jsonb,
  body_html text,
  blocks jsonb,
  text_hash text,
  approver text default ''::text not null,
  approver_email text default ''::text not null,
  approver_ip text,
  approval_date timestamp with time zone,
  review_at timestamp with time zone,
  recorded_by text default ''::text not null,
  recorded_by_email text default ''::text not null,
  company_name text,
  constraint policy_version_pkey primary key (org_id, policy_id, version),
  constraint policy_version_org_id_policy_id_fkey foreign key (org_id, policy_id) references policy(org_id, id) on delete cascade,
  constraint policy_version_check check (((status = 'Active'::text) OR (NOT in_force))),
  constraint policy_version_check1 check (((status = 'Draft'::text) = (mode IS NOT NULL))),
  constraint policy_version_check2 check (((status = 'Active'::text) = ((approval_date IS NOT NULL) AND (text_hash IS NOT NULL) AND (body_html IS NOT NULL) AND (blocks IS NOT NULL)))),
  constraint policy_version_check3 check (((template IS NULL) = (template_version IS NULL))),
  constraint policy_version_check4 check (((template IS NULL) = (custom_html IS NOT NULL))),
  constraint policy_version_mode_check check ((mode = ANY (ARRAY['customize'::text, 'sent'::text]))),
  constraint policy_version_name_check check (((length(name) >= 1) AND (length(name) <= 200))),
  constraint policy_version_status_check check ((status = ANY (ARRAY['Draft'::text, 'Active'::text]))),
  constraint policy_version_version_check check (((version >= 1) AND (version <= 9999)))
);
create index policy_version_by_name on policy_version (org_id, name_key) where ((status = 'Draft'::text) OR in_force);
create index policy_version_by_review on policy_version (review_at) where in_force;
create unique index policy_one_draft on policy_version (org_id, policy_id) where (status = 'Draft'::text);
create unique index policy_one_in_force on policy_version (org_id, policy_id) where in_force;
alter table policy_version enable row level security;
alter table policy_version force row level security;
create policy across_organizations on policy_version to portal_across using (true) with check (true);
create policy own_organization on policy_version using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger keep_approved before delete or update on policy_version for each row execute function keep_approved_version();
create trigger record_change after insert or delete or update on policy_version for each row execute function record_change('name', 'name_key,template,custom_html,defaults,body_html,blocks,etag,saved_at,saved_by,saved_by_person,approver_ip,review_at,superseded_at,template_version,company_name', 'f', 'policy_id,version');
grant delete, insert, select, update on policy_version to portal_across, portal_app;

create table rate_window (
  key text not null,
  used integer not null,
  ends_at timestamp with time zone not null,
  constraint rate_window_pkey primary key (key)
);
create index rate_window_by_end on rate_window (ends_at);
grant delete, insert, select, update on rate_window to portal_across, portal_app;

create table rating_asset (
  org_id uuid not null,
  domain text not null,
  asset text not null,
  kind text not null,
  because text not null,
  first_seen timestamp with time zone not null,
  last_seen timestamp with time zone not null,
  not_ours_reason text,
  not_ours_by text,
  not_ours_at timestamp with time zone,
  constraint rating_asset_pkey primary key (org_id, domain, asset),
  constraint rating_asset_org_id_domain_fkey foreign key (org_id, domain) references rating_run(org_id, domain) on delete cascade,
  constraint rating_asset_asset_check check (((length(asset) >= 1) AND (length(asset) <= 300))),
  constraint rating_asset_check check ((((not_ours_reason IS NULL) = (not_ours_at IS NULL)) AND ((not_ours_by IS NULL) = (not_ours_at IS NULL)))),
  constraint rating_asset_kind_check check ((kind = ANY (ARRAY['domain'::text, 'host'::text, 'address'::text, 'mail-server'::text, 'website'::text]))),
  constraint rating_asset_not_ours_reason_check check (((length(not_ours_reason) >= 1) AND (length(not_ours_reason) <= 500)))
);
alter table rating_asset enable row level security;
alter table rating_asset force row level security;
create policy across_organizations on rating_asset to portal_across using (true) with check (true);
create policy own_organization on rating_asset using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on rating_asset to portal_across, portal_app;

create table rating_finding (
  org_id uuid not null,
  domain text not null,
  key text not null,
  vector text not null,
  fact text not null,
  asset text not null,
  evidence text not null,
  grade text not null,
  effect jsonb not null,
  first_seen timestamp with time zone not null,
  last_seen timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_because text,
  constraint rating_finding_pkey primary key (org_id, domain, key),
  constraint rating_finding_org_id_domain_fkey foreign key (org_id, domain) references rating_run(org_id, domain) on delete cascade,
  constraint rating_finding_check check (((closed_at IS NULL) = (closed_because IS NULL))),
  constraint rating_finding_closed_because_check check ((closed_because = ANY (ARRAY['fixed'::text, 'aged'::text, 'unverified'::text]))),
  constraint rating_finding_grade_check check ((grade = ANY (ARRAY['GOOD'::text, 'FAIR'::text, 'WARN'::text, 'BAD'::text, 'NEUTRAL'::text]))),
  constraint rating_finding_key_check check (((length(key) >= 1) AND (length(key) <= 400)))
);
create index rating_finding_open on rating_finding (org_id, domain) where (closed_at IS NULL);
alter table rating_finding enable row level security;
alter table rating_finding force row level security;
create policy across_organizations on rating_finding to portal_across using (true) with check (true);
create policy own_organization on rating_finding using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on rating_finding to portal_across, portal_app;

create table rating_industry (
  industry text not null,
  average smallint not null,
  companies integer not null,
  computed_at timestamp with time zone not null,
  constraint rating_industry_pkey primary key (industry)
);
grant delete, insert, select, update on rating_industry to portal_across, portal_app;

create table rating_ownership (
  org_id uuid not null,
  domain text not null,
  verified_at timestamp with time zone not null,
  proved_by text not null,
  next_check_at timestamp with time zone not null,
  misses smallint default 0 not null,
  constraint rating_ownership_pkey primary key (org_id, domain),
  constraint rating_ownership_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint rating_ownership_domain_check check (((length(domain) >= 1) AND (length(domain) <= 253))),
  constraint rating_ownership_proved_by_check check ((proved_by = ANY (ARRAY['dns'::text, 'file'::text])))
);
create index rating_ownership_due on rating_ownership (next_check_at);
alter table rating_ownership enable row level security;
alter table rating_ownership force row level security;
create policy across_organizations on rating_ownership to portal_across using (true) with check (true);
create policy own_organization on rating_ownership using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on rating_ownership to portal_across, portal_app;

create table rating_report_request (
  org_id uuid not null,
  id uuid not null,
  domain text not null,
  note text default ''::text not null,
  requested_by text not null,
  requested_by_email text not null,
  requested_at timestamp with time zone not null,
  thread_id uuid not null,
  constraint rating_report_request_pkey primary key (org_id, id),
  constraint rating_report_request_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint rating_report_request_note_check check ((length(note) <= 2000))
);
alter table rating_report_request enable row level security;
alter table rating_report_request force row level security;
create policy across_organizations on rating_report_request to portal_across using (true) with check (true);
create policy own_organization on rating_report_request using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on rating_report_request to portal_across, portal_app;

create table rating_run (
  org_id uuid not null,
  domain text not null,
  state text not null,
  started_by text not null,
  started_at timestamp with time zone not null,
  begun_at timestamp with time zone,
  finished_at timestamp with time zone,
  tries smallint default 0 not null,
  beat_at timestamp with time zone not null,
  percent smallint default 0 not null,
  activity text default ''::text not null,
  failure_code text,
  failure text,
  constraint rating_run_pkey primary key (org_id, domain),
  constraint rating_run_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint rating_run_check check (((state = ANY (ARRAY['done'::text, 'failed'::text])) = (finished_at IS NOT NULL))),
  constraint rating_run_check1 check (((state = 'failed'::text) = (failure IS NOT NULL))),
  constraint rating_run_domain_check check (((length(domain) >= 1) AND (length(domain) <= 253))),
  constraint rating_run_percent_check check (((percent >= 0) AND (percent <= 100))),
  constraint rating_run_started_by_check check ((started_by = ANY (ARRAY['schedule'::text, 'administrator'::text]))),
  constraint rating_run_state_check check ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
create index rating_run_at_work on rating_run (beat_at) where (state = ANY (ARRAY['waiting'::text, 'running'::text]));
alter table rating_run enable row level security;
alter table rating_run force row level security;
create policy across_organizations on rating_run to portal_across using (true) with check (true);
create policy own_organization on rating_run using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on rating_run to portal_across, portal_app;

create table rating_setting (
  org_id uuid not null,
  dkim_selectors text[] default '{}'::text[] not null,
  next_at timestamp with time zone,
  constraint rating_setting_pkey primary key (org_id),
  constraint rating_setting_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint rating_setting_dkim_selectors_check check ((cardinality(dkim_selectors) <= 20))
);
create index rating_setting_due on rating_setting (next_at);
alter table rating_setting enable row level security;
alter table rating_setting force row level security;
create policy across_organizations on rating_setting to portal_across using (true) with check (true);
create policy own_organization on rating_setting using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on rating_setting to portal_across, portal_app;

create table rating_snapshot (
  org_id uuid not null,
  domain text not null,
  source text not null,
  day date not null,
  measured_at timestamp with time zone not null,
  written_at timestamp with time zone not null,
  version integer default 1 not null,
  rating smallint not null,
  grades jsonb not null,
  change jsonb,
  detail jsonb,
  constraint rating_snapshot_pkey primary key (org_id, domain, source, day),
  constraint rating_snapshot_org_id_domain_fkey foreign key (org_id, domain) references rating_run(org_id, domain) on delete cascade,
  constraint rating_snapshot_rating_check check (((rating >= 250) AND (rating <= 900))),
  constraint rating_snapshot_source_check check ((source = ANY (ARRAY['estimate'::text, 'bitsight'::text])))
) partition by range (day);
create index rating_snapshot_newest on rating_snapshot (org_id, measured_at desc);
alter table rating_snapshot enable row level security;
alter table rating_snapshot force row level security;
create policy across_organizations on rating_snapshot to portal_across using (true) with check (true);
create policy own_organization on rating_snapshot using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on rating_snapshot to portal_across, portal_app;

create table rating_vector (
  org_id uuid not null,
  domain text not null,
  vector text not null,
  measured_at timestamp with time zone,
  tried_at timestamp with time zone not null,
  note text,
  constraint rating_vector_pkey primary key (org_id, domain, vector),
  constraint rating_vector_org_id_domain_fkey foreign key (org_id, domain) references rating_run(org_id, domain) on delete cascade,
  constraint rating_vector_vector_check check (((length(vector) >= 1) AND (length(vector) <= 60)))
);
alter table rating_vector enable row level security;
alter table rating_vector force row level security;
create policy across_organizations on rating_vector to portal_across using (true) with check (true);
create policy own_organization on rating_vector using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on rating_vector to portal_across, portal_app;

create table recovery_code (
  cognito_id text not null,
  code_hash text not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey primary key (cognito_id, code_hash)
);
grant delete, insert, select, update on recovery_code to portal_across, portal_app;

create table scan (
  org_id uuid not null,
  id uuid not null,
  website_id uuid not null,
  status text not null,
  scan_profile text not null,
  started_by text not null,
  requested_by text,
  canceled_by text,
  started_at timestamp with time zone not null,
  begun_at timestamp with time zone,
  completed_at timestamp with time zone,
  tries smallint default 0 not null,
  beat_at timestamp with time zone not null,
  percent smallint default 0 not null,
  activity text default ''::text not null,
  requests integer default 0 not null,
  pages integer default 0 not null,
  handle text,
  failure_code text,
  failure_reason text,
  highs integer default 0 not null,
  mediums integer default 0 not null,
  lows integer default 0 not null,
  new_issues integer default 0 not null,
  open_issues integer default 0 not null,
  reopened_issues integer default 0 not null,
  fixed_issues integer default 0 not null,
  passed jsonb default '[]'::jsonb not null,
  coverage jsonb default '{"blocked": [], "skipped": [], "timedOut": []}'::jsonb not null,
  engine text default ''::text not null,
  asked_profile text,
  held_back text,
  proved_by text,
  decided_issues integer default 0 not null,
  tried jsonb,
  not_tested jsonb,
  constraint scan_pkey primary key (org_id, id),
  constraint scan_org_id_website_id_fkey foreign key (org_id, website_id) references website(org_id, id) on delete cascade,
  constraint scan_check check (((status = 'started'::text) = (completed_at IS NULL))),
  constraint scan_check1 check (((asked_profile IS NULL) = (held_back IS NULL))),
  constraint scan_held_back_check check ((held_back = ANY (ARRAY['proof'::text, 'forms'::text]))),
  constraint scan_percent_check check (((percent >= 0) AND (percent <= 100))),
  constraint scan_proved_by_check check ((proved_by = ANY (ARRAY['dns'::text, 'file'::text, 'meta'::text, 'domain'::text, 'operator'::text]))),
  constraint scan_started_by_check check ((started_by = ANY (ARRAY['schedule'::text, 'administrator'::text]))),
  constraint scan_status_check check ((status = ANY (ARRAY['started'::text, 'completed'::text, 'failed'::text, 'canceled'::text])))
);
create index scan_by_website on scan (org_id, website_id, started_at desc);
create index scan_completed on scan (org_id, website_id, completed_at desc) where (status = 'completed'::text);
create index scan_failed on scan (completed_at desc) where (status = 'failed'::text);
create index scan_running on scan (beat_at) where (status = 'started'::text);
create unique index scan_one_running on scan (org_id, website_id) where (status = 'started'::text);
alter table scan enable row level security;
alter table scan force row level security;
create policy across_organizations on scan to portal_across using (true) with check (true);
create policy own_organization on scan using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger record_change after insert or delete or update on scan for each row execute function record_change('website_id', 'requested_by,canceled_by,started_at,begun_at,completed_at,tries,beat_at,percent,activity,requests,pages,handle,failure_code,failure_reason,highs,mediums,lows,new_issues,open_issues,reopened_issues,fixed_issues,passed,coverage,engine,asked_profile,held_back,proved_by,decided_issues,tried,not_tested', 'f', 'id');
grant delete, insert, select, update on scan to portal_across, portal_app;

create table scan_finding (
  org_id uuid not null,
  scan_id uuid not null,
  finding_id text not null,
  state text not null,
  severity text not null,
  first_seen timestamp with time zone not null,
  last_seen timestamp with time zone not null,
  details jsonb not null,
  decision jsonb,
  constraint scan_finding_pkey primary key (org_id, scan_id, finding_id, last_seen),
  constraint scan_finding_org_id_scan_id_fkey foreign key (org_id, scan_id) references scan(org_id, id) on delete cascade,
  constraint scan_finding_severity_check check ((severity = ANY (ARRAY['high'::text, 'medium'::text, 'low'::text]))),
  constraint scan_finding_state_check check ((state = ANY (ARRAY['new'::text, 'open'::text, 'reopened'::text, 'fixed'::text])))
) partition by range (last_seen);
alter table scan_finding enable row level security;
alter table scan_finding force row level security;
create policy across_organizations on scan_finding to portal_across using (true) with check (true);
create policy own_organization on scan_finding using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on scan_finding to portal_across, portal_app;

create table schema_migration (
  name text not null,
  hash text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migration_pkey primary key (name)
);
grant delete, insert, select, update on schema_migration to portal_across;
grant select on schema_migration to portal_app;

create table second_factor (
  cognito_id text not null,
  since timestamp with time zone not null,
  constraint second_factor_pkey primary key (cognito_id)
);
grant delete, insert, select, update on second_factor to portal_across, portal_app;

create table signup_link (
  link_hash text not null,
  email text not null,
  first_name text default ''::text not null,
  last_name text default ''::text not null,
  company_name text default ''::text not null,
  subscription_id text not null,
  variant text not null,
  status text default 'sent'::text not null,
  sec_opt_in boolean,
  events jsonb default '[]'::jsonb not null,
  cognito_id text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  constraint signup_link_pkey primary key (link_hash),
  constraint signup_link_status_check check ((status = ANY (ARRAY['sent'::text, 'opened'::text, 'accepted'::text, 'replaced'::text]))),
  constraint signup_link_variant_check check ((variant = ANY (ARRAY['link'::text, 'sec'::text])))
);
create index signup_link_by_address on signup_link (email);
create index signup_link_by_age on signup_link (expires_at);
create index signup_link_by_person on signup_link (cognito_id) where (cognito_id IS NOT NULL);
grant delete, insert, select, update on signup_link to portal_across, portal_app;

create table staff_act (
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  staff_id uuid,
  staff_email text,
  staff_name text not null,
  ip text,
  user_agent text,
  request_id text,
  kind text not null,
  subject_id text,
  what text not null,
  old_value jsonb,
  new_value jsonb,
  constraint staff_act_pkey primary key (id),
  constraint staff_act_kind_check check (((length(kind) >= 1) AND (length(kind) <= 50))),
  constraint staff_act_staff_name_check check (((length(staff_name) >= 1) AND (length(staff_name) <= 100))),
  constraint staff_act_what_check check (((length(what) >= 1) AND (length(what) <= 500)))
);
create index staff_act_by_person on staff_act (staff_email, at desc, id desc);
create index staff_act_by_time on staff_act (at desc, id desc);
create trigger only_added before delete or update or truncate on staff_act for each statement execute function refuse_change();
grant delete, insert, select, update on staff_act to portal_across;
grant insert, select on staff_act to portal_app;
grant select, usage on sequence staff_act_id_seq to portal_across, portal_app;

create table staff_member (
  id uuid not null,
  cognito_id text not null,
  email text not null,
  name text not null,
  brand_id text,
  added_at timestamp with time zone not null,
  constraint staff_member_pkey primary key (id),
  constraint staff_member_brand_id_check check (((length(brand_id) >= 1) AND (length(brand_id) <= 100))),
  constraint staff_member_email_check check (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 254)))),
  constraint staff_member_name_check check (((length(name) >= 1) AND (length(name) <= 100)))
);
create unique index staff_member_address on staff_member (email);
create unique index staff_member_person on staff_member (cognito_id);
create trigger end_support before delete on staff_member for each row execute function end_support_sessions_of('staff-removed');
create trigger refuse_admin before insert or update of cognito_id, email on staff_member for each row execute function refuse_admin_as_staff();
grant delete, insert, select, update on staff_member to portal_across, portal_app;

create table stored_file (
  key text collate "C" not null,
  place uuid not null,
  type text not null,
  size bigint not null,
  modified_at timestamp with time zone not null,
  constraint stored_file_pkey primary key (key),
  constraint stored_file_size_check check ((size >= 0))
);
grant delete, insert, select, update on stored_file to portal_across, portal_app;

create table team_member (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  email text not null,
  email_key text not null,
  created_at timestamp with time zone not null,
  left_at timestamp with time zone,
  given_name text default ''::text not null,
  family_name text default ''::text not null,
  department text default ''::text not null,
  signs boolean default true not null,
  trains boolean default false not null,
  constraint team_member_pkey primary key (org_id, id),
  constraint team_member_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint team_member_department_check check ((length(department) <= 120)),
  constraint team_member_email_check check (((length(email) >= 3) AND (length(email) <= 254))),
  constraint team_member_family_name_check check ((length(family_name) <= 120)),
  constraint team_member_given_name_check check ((length(given_name) <= 120)),
  constraint team_member_name_check check (((length(name) >= 1) AND (length(name) <= 120)))
);
create index team_member_by_name on team_member (org_id, lower(name), id) where ((left_at IS NULL) AND signs);
create index team_member_untrained on team_member (org_id, lower(name), id) where ((left_at IS NULL) AND (NOT trains));
create unique index team_member_address on team_member (org_id, email_key) where (left_at IS NULL);
alter table team_member enable row level security;
alter table team_member force row level security;
create policy across_organizations on team_member to portal_across using (true) with check (true);
create policy own_organization on team_member using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger give_keys after update on team_member for each row when ((((old.name IS DISTINCT FROM new.name) OR (old.email_key IS DISTINCT FROM new.email_key)) OR (old.department IS DISTINCT FROM new.department))) execute function give_keys_to_trainee();
create trigger record_change after insert or delete or update on team_member for each row execute function record_change('name', 'email_key,created_at', 'f', 'id');
create trigger tally_deleted after delete on team_member referencing old table as removed for each statement execute function tally_team();
create trigger tally_inserted after insert on team_member referencing new table as added for each statement execute function tally_team();
create trigger tally_updated after update on team_member referencing old table as removed new table as added for each statement execute function tally_team();
grant delete, insert, select, update on team_member to portal_across, portal_app;

create table third_party_email (
  org_id uuid not null,
  day date not null,
  recipient uuid not null,
  colleague boolean not null,
  emails integer default 1 not null,
  withheld integer default 0 not null,
  constraint third_party_email_pkey primary key (org_id, day, recipient),
  constraint third_party_email_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade
);
create index third_party_email_by_day on third_party_email (day);
alter table third_party_email enable row level security;
alter table third_party_email force row level security;
create policy across_organizations on third_party_email to portal_across using (true) with check (true);
create policy own_organization on third_party_email using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on third_party_email to portal_across, portal_app;

create table third_party_report (
  org_id uuid not null,
  recipient uuid not null,
  reported_at timestamp with time zone not null,
  about text not null,
  comment text default ''::text not null,
  colleague boolean not null,
  constraint third_party_report_pkey primary key (org_id, recipient),
  constraint third_party_report_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint third_party_report_about_check check ((about = ANY (ARRAY['signing'::text, 'training'::text, 'approval'::text, 'invitation'::text, 'issue'::text]))),
  constraint third_party_report_comment_check check ((length(comment) <= 1000))
);
alter table third_party_report enable row level security;
alter table third_party_report force row level security;
create policy across_organizations on third_party_report to portal_across using (true) with check (true);
create policy own_organization on third_party_report using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on third_party_report to portal_across, portal_app;

create table third_party_sender (
  org_id uuid not null,
  stopped boolean not null,
  reason text not null,
  decided_by text,
  decided_at timestamp with time zone not null,
  constraint third_party_sender_pkey primary key (org_id),
  constraint third_party_sender_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint third_party_sender_reason_check check (((length(reason) >= 1) AND (length(reason) <= 1000)))
);
alter table third_party_sender enable row level security;
alter table third_party_sender force row level security;
create policy across_organizations on third_party_sender to portal_across using (true) with check (true);
create policy own_organization on third_party_sender using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on third_party_sender to portal_across, portal_app;

create table trainee (
  org_id uuid not null,
  member_id uuid not null,
  start_month date not null,
  added_at timestamp with time zone not null,
  archived_at timestamp with time zone,
  last_seen_at timestamp with time zone,
  courses smallint default 0 not null,
  finished smallint default 0 not null,
  next_unlock date,
  next_due date,
  link_round integer default 0 not null,
  link_expires_at timestamp with time zone,
  mailed_at timestamp with time zone,
  name_key text default ''::text not null,
  email_key text default ''::text not null,
  department_key text default ''::text not null,
  search_key text generated always as (((((name_key || '
'::text) || email_key) || '
'::text) || department_key)) stored,
  mailed_by text,
  constraint trainee_pkey primary key (org_id, member_id),
  constraint trainee_org_id_member_id_fkey foreign key (org_id, member_id) references team_member(org_id, id) on delete cascade,
  constraint trainee_start_month_check check ((EXTRACT(day FROM start_month) = (1)::numeric))
) with (fillfactor=80);
create index trainee_active on trainee (org_id, member_id) where (archived_at IS NULL);
create index trainee_archived on trainee (org_id, name_key, member_id) where (archived_at IS NOT NULL);
create index trainee_by_department on trainee (org_id, department_key, name_key, member_id) where (archived_at IS NULL);
create index trainee_by_email on trainee (org_id, email_key, member_id) where (archived_at IS NULL);
create index trainee_by_name on trainee (org_id, name_key, member_id) where (archived_at IS NULL);
create index trainee_first on trainee (org_id, added_at) where (archived_at IS NULL);
alter table trainee enable row level security;
alter table trainee force row level security;
create policy across_organizations on trainee to portal_across using (true) with check (true);
create policy own_organization on trainee using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger take_keys before insert on trainee for each row execute function take_keys_of_member();
create trigger tally_deleted after delete on trainee referencing old table as removed for each statement execute function tally_trainees();
create trigger tally_inserted after insert on trainee referencing new table as added for each statement execute function tally_trainees();
create trigger tally_updated after update on trainee referencing old table as removed new table as added for each statement execute function tally_trainees();
grant delete, insert, select, update on trainee to portal_across, portal_app;

create table training_answer_tally (
  org_id uuid not null,
  course_id text not null,
  question_id text not null,
  asked integer not null,
  missed integer not null,
  score_sum bigint default 0 not null,
  constraint training_answer_tally_pkey primary key (org_id, course_id, question_id),
  constraint training_answer_tally_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade
);
alter table training_answer_tally enable row level security;
alter table training_answer_tally force row level security;
create policy across_organizations on training_answer_tally to portal_across using (true) with check (true);
create policy own_organization on training_answer_tally using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on training_answer_tally to portal_across, portal_app;

create table training_attempt (
  org_id uuid not null,
  member_id uuid not null,
  course_id text not null,
  number integer not null,
  score smallint not null,
  passed boolean not null,
  pass_mark smallint not null,
  content_version text not null,
  finished_at timestamp with time zone not null,
  constraint training_attempt_pkey primary key (org_id, member_id, course_id, number),
  constraint training_attempt_org_id_member_id_course_id_fkey foreign key (org_id, member_id, course_id) references enrolment(org_id, member_id, course_id) on delete cascade,
  constraint training_attempt_score_check check (((score >= 0) AND (score <= 100)))
);
alter table training_attempt enable row level security;
alter table training_attempt force row level security;
create policy across_organizations on training_attempt to portal_across using (true) with check (true);
create policy own_organization on training_attempt using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on training_attempt to portal_across, portal_app;

create table training_certificate (
  org_id uuid not null,
  code text not null,
  member_id uuid not null,
  course_id text not null,
  title text not null,
  person_name text not null,
  company_name text not null,
  score smallint,
  minutes integer not null,
  finished_at timestamp with time zone not null,
  constraint training_certificate_pkey primary key (org_id, code),
  constraint training_certificate_code_key unique (code),
  constraint training_certificate_org_id_member_id_course_id_key unique (org_id, member_id, course_id),
  constraint training_certificate_org_id_member_id_fkey foreign key (org_id, member_id) references trainee(org_id, member_id) on delete cascade,
  constraint training_certificate_code_check check (((length(code) >= 8) AND (length(code) <= 40)))
);
alter table training_certificate enable row level security;
alter table training_certificate force row level security;
create policy across_organizations on training_certificate to portal_across using (true) with check (true);
create policy own_organization on training_certificate using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on training_certificate to portal_across, portal_app;

create table training_package (
  org_id uuid not null,
  id uuid not null,
  title text not null,
  standard text not null,
  parts jsonb not null,
  minutes smallint not null,
  files integer not null,
  bytes bigint not null,
  added_at timestamp with time zone not null,
  added_by text not null,
  removed_at timestamp with time zone,
  constraint training_package_pkey primary key (org_id, id),
  constraint training_package_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint training_package_minutes_check check (((minutes >= 1) AND (minutes <= 600))),
  constraint training_package_standard_check check ((standard = ANY (ARRAY['1.2'::text, '2004'::text]))),
  constraint training_package_title_check check (((length(title) >= 1) AND (length(title) <= 200)))
);
alter table training_package enable row level security;
alter table training_package force row level security;
create policy across_organizations on training_package to portal_across using (true) with check (true);
create policy own_organization on training_package using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger record_change after insert or delete or update on training_package for each row execute function record_change('title', 'added_at,files,bytes,parts', 'f', 'id');
grant delete, insert, select, update on training_package to portal_across, portal_app;

create table training_part (
  org_id uuid not null,
  member_id uuid not null,
  course_id text not null,
  part_id text not null,
  state text not null,
  done boolean not null,
  failed boolean not null,
  score smallint,
  updated_at timestamp with time zone not null,
  constraint training_part_pkey primary key (org_id, member_id, course_id, part_id),
  constraint training_part_org_id_member_id_course_id_fkey foreign key (org_id, member_id, course_id) references enrolment(org_id, member_id, course_id) on delete cascade,
  constraint training_part_part_id_check check ((length(part_id) <= 200)),
  constraint training_part_score_check check (((score >= 0) AND (score <= 100))),
  constraint training_part_state_check check ((length(state) <= 200000))
);
alter table training_part enable row level security;
alter table training_part force row level security;
create policy across_organizations on training_part to portal_across using (true) with check (true);
create policy own_organization on training_part using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on training_part to portal_across, portal_app;

create table training_play (
  org_id uuid not null,
  member_id uuid not null,
  course_id text not null,
  state jsonb not null,
  updated_at timestamp with time zone not null,
  constraint training_play_pkey primary key (org_id, member_id, course_id),
  constraint training_play_org_id_member_id_course_id_fkey foreign key (org_id, member_id, course_id) references enrolment(org_id, member_id, course_id) on delete cascade
);
alter table training_play enable row level security;
alter table training_play force row level security;
create policy across_organizations on training_play to portal_across using (true) with check (true);
create policy own_organization on training_play using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on training_play to portal_across, portal_app;

create table training_setting (
  org_id uuid not null,
  calendar text not null,
  start_month date not null,
  pass_mark smallint,
  remind boolean not null,
  digest boolean not null,
  digest_month date,
  updated_at timestamp with time zone not null,
  constraint training_setting_pkey primary key (org_id),
  constraint training_setting_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint training_setting_calendar_check check ((calendar = ANY (ARRAY['together'::text, 'own'::text]))),
  constraint training_setting_pass_mark_check check (((pass_mark >= 50) AND (pass_mark <= 100))),
  constraint training_setting_start_month_check check ((EXTRACT(day FROM start_month) = (1)::numeric))
);
alter table training_setting enable row level security;
alter table training_setting force row level security;
create policy across_organizations on training_setting to portal_across using (true) with check (true);
create policy own_organization on training_setting using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on training_setting to portal_across, portal_app;

create table trial_reminder (
  org_id uuid not null,
  stage integer not null,
  sent_at timestamp with time zone not null,
  constraint trial_reminder_pkey primary key (org_id, stage),
  constraint trial_reminder_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint trial_reminder_stage_check check ((stage = ANY (ARRAY[7, 3, 1, '-1'::integer])))
);
alter table trial_reminder enable row level security;
alter table trial_reminder force row level security;
create policy across_organizations on trial_reminder to portal_across using (true) with check (true);
create policy own_organization on trial_reminder using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on trial_reminder to portal_across, portal_app;

create table used_sign_in (
  sign_in_id text not null,
  used_at timestamp with time zone not null,
  constraint used_sign_in_pkey primary key (sign_in_id)
);
create index used_sign_in_by_age on used_sign_in (used_at);
grant delete, insert, select, update on used_sign_in to portal_across, portal_app;

create table user_pool_challenge (
  token_hash text not null,
  challenge text not null,
  cognito_id text,
  sealed_state text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint user_pool_challenge_pkey primary key (token_hash),
  constraint user_pool_challenge_cognito_id_fkey foreign key (cognito_id) references user_pool_user(cognito_id) on delete cascade,
  constraint user_pool_challenge_challenge_check check ((challenge = ANY (ARRAY['PASSWORD_VERIFIER'::text, 'NEW_PASSWORD_REQUIRED'::text, 'SOFTWARE_TOKEN_MFA'::text])))
);
create index user_pool_challenge_by_age on user_pool_challenge (expires_at);
grant delete, insert, select, update on user_pool_challenge to portal_across, portal_app;

create table user_pool_code (
  name_hash text not null,
  purpose text not null,
  cognito_id text,
  code_hash text not null,
  failed integer default 0 not null,
  used_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  sent integer default 1 not null,
  window_ends_at timestamp with time zone not null,
  constraint user_pool_code_pkey primary key (name_hash, purpose),
  constraint user_pool_code_cognito_id_fkey foreign key (cognito_id) references user_pool_user(cognito_id) on delete cascade,
  constraint user_pool_code_purpose_check check ((purpose = ANY (ARRAY['sign-up'::text, 'forgot-password'::text])))
);
create index user_pool_code_by_age on user_pool_code (expires_at);
grant delete, insert, select, update on user_pool_code to portal_across, portal_app;

create table user_pool_device (
  cognito_id text not null,
  device_hash text not null,
  used_at timestamp with time zone not null,
  constraint user_pool_device_pkey primary key (cognito_id, device_hash),
  constraint user_pool_device_cognito_id_fkey foreign key (cognito_id) references user_pool_user(cognito_id) on delete cascade
);
create index user_pool_device_by_age on user_pool_device (used_at);
grant delete, insert, select, update on user_pool_device to portal_across, portal_app;

create table user_pool_key (
  token_use text not null,
  kid text not null,
  public_jwk jsonb not null,
  sealed_private_key text not null,
  created_at timestamp with time zone not null,
  constraint user_pool_key_pkey primary key (token_use),
  constraint user_pool_key_kid_key unique (kid),
  constraint user_pool_key_token_use_check check ((token_use = ANY (ARRAY['id'::text, 'access'::text])))
);
grant delete, insert, select, update on user_pool_key to portal_across, portal_app;

create table user_pool_lockout (
  name_hash text not null,
  attempts integer not null,
  locked_until timestamp with time zone not null,
  constraint user_pool_lockout_pkey primary key (name_hash)
);
create index user_pool_lockout_by_age on user_pool_lockout (locked_until);
grant delete, insert, select, update on user_pool_lockout to portal_across, portal_app;

create table user_pool_refresh_token (
  origin_jti text not null,
  token_hash text not null,
  cognito_id text not null,
  signed_in_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  gave_code boolean default false not null,
  constraint user_pool_refresh_token_pkey primary key (origin_jti),
  constraint user_pool_refresh_token_token_hash_key unique (token_hash),
  constraint user_pool_refresh_token_cognito_id_fkey foreign key (cognito_id) references user_pool_user(cognito_id) on delete cascade
);
create index user_pool_refresh_token_by_age on user_pool_refresh_token (expires_at);
create index user_pool_refresh_token_by_person on user_pool_refresh_token (cognito_id);
grant delete, insert, select, update on user_pool_refresh_token to portal_across, portal_app;

create table user_pool_software_token (
  cognito_id text not null,
  sealed_secret text,
  sealed_pending text,
  device_name text default ''::text not null,
  enabled boolean default false not null,
  preferred boolean default false not null,
  last_step integer,
  updated_at timestamp with time zone not null,
  constraint user_pool_software_token_pkey primary key (cognito_id),
  constraint user_pool_software_token_cognito_id_fkey foreign key (cognito_id) references user_pool_user(cognito_id) on delete cascade,
  constraint user_pool_software_token_check check (((NOT enabled) OR (sealed_secret IS NOT NULL)))
);
grant delete, insert, select, update on user_pool_software_token to portal_across, portal_app;

create table user_pool_user (
  cognito_id text not null,
  email text not null,
  email_verified boolean default false not null,
  subscription_id text,
  status text not null,
  password_hash text not null,
  srp_salt text not null,
  sealed_srp_verifier text not null,
  temporary_until timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint user_pool_user_pkey primary key (cognito_id),
  constraint user_pool_user_email_check check (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 254)))),
  constraint user_pool_user_status_check check ((status = ANY (ARRAY['UNCONFIRMED'::text, 'CONFIRMED'::text, 'FORCE_CHANGE_PASSWORD'::text, 'RESET_REQUIRED'::text]))),
  constraint user_pool_user_subscription_id_check check (((length(subscription_id) >= 1) AND (length(subscription_id) <= 256)))
);
create unique index user_pool_user_address on user_pool_user (email);
grant delete, insert, select, update on user_pool_user to portal_across, portal_app;

create table weakness (
  org_id uuid not null,
  id uuid not null,
  type text not null,
  title text not null,
  severity text not null,
  severity_rank smallint generated always as (
CASE severity
    WHEN 'Critical'::text THEN 1
    WHEN 'High'::text THEN 2
    WHEN 'Medium'::text THEN 3
    WHEN 'Low'::text THEN 4
    ELSE 5
END) stored not null,
  status text not null,
  status_rank smallint generated always as (
CASE status
    WHEN 'Open'::text THEN 1
    WHEN 'Resolved'::text THEN 2
    WHEN 'Not Relevant'::text THEN 3
    ELSE 4
END) stored not null,
  reported_on timestamp with time zone not null,
  status_updated_on timestamp with time zone not null,
  body jsonb not null,
  source text not null,
  asset text default ''::text not null,
  evidence text default ''::text not null,
  version integer default 1 not null,
  constraint weakness_pkey primary key (org_id, id),
  constraint weakness_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint weakness_asset_check check ((length(asset) <= 300)),
  constraint weakness_evidence_check check ((length(evidence) <= 2000)),
  constraint weakness_severity_check check ((severity = ANY (ARRAY['Critical'::text, 'High'::text, 'Medium'::text, 'Low'::text, 'Info'::text]))),
  constraint weakness_source_check check ((source = ANY (ARRAY['rating'::text, 'scan'::text, 'assessment'::text, 'staff'::text]))),
  constraint weakness_status_check check ((status = ANY (ARRAY['Open'::text, 'Resolved'::text, 'Not Relevant'::text, 'No Status'::text]))),
  constraint weakness_title_check check (((length(title) >= 1) AND (length(title) <= 160))),
  constraint weakness_type_check check (((length(type) >= 1) AND (length(type) <= 60)))
);
create index weakness_by_status on weakness (org_id, status_rank, severity_rank, reported_on desc);
create unique index weakness_of_type on weakness (org_id, type, asset) where (type <> 'staff'::text);
alter table weakness enable row level security;
alter table weakness force row level security;
create policy across_organizations on weakness to portal_across using (true) with check (true);
create policy own_organization on weakness using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger record_change after insert or delete or update on weakness for each row execute function record_change('title', 'severity_rank,status_rank,reported_on,status_updated_on,body,evidence,version,type', 't', 'id');
grant delete, insert, select, update on weakness to portal_across, portal_app;

create table weakness_candidate (
  org_id uuid not null,
  type text not null,
  asset text not null,
  state text not null,
  present boolean not null,
  severity text not null,
  title text not null,
  source text not null,
  fact text default ''::text not null,
  evidence text default ''::text not null,
  first_seen timestamp with time zone not null,
  last_seen timestamp with time zone not null,
  gone_at timestamp with time zone,
  weakness_id uuid,
  decided_by text default ''::text not null,
  decided_at timestamp with time zone,
  note text default ''::text not null,
  constraint weakness_candidate_pkey primary key (org_id, type, asset),
  constraint weakness_candidate_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint weakness_candidate_org_id_weakness_id_fkey foreign key (org_id, weakness_id) references weakness(org_id, id) on delete set null (weakness_id),
  constraint weakness_candidate_asset_check check ((length(asset) <= 300)),
  constraint weakness_candidate_evidence_check check ((length(evidence) <= 2000)),
  constraint weakness_candidate_fact_check check ((length(fact) <= 200)),
  constraint weakness_candidate_note_check check ((length(note) <= 1000)),
  constraint weakness_candidate_severity_check check ((severity = ANY (ARRAY['Critical'::text, 'High'::text, 'Medium'::text, 'Low'::text, 'Info'::text]))),
  constraint weakness_candidate_source_check check ((source = ANY (ARRAY['rating'::text, 'scan'::text, 'assessment'::text]))),
  constraint weakness_candidate_state_check check ((state = ANY (ARRAY['proposed'::text, 'published'::text, 'dismissed'::text]))),
  constraint weakness_candidate_title_check check (((length(title) >= 1) AND (length(title) <= 160))),
  constraint weakness_candidate_type_check check (((length(type) >= 1) AND (length(type) <= 60)))
);
create index weakness_candidate_open on weakness_candidate (last_seen desc) where ((state = 'proposed'::text) AND present);
alter table weakness_candidate enable row level security;
alter table weakness_candidate force row level security;
create policy across_organizations on weakness_candidate to portal_across using (true) with check (true);
create policy own_organization on weakness_candidate using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on weakness_candidate to portal_across, portal_app;

create table weakness_event (
  org_id uuid not null,
  weakness_id uuid not null,
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  act text not null,
  status text not null,
  note text default ''::text not null,
  by_name text default ''::text not null,
  by_staff boolean default false not null,
  constraint weakness_event_pkey primary key (org_id, weakness_id, id),
  constraint weakness_event_org_id_weakness_id_fkey foreign key (org_id, weakness_id) references weakness(org_id, id) on delete cascade,
  constraint weakness_event_act_check check ((act = ANY (ARRAY['published'::text, 'status'::text, 'edited'::text, 'reopened'::text, 'resolved'::text, 'check-asked'::text]))),
  constraint weakness_event_note_check check ((length(note) <= 1000))
);
alter table weakness_event enable row level security;
alter table weakness_event force row level security;
create policy across_organizations on weakness_event to portal_across using (true) with check (true);
create policy own_organization on weakness_event using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select on weakness_event to portal_app;
grant delete, insert, select, update on weakness_event to portal_across;
grant select, usage on sequence weakness_event_id_seq to portal_across, portal_app;

create table website (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text not null,
  url text not null,
  url_key text not null,
  scan_profile text not null,
  confirmed_by text not null,
  confirmed_by_person text not null,
  confirmed_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  forms_confirmed_by text,
  forms_confirmed_at timestamp with time zone,
  consent_terms text,
  consent_terms_accepted_at timestamp with time zone,
  constraint website_pkey primary key (org_id, id),
  constraint website_org_id_fkey foreign key (org_id) references organization(org_id) on delete cascade,
  constraint website_check check (((forms_confirmed_by IS NULL) = (forms_confirmed_at IS NULL))),
  constraint website_check1 check (((consent_terms IS NULL) = (consent_terms_accepted_at IS NULL))),
  constraint website_consent_terms_check check (((length(consent_terms) >= 1) AND (length(consent_terms) <= 2000))),
  constraint website_name_check check (((length(name) >= 1) AND (length(name) <= 255)))
);
create unique index website_name on website (org_id, name_key);
create unique index website_url on website (org_id, url_key);
alter table website enable row level security;
alter table website force row level security;
create policy across_organizations on website to portal_across using (true) with check (true);
create policy own_organization on website using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger record_change after insert or delete or update on website for each row execute function record_change('name', 'name_key,url_key,created_at,confirmed_by_person', 'f', 'id');
grant delete, insert, select, update on website to portal_across, portal_app;

create table website_proof (
  org_id uuid not null,
  website_id uuid not null,
  proved_at timestamp with time zone not null,
  proved_by text not null,
  seen_at timestamp with time zone not null,
  misses smallint default 0 not null,
  constraint website_proof_pkey primary key (org_id, website_id),
  constraint website_proof_org_id_website_id_fkey foreign key (org_id, website_id) references website(org_id, id) on delete cascade,
  constraint website_proof_misses_check check ((misses >= 0)),
  constraint website_proof_proved_by_check check ((proved_by = ANY (ARRAY['dns'::text, 'file'::text, 'meta'::text])))
);
alter table website_proof enable row level security;
alter table website_proof force row level security;
create policy across_organizations on website_proof to portal_across using (true) with check (true);
create policy own_organization on website_proof using ((org_id = current_org())) with check ((org_id = current_org()));
grant delete, insert, select, update on website_proof to portal_across, portal_app;

create table website_scan_setting (
  org_id uuid not null,
  website_id uuid not null,
  sign_in_kind text,
  sign_in_url text,
  sign_in_user text,
  sign_in_header text,
  sign_in_sealed text,
  sign_in_set_at timestamp with time zone,
  exclude text[] default '{}'::text[] not null,
  quiet_hours jsonb default '[]'::jsonb not null,
  updated_at timestamp with time zone not null,
  constraint website_scan_setting_pkey primary key (org_id, website_id),
  constraint website_scan_setting_org_id_website_id_fkey foreign key (org_id, website_id) references website(org_id, id) on delete cascade,
  constraint website_scan_setting_check check ((((sign_in_kind IS NULL) = (sign_in_sealed IS NULL)) AND ((sign_in_kind IS NULL) = (sign_in_set_at IS NULL)))),
  constraint website_scan_setting_exclude_check check ((cardinality(exclude) <= 50)),
  constraint website_scan_setting_quiet_hours_check check ((jsonb_array_length(quiet_hours) <= 10)),
  constraint website_scan_setting_sign_in_kind_check check ((sign_in_kind = ANY (ARRAY['form'::text, 'bearer'::text, 'header'::text, 'cookie'::text])))
);
alter table website_scan_setting enable row level security;
alter table website_scan_setting force row level security;
create policy across_organizations on website_scan_setting to portal_across using (true) with check (true);
create policy own_organization on website_scan_setting using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger record_change after insert or delete or update on website_scan_setting for each row execute function record_change('website_id', 'sign_in_sealed,updated_at', 'f', 'website_id');
grant delete, insert, select, update on website_scan_setting to portal_across, portal_app;

create table website_schedule (
  org_id uuid not null,
  website_id uuid not null,
  id uuid not null,
  recurrence text not null,
  first_scan timestamp with time zone not null,
  day_of_month smallint not null,
  week_index text,
  day_of_week smallint,
  next_scan timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  held_until timestamp with time zone,
  constraint website_schedule_pkey primary key (org_id, website_id),
  constraint website_schedule_org_id_website_id_fkey foreign key (org_id, website_id) references website(org_id, id) on delete cascade,
  constraint website_schedule_check check (((week_index IS NULL) = (day_of_week IS NULL))),
  constraint website_schedule_day_of_month_check check (((day_of_month >= 1) AND (day_of_month <= 31))),
  constraint website_schedule_day_of_week_check check (((day_of_week >= 1) AND (day_of_week <= 7))),
  constraint website_schedule_recurrence_check check ((recurrence = ANY (ARRAY['d'::text, 'w'::text, 'm'::text, 'q'::text]))),
  constraint website_schedule_week_index_check check ((week_index = ANY (ARRAY['first'::text, 'second'::text, 'third'::text, 'fourth'::text, 'last'::text])))
);
create index website_schedule_due on website_schedule (next_scan);
alter table website_schedule enable row level security;
alter table website_schedule force row level security;
create policy across_organizations on website_schedule to portal_across using (true) with check (true);
create policy own_organization on website_schedule using ((org_id = current_org())) with check ((org_id = current_org()));
create trigger record_change after insert or delete or update on website_schedule for each row execute function record_change('website_id', 'updated_at,held_until', 'f', 'website_id');
grant delete, insert, select, update on website_schedule to portal_across, portal_app;

create procedure add_partition(in table_name text, in quarter_start date)
 language plpgsql
as $procedure$
declare
  part text := format('%s_%s', table_name, to_char(quarter_start, 'YYYY"q"Q'));
  t parts.partitioned;
  low text;
  high text;
begin
  select * into strict t from parts.partitioned p where p.name = table_name;
  if to_regclass(format('parts.%I', part)) is not null then return; end if;
  low := quarter_bound(t.column_type, quarter_start);
  high := quarter_bound(t.column_type, (quarter_start + interval '3 months')::date);
  -- made beside the table and attached, so that readers of the table do not wait
  execute format('create table parts.%I (like %s including defaults including constraints)', part, t.id::regclass);
  execute format('alter table %s no force row level security', t.rest);
  execute format('with moved as (delete from %s where %I >= %L and %2$I < %4$L returning *) insert into parts.%5$I select * from moved',
    t.rest, t.by_column, low, high, part);
  execute format('alter table %s force row level security', t.rest);
  execute format('alter table %s attach partition parts.%I for values from (%L) to (%L)', t.id::regclass, part, low, high);
  call protect_tenant_table(format('parts.%I', part)::regclass);
end $procedure$;
revoke execute on procedure add_partition(text,date) from public;

create procedure audit_table(in table_name regclass, in named_by text, in ignored text default ''::text, in by_portal boolean default false)
 language plpgsql
as $procedure$
declare
  keys text := coalesce((select string_agg(a.attname, ',' order by k.place)
    from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as k(number, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indrelid = table_name and i.indisprimary and a.attname <> 'org_id'), '');
begin
  execute format('create trigger record_change after insert or update or delete on %s for each row execute function record_change(%L, %L, %L, %L)',
    table_name, named_by, ignored, by_portal, keys);
end $procedure$;

create function closings_to_tend(due timestamp with time zone, remind timestamp with time zone, at_most integer)
 returns table(org_id uuid, is_due boolean)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
  select c.org_id, c.due_at <= due from organization_closing c
  where c.kept_at is null and (c.due_at <= due or (c.due_at <= remind and c.reminded_at is null))
  order by c.due_at limit at_most
$function$;
alter function closings_to_tend(timestamp with time zone,timestamp with time zone,integer) owner to portal_across;
revoke execute on function closings_to_tend(timestamp with time zone,timestamp with time zone,integer) from public;
grant execute on function closings_to_tend(timestamp with time zone,timestamp with time zone,integer) to portal_app;

create function concierge_desk_counts(channels text[], org uuid)
 returns table(waiting integer, unseen integer, oldest_waiting timestamp with time zone, candidates integer, open_weaknesses integer, checks integer)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
  with scope as (select o.org_id from organization o where (channels is null or o.channel_id = any (channels)) and (org is null or o.org_id = org)),
    waits as (select t.*, coalesce(unanswered_since(t.org_id, t.id, false), t.last_entry_at) as since from concierge_thread t join scope using (org_id)
      where t.state = 'waiting')
  select (select count(*)::int from waits),
    (select count(*)::int from concierge_thread t join scope using (org_id) where t.last_customer_entry > t.staff_seen_entry),
    (select min(since) from waits),
    (select count(*)::int from weakness_candidate c join scope using (org_id) where c.state = 'proposed' and c.present),
    (select count(*)::int from weakness w join scope using (org_id) where w.status = 'Open'),
    (select count(*)::int from waits t where t.weakness_id is not null and unanswered_since(t.org_id, t.id, true) is not null)
$function$;
alter function concierge_desk_counts(text[],uuid) owner to portal_across;
revoke execute on function concierge_desk_counts(text[],uuid) from public;
grant execute on function concierge_desk_counts(text[],uuid) to portal_app;

create function concierge_is_for(kind text, vals text[], within_brand text, org uuid, brand text, industry text, plan text)
 returns boolean
 language sql
 immutable parallel safe
as $function$
  select (within_brand is null or within_brand = brand) and case kind
    when 'all' then true
    when 'brand' then brand = any (vals)
    when 'industry' then industry = any (vals)
    when 'plan' then plan = any (vals)
    when 'organization' then org::text = any (vals)
    else false end
$function$;

create function conversations_for_staff(channels text[], org uuid, states text[], search text, mine uuid, only_unseen boolean, at_most integer, skip integer)
 returns table(org_id uuid, company_name text, channel_id text, thread_id uuid, subject text, state text, context jsonb, message_id text, weakness_id uuid, opened_by_name text, opened_at timestamp with time zone, last_entry_at timestamp with time zone, last_from text, entries integer, excerpt text, unseen boolean, assigned_to uuid, assigned_name text, waiting_since timestamp with time zone, check_asked boolean, total integer)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
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
$function$;
alter function conversations_for_staff(text[],uuid,text[],text,uuid,boolean,integer,integer) owner to portal_across;
revoke execute on function conversations_for_staff(text[],uuid,text[],text,uuid,boolean,integer,integer) from public;
grant execute on function conversations_for_staff(text[],uuid,text[],text,uuid,boolean,integer,integer) to portal_app;

create procedure count_of_trainees(in members uuid[])
 language plpgsql
as $procedure$
begin
  perform from trainee t where t.org_id = current_org() and t.member_id = any(members) order by t.member_id for no key update;
  update trainee t set courses = c.courses, finished = c.finished, next_unlock = c.next_unlock, next_due = c.next_due
  from (
    select m.member_id, count(e.course_id)::smallint as courses, count(e.course_id) filter (where e.status = 'finished')::smallint as finished,
      min(e.unlock_on) filter (where e.status <> 'finished') as next_unlock, min(e.due_on) filter (where e.status <> 'finished') as next_due
    from unnest(members) as m(member_id) left join enrolment e on e.org_id = current_org() and e.member_id = m.member_id and e.active
    group by 1
  ) c
  where t.org_id = current_org() and t.member_id = c.member_id
    and (t.courses, t.finished, t.next_unlock, t.next_due) is distinct from (c.courses, c.finished, c.next_unlock, c.next_due);
end $procedure$;

create function current_org()
 returns uuid
 language sql
 stable
as $function$ select nullif(current_setting('app.org_id', true), '')::uuid $function$;

create function delete_old_audit_entries(org uuid, before timestamp with time zone, at_most integer)
 returns integer
 language plpgsql
 security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
declare deleted integer;
begin
  delete from audit_entry where org_id = org and id = any (array(
    select e.id from audit_entry e where e.org_id = org and e.at < least(before, now() - interval '12 months') order by e.id limit at_most));
  get diagnostics deleted = row_count;
  return deleted;
end $function$;
alter function delete_old_audit_entries(uuid,timestamp with time zone,integer) owner to portal_across;
revoke execute on function delete_old_audit_entries(uuid,timestamp with time zone,integer) from public;
grant execute on function delete_old_audit_entries(uuid,timestamp with time zone,integer) to portal_app;

create function delete_old_staff_acts(before timestamp with time zone, at_most integer)
 returns integer
 language plpgsql
 security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
declare deleted integer;
begin
  delete from staff_act where id = any (array(
    select a.id from staff_act a where a.at < least(before, now() - interval '12 months') order by a.id limit at_most));
  get diagnostics deleted = row_count;
  return deleted;
end $function$;
alter function delete_old_staff_acts(timestamp with time zone,integer) owner to portal_across;
revoke execute on function delete_old_staff_acts(timestamp with time zone,integer) from public;
grant execute on function delete_old_staff_acts(timestamp with time zone,integer) to portal_app;

create function drop_partitions(from_table text, before timestamp with time zone)
 returns setof text
 language plpgsql
 security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
 set lock_timeout to '2s'
as $function$
declare
  t parts.partitioned;
  part text;
  low timestamptz;
  high timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('partitions', 0));
  select * into strict t from parts.partitioned p where p.name = from_table;
  before := least(before, now() - interval '400 days');
  for part in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = t.id and c.relname ~ '_[0-9]{4}q[1-4]$' order by 1 loop
    low := (make_date(substring(part from '_([0-9]{4})q')::integer, 3 * right(part, 1)::integer - 2, 1))::timestamp at time zone 'UTC';
    high := low + interval '3 months';
    continue when high > before;
    if from_table = 'scan_finding' then
      execute format('alter table parts.%I no force row level security', part);
      execute format('create temporary table in_use on commit drop as select p.* from parts.%I p join scan_findings_in_use(%L, %L, %L) u using (org_id, scan_id, finding_id)',
        part, low, high, before);
    end if;
    execute format('alter table %s detach partition parts.%I', t.id::regclass, part);
    execute format('drop table parts.%I', part);
    if from_table = 'scan_finding' then
      alter table parts.scan_finding_rest no force row level security;
      insert into parts.scan_finding_rest select * from pg_temp.in_use;
      alter table parts.scan_finding_rest force row level security;
      drop table pg_temp.in_use;
    end if;
    return next part;
  end loop;
  -- the rest holds rows from before there were partitions, and what was in use when its partition went
  execute format('alter table %s no force row level security', t.rest);
  execute format('delete from %s r where r.%I < %L%s', t.rest, t.by_column, before, case when from_table = 'scan_finding' then format(
    ' and not exists (select from scan_findings_in_use(''-infinity'', %L, %1$L) u where u.org_id = r.org_id and u.scan_id = r.scan_id and u.finding_id = r.finding_id)',
    before) else '' end);
  execute format('alter table %s force row level security', t.rest);
end $function$;
revoke execute on function drop_partitions(text,timestamp with time zone) from public;
grant execute on function drop_partitions(text,timestamp with time zone) to portal_app;

create function due_rating_proofs(at timestamp with time zone, at_most integer)
 returns table(org_id uuid, domain text)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ select p.org_id, p.domain from rating_ownership p where p.next_check_at <= at order by p.next_check_at limit at_most $function$;
alter function due_rating_proofs(timestamp with time zone,integer) owner to portal_across;
revoke execute on function due_rating_proofs(timestamp with time zone,integer) from public;
grant execute on function due_rating_proofs(timestamp with time zone,integer) to portal_app;

create function due_ratings(at timestamp with time zone, at_most integer)
 returns table(org_id uuid)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ (select s.org_id from rating_setting s where s.next_at <= at order by s.next_at limit at_most)
   union all
   (select o.org_id from organization o
    where not exists (select from rating_setting s where s.org_id = o.org_id and s.next_at is not null) limit at_most)
   limit at_most $function$;
alter function due_ratings(timestamp with time zone,integer) owner to portal_across;
revoke execute on function due_ratings(timestamp with time zone,integer) from public;
grant execute on function due_ratings(timestamp with time zone,integer) to portal_app;

create function due_website_schedules(at timestamp with time zone, at_most integer)
 returns table(org_id uuid, website_id uuid)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ select s.org_id, s.website_id from website_schedule s
   where s.next_scan <= at and (s.held_until is null or s.held_until <= at) order by s.next_scan limit at_most $function$;
alter function due_website_schedules(timestamp with time zone,integer) owner to portal_across;
revoke execute on function due_website_schedules(timestamp with time zone,integer) from public;
grant execute on function due_website_schedules(timestamp with time zone,integer) to portal_app;

create function end_support_session(hash text, how text, actor jsonb)
 returns boolean
 language plpgsql
as $function$
declare
  former text := coalesce(current_setting('app.actor', true), '');
  ended boolean;
begin
  perform set_config('app.actor', actor::text, true), set_config('app.support_end', how, true);
  delete from app_session where token_hash = hash and staff_id is not null and support_staff is not null;
  ended := found;
  perform set_config('app.actor', former, true), set_config('app.support_end', '', true);
  return ended;
end $function$;

create function end_support_sessions_of()
 returns trigger
 language plpgsql
as $function$
begin
  perform set_config('app.support_end', tg_argv[0], true);
  if tg_table_name = 'staff_member' then
    delete from app_session where staff_id = old.id;
  elsif tg_table_name = 'admin' then
    delete from app_session where staff_id is not null and acts_for = old.org_id and cognito_id = old.cognito_id;
  else
    delete from app_session where staff_id is not null and acts_for = old.org_id;
  end if;
  perform set_config('app.support_end', '', true);
  return old;
end $function$;

create function ended_acceptances(at timestamp with time zone, at_most integer)
 returns table(org_id uuid, website_id uuid)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
  select distinct f.org_id, f.website_id from finding f where f.decision = 'accepted' and f.accepted_until <= at limit at_most
$function$;
alter function ended_acceptances(timestamp with time zone,integer) owner to portal_across;
revoke execute on function ended_acceptances(timestamp with time zone,integer) from public;
grant execute on function ended_acceptances(timestamp with time zone,integer) to portal_app;

create function ended_support_sessions(at timestamp with time zone, inactivity_seconds integer)
 returns table(token_hash text, ended_at timestamp with time zone)
 language sql
 stable
as $function$
  select e.token_hash, e.ended_at from (
    select s.token_hash, least(s.expires_at, case when inactivity_seconds > 0 then s.touched_at + make_interval(secs => inactivity_seconds) end) as ended_at
    from app_session s where s.staff_id is not null and s.support_staff is not null) e
  where e.ended_at <= at
$function$;

create function ensure_partitions(at timestamp with time zone)
 returns setof text
 language plpgsql
 security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
 set lock_timeout to '2s'
as $function$
declare
  t parts.partitioned;
  quarter date;
  part text;
begin
  perform pg_advisory_xact_lock(hashtextextended('partitions', 0));
  -- within a year of this server's own clock, so that no caller can have thousands made
  at := least(greatest(at, now() - interval '1 year'), now() + interval '1 year');
  for t in select * from parts.partitioned order by name loop
    for ahead in 0..2 loop
      quarter := (date_trunc('quarter', at at time zone 'UTC') + make_interval(months => 3 * ahead))::date;
      part := t.name || to_char(quarter, '"_"YYYY"q"Q');
      if to_regclass(format('parts.%I', part)) is null then
        call add_partition(t.name, quarter);
        return next part;
      end if;
    end loop;
  end loop;
end $function$;
revoke execute on function ensure_partitions(timestamp with time zone) from public;
grant execute on function ensure_partitions(timestamp with time zone) to portal_app;

create function erase_organization(org uuid)
 returns bigint
 language plpgsql
 security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
declare
  tenant regclass;
  erased bigint := 0;
  further bigint;
begin
  perform require_erasure(org);
  delete from organization where org_id = org;
  get diagnostics erased = row_count;
  -- the log goes last: what is deleted above writes into it
  for tenant in
    select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
    order by c.relname = 'audit_entry', c.relname
  loop
    execute format('delete from %s where org_id = $1', tenant) using org;
    get diagnostics further = row_count;
    erased := erased + further;
  end loop;
  with gone as (
    delete from concierge_message m where m.audience_kind = 'organization' and m.audience_values = array[org::text] returning m.id
  )
  delete from concierge_message_version v using gone where v.id = gone.id;
  update concierge_message m set audience_values = array_remove(m.audience_values, org::text)
    where m.audience_kind = 'organization' and org::text = any (m.audience_values);
  return erased;
end $function$;
alter function erase_organization(uuid) owner to portal_across;
revoke execute on function erase_organization(uuid) from public;
grant execute on function erase_organization(uuid) to portal_app;

create function erase_rows(org uuid, table_name text, at_most integer)
 returns integer
 language plpgsql
 security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
declare erased integer;
begin
  perform require_erasure(org);
  execute format('delete from public.%I where org_id = $1 and ctid = any (array(select ctid from public.%I where org_id = $1 limit $2))',
    table_name, table_name) using org, at_most;
  get diagnostics erased = row_count;
  return erased;
end $function$;
alter function erase_rows(uuid,text,integer) owner to portal_across;
revoke execute on function erase_rows(uuid,text,integer) from public;
grant execute on function erase_rows(uuid,text,integer) to portal_app;

create function failed_scans(since timestamp with time zone, search text, at_most integer, skip integer)
 returns table(org_id uuid, scan_id uuid, company_name text, website text, level text, at timestamp with time zone, tries integer, reason text, total integer)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
  select s.org_id, s.id, o.company_name, w.url, s.scan_profile, s.completed_at, s.tries::int, coalesce(s.failure_reason, s.failure_code, ''), count(*) over ()::int
  from scan s join organization o using (org_id) join website w on w.org_id = s.org_id and w.id = s.website_id
  where s.status = 'failed' and s.completed_at >= since
    and (search = '' or position(lower(search) in lower(concat_ws(' ', o.company_name, w.url, w.name, s.failure_reason))) > 0)
  order by s.completed_at desc, s.id limit at_most offset skip
$function$;
alter function failed_scans(timestamp with time zone,text,integer,integer) owner to portal_across;
revoke execute on function failed_scans(timestamp with time zone,text,integer,integer) from public;
grant execute on function failed_scans(timestamp with time zone,text,integer,integer) to portal_app;

create function give_keys_to_trainee()
 returns trigger
 language plpgsql
as $function$
begin
  update trainee t set name_key = lower(new.name), email_key = new.email_key, department_key = lower(new.department)
    where t.org_id = new.org_id and t.member_id = new.id;
  return null;
end $function$;

create function industry_ratings(since timestamp with time zone, at_least integer)
 returns table(industry text, average smallint, companies integer)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ select industry, (round(avg(rating) / 10) * 10)::smallint, count(*)::integer
   from (
     -- a domain counts once, whoever looks after it
     select distinct on (s.domain) o.industry, s.rating
     from (
       select distinct on (n.org_id) n.org_id, n.domain, n.rating, n.measured_at from rating_snapshot n
       where n.source = 'estimate' and n.measured_at >= since order by n.org_id, n.measured_at desc
     ) s join organization o on o.org_id = s.org_id
     order by s.domain, s.measured_at desc
   ) newest
   group by industry having count(*) >= at_least $function$;
alter function industry_ratings(timestamp with time zone,integer) owner to portal_across;
revoke execute on function industry_ratings(timestamp with time zone,integer) from public;
grant execute on function industry_ratings(timestamp with time zone,integer) to portal_app;

create function keep_approved_version()
 returns trigger
 language plpgsql
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
begin
  if tg_op = 'DELETE' then
    if old.status = 'Active' and exists (select from policy p where p.org_id = old.org_id and p.id = old.policy_id) then
      raise exception 'An approved version of a policy cannot be deleted.';
    end if;
    return old;
  end if;
  if old.status = 'Active' and (
    to_jsonb(new) - 'in_force' - 'superseded_at' is distinct from to_jsonb(old) - 'in_force' - 'superseded_at'
    or (new.in_force and not old.in_force)
    or (old.superseded_at is not null and new.superseded_at is distinct from old.superseded_at)
  ) then
    raise exception 'An approved version of a policy cannot be changed.';
  end if;
  return new;
end $function$;

create procedure let_see_every_organization(in function_name regprocedure)
 language plpgsql
as $procedure$
begin
  execute 'grant create on schema public to portal_across';
  execute format('alter function %s owner to portal_across', function_name);
  execute 'revoke create on schema public from portal_across';
end $procedure$;

create function letter_audience_groups(channels text[])
 returns table(channel_id text, industry text, plan_id text, organizations integer, people integer)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
  select o.channel_id, o.industry, o.plan_id, count(*)::int, coalesce(sum(a.people), 0)::int
  from organization o left join (select org_id, count(*) as people from admin group by org_id) a using (org_id)
  where channels is null or o.channel_id = any (channels)
  group by o.channel_id, o.industry, o.plan_id
$function$;
alter function letter_audience_groups(text[]) owner to portal_across;
revoke execute on function letter_audience_groups(text[]) from public;
grant execute on function letter_audience_groups(text[]) to portal_app;

create function letter_organizations(channels text[], orgs uuid[])
 returns table(org_id uuid, company_name text, channel_id text, industry text, plan_id text, people integer)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
  select o.org_id, o.company_name, o.channel_id, o.industry, o.plan_id, (select count(*)::int from admin a where a.org_id = o.org_id)
  from organization o
  where o.org_id = any (orgs) and (channels is null or o.channel_id = any (channels))
  order by lower(o.company_name), o.org_id
$function$;
alter function letter_organizations(text[],uuid[]) owner to portal_across;
revoke execute on function letter_organizations(text[],uuid[]) from public;
grant execute on function letter_organizations(text[],uuid[]) to portal_app;

create function letter_readers(channels text[], ids text[])
 returns table(id text, people integer)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
  select r.id, count(*)::int
  from concierge_read r join admin a using (org_id, cognito_id) join organization o using (org_id)
  where r.kind = 'message' and r.id = any (ids) and (channels is null or o.channel_id = any (channels))
  group by r.id
$function$;
alter function letter_readers(text[],text[]) owner to portal_across;
revoke execute on function letter_readers(text[],text[]) from public;
grant execute on function letter_readers(text[],text[]) to portal_app;

create function notification_organizations(round_kind text, since date, after_org uuid, at_most integer)
 returns table(org_id uuid)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ select o.org_id from organization o
   where o.org_id > after_org
     and not exists (select from notification_round r where r.org_id = o.org_id and r.kind = round_kind and r.day >= since)
   order by o.org_id limit at_most $function$;
alter function notification_organizations(text,date,uuid,integer) owner to portal_across;
revoke execute on function notification_organizations(text,date,uuid,integer) from public;
grant execute on function notification_organizations(text,date,uuid,integer) to portal_app;

create function notify_catalog_change()
 returns trigger
 language plpgsql
as $function$ begin perform pg_notify('catalog', ''); return null; end $function$;

create function old_third_party_email(before date, at_most integer)
 returns table(org_id uuid)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
  select distinct e.org_id from third_party_email e where e.day < before limit at_most
$function$;
alter function old_third_party_email(date,integer) owner to portal_across;
revoke execute on function old_third_party_email(date,integer) from public;
grant execute on function old_third_party_email(date,integer) to portal_app;

create procedure only_added(in table_name regclass)
 language plpgsql
as $procedure$
begin
  execute format('revoke update, delete, truncate on %s from portal_app', table_name);
  execute format('create trigger only_added before update or delete or truncate on %s for each statement execute function refuse_change()', table_name);
end $procedure$;

create function open_invites_of_address(address text, at timestamp with time zone)
 returns table(org_id uuid, id uuid)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ select i.org_id, i.id from admin_invite i
   where lower(i.email) = lower(address) and i.status = 'sent' and i.expires_at > at
   order by i.created_at desc limit 5 $function$;
alter function open_invites_of_address(text,timestamp with time zone) owner to portal_across;
revoke execute on function open_invites_of_address(text,timestamp with time zone) from public;
grant execute on function open_invites_of_address(text,timestamp with time zone) to portal_app;

create function organization_names(ids uuid[])
 returns table(org_id uuid, company_name text)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
  select o.org_id, o.company_name from organization o where o.org_id = any (ids)
$function$;
alter function organization_names(uuid[]) owner to portal_across;
revoke execute on function organization_names(uuid[]) from public;
grant execute on function organization_names(uuid[]) to portal_app;

create function organization_of_billing_subscription(subscription text)
 returns uuid
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ select org_id from billing_subscription where id = subscription $function$;
alter function organization_of_billing_subscription(text) owner to portal_across;
revoke execute on function organization_of_billing_subscription(text) from public;
grant execute on function organization_of_billing_subscription(text) to portal_app;

create function organization_of_certificate(asked text)
 returns uuid
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ select c.org_id from training_certificate c where c.code = asked $function$;
alter function organization_of_certificate(text) owner to portal_across;
revoke execute on function organization_of_certificate(text) from public;
grant execute on function organization_of_certificate(text) to portal_app;

create function organization_of_evidence_pack(asked text)
 returns uuid
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ select p.org_id from evidence_pack p where p.code = asked $function$;
alter function organization_of_evidence_pack(text) owner to portal_across;
revoke execute on function organization_of_evidence_pack(text) from public;
grant execute on function organization_of_evidence_pack(text) to portal_app;

create function organization_of_invite(hash text)
 returns table(org_id uuid, id uuid)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ select i.org_id, i.id from admin_invite i where i.link_hash = hash $function$;
alter function organization_of_invite(text) owner to portal_across;
revoke execute on function organization_of_invite(text) from public;
grant execute on function organization_of_invite(text) to portal_app;

create function organization_of_person(person text)
 returns uuid
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ select org_id from admin where cognito_id = person $function$;
alter function organization_of_person(text) owner to portal_across;
revoke execute on function organization_of_person(text) from public;
grant execute on function organization_of_person(text) to portal_app;

create function organizations_after(after_org uuid, at_most integer)
 returns table(org_id uuid)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ select o.org_id from organization o where after_org is null or o.org_id > after_org order by o.org_id limit at_most $function$;
alter function organizations_after(uuid,integer) owner to portal_across;
revoke execute on function organizations_after(uuid,integer) from public;
grant execute on function organizations_after(uuid,integer) to portal_app;

create function organizations_by_channel(ids text[])
 returns table(channel_id text, organizations integer)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
  select o.channel_id, count(*)::int from organization o where o.channel_id = any (ids) group by 1
$function$;
alter function organizations_by_channel(text[]) owner to portal_across;
revoke execute on function organizations_by_channel(text[]) from public;
grant execute on function organizations_by_channel(text[]) to portal_app;

create function organizations_for_letter(channels text[], industries text[], orgs uuid[], after_org uuid, at_most integer)
 returns table(org_id uuid, channel_id text, industry text, plan_id text)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
  select o.org_id, o.channel_id, o.industry, o.plan_id from organization o
  where o.org_id > after_org
    and (channels is null or o.channel_id = any (channels))
    and (industries is null or o.industry = any (industries))
    and (orgs is null or o.org_id = any (orgs))
  order by o.org_id limit at_most
$function$;
alter function organizations_for_letter(text[],text[],uuid[],uuid,integer) owner to portal_across;
revoke execute on function organizations_for_letter(text[],text[],uuid[],uuid,integer) from public;
grant execute on function organizations_for_letter(text[],text[],uuid[],uuid,integer) to portal_app;

create function organizations_for_staff(every_channel boolean, channels text[], search text, sort text, descending boolean, plans text[], at_most integer, skip integer)
 returns table(org_id uuid, company_name text, channel_id text, plan_id text, subscription_status text, sign_up_date timestamp with time zone, expiration_date timestamp with time zone, admins integer, last_activity timestamp with time zone, total integer)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
  with found as (
    select o.*, case when sort = 'name' then lower(o.company_name) end as by_name, case when sort = 'sign-up' then o.sign_up_date end as by_day,
      case when sort = 'plan' then coalesce(array_position(plans, o.plan_id), 0) end as by_plan
    from organization o
    where (every_channel or o.channel_id = any (channels))
      and (search = '' or position(lower(search) in lower(o.company_name)) > 0 or position(lower(search) in lower(o.company_url)) > 0
        or exists (select from admin a where a.org_id = o.org_id and position(lower(search) in lower(a.email)) > 0))
  ), page as (
    select f.*, count(*) over () as total, row_number() over (order by
      case when not descending then f.by_name end, case when descending then f.by_name end desc,
      case when not descending then f.by_day end, case when descending then f.by_day end desc,
      case when not descending then f.by_plan end, case when descending then f.by_plan end desc,
      lower(f.company_name), f.org_id) as place
    from found f order by place limit at_most offset skip
  )
  select p.org_id, p.company_name, p.channel_id, p.plan_id, p.subscription_status, p.sign_up_date, p.expiration_date,
    (select count(*)::int from admin a where a.org_id = p.org_id),
    greatest(
      (select max(s.touched_at) from app_session s where s.acts_for = p.org_id and s.support_staff is null),
      (select e.at from audit_entry e where e.org_id = p.org_id and e.actor_id is not null and e.staff is null order by e.at desc, e.id desc limit 1)),
    p.total::int
  from page p order by p.place
$function$;
alter function organizations_for_staff(boolean,text[],text,text,boolean,text[],integer,integer) owner to portal_across;
revoke execute on function organizations_for_staff(boolean,text[],text,text,boolean,text[],integer,integer) from public;
grant execute on function organizations_for_staff(boolean,text[],text,text,boolean,text[],integer,integer) to portal_app;

create function organizations_to_watch(since timestamp with time zone, after_org uuid, at_most integer)
 returns table(org_id uuid)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
  select o.org_id from organization o
  where o.org_id > after_org and (since is null
    or exists (select from scan s where s.org_id = o.org_id and s.status = 'completed' and s.completed_at >= since)
    or exists (select from rating_run r where r.org_id = o.org_id and r.state = 'done' and r.finished_at >= since))
  order by o.org_id limit at_most
$function$;
alter function organizations_to_watch(timestamp with time zone,uuid,integer) owner to portal_across;
revoke execute on function organizations_to_watch(timestamp with time zone,uuid,integer) from public;
grant execute on function organizations_to_watch(timestamp with time zone,uuid,integer) to portal_app;

create function organizations_with_held_notices(at timestamp with time zone, after_org uuid, at_most integer)
 returns table(org_id uuid)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ select distinct h.org_id from notification_held h join notification_window w using (org_id, cognito_id, event)
   where w.open_until <= at and h.org_id > after_org order by 1 limit at_most $function$;
alter function organizations_with_held_notices(timestamp with time zone,uuid,integer) owner to portal_across;
revoke execute on function organizations_with_held_notices(timestamp with time zone,uuid,integer) from public;
grant execute on function organizations_with_held_notices(timestamp with time zone,uuid,integer) to portal_app;

create function organizations_with_old_idempotency_keys(before timestamp with time zone, at_most integer)
 returns table(org_id uuid)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
  select distinct k.org_id from idempotency_key k where k.begun_at < before limit at_most
$function$;
alter function organizations_with_old_idempotency_keys(timestamp with time zone,integer) owner to portal_across;
revoke execute on function organizations_with_old_idempotency_keys(timestamp with time zone,integer) from public;
grant execute on function organizations_with_old_idempotency_keys(timestamp with time zone,integer) to portal_app;

create function organizations_with_old_rows(table_name text, column_name text, before timestamp with time zone, after_org uuid, at_most integer)
 returns table(org_id uuid)
 language plpgsql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
begin
  return query execute format('select distinct t.org_id from public.%I t where t.%I < $1 and t.org_id > $2 order by 1 limit $3',
    table_name, column_name) using before, after_org, at_most;
end $function$;
alter function organizations_with_old_rows(text,text,timestamp with time zone,uuid,integer) owner to portal_across;
revoke execute on function organizations_with_old_rows(text,text,timestamp with time zone,uuid,integer) from public;
grant execute on function organizations_with_old_rows(text,text,timestamp with time zone,uuid,integer) to portal_app;

create function organizations_with_sign_off(after_org uuid, at_most integer)
 returns table(org_id uuid)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ select distinct s.org_id from policy_sign_off s where s.org_id > after_org order by s.org_id limit at_most $function$;
alter function organizations_with_sign_off(uuid,integer) owner to portal_across;
revoke execute on function organizations_with_sign_off(uuid,integer) from public;
grant execute on function organizations_with_sign_off(uuid,integer) to portal_app;

create function organizations_with_training(after_org uuid, at_most integer)
 returns table(org_id uuid)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ select distinct t.org_id from trainee t where t.org_id > after_org and t.archived_at is null order by t.org_id limit at_most $function$;
alter function organizations_with_training(uuid,integer) owner to portal_across;
revoke execute on function organizations_with_training(uuid,integer) from public;
grant execute on function organizations_with_training(uuid,integer) to portal_app;

create function policy_reviews_due(since timestamp with time zone, until timestamp with time zone, after_org uuid, at_most integer)
 returns table(org_id uuid, reviews timestamp with time zone[])
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ select v.org_id, array_agg(v.review_at order by v.review_at) from policy_version v
   where v.in_force and v.review_at between since and until and v.org_id > after_org
   group by v.org_id order by v.org_id limit at_most $function$;
alter function policy_reviews_due(timestamp with time zone,timestamp with time zone,uuid,integer) owner to portal_across;
revoke execute on function policy_reviews_due(timestamp with time zone,timestamp with time zone,uuid,integer) from public;
grant execute on function policy_reviews_due(timestamp with time zone,timestamp with time zone,uuid,integer) to portal_app;

create function portfolio_for_staff(every_channel boolean, channels text[], search text, sort text, descending boolean, plans text[], rating_source text, at_most integer, skip integer)
 returns table(org_id uuid, company_name text, channel_id text, plan_id text, subscription_status text, sign_up_date timestamp with time zone, expiration_date timestamp with time zone, admins integer, last_activity timestamp with time zone, total integer, rating integer, rated_on date, open_highs integer)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
  select o.org_id, o.company_name, o.channel_id, o.plan_id, o.subscription_status, o.sign_up_date, o.expiration_date, o.admins, o.last_activity,
    o.total, s.rating, s.day,
    coalesce((select sum(t.n) from finding_tally t where t.org_id = o.org_id and t.severity = 'high'), 0)::int
  from organizations_for_staff(every_channel, channels, search, sort, descending, plans, at_most, skip) with ordinality as
    o (org_id, company_name, channel_id, plan_id, subscription_status, sign_up_date, expiration_date, admins, last_activity, total, place)
  left join lateral (
    -- the company's own domain is the one that was measured last
    select r.domain from rating_run r where r.org_id = o.org_id order by r.started_at desc limit 1) d on true
  left join lateral (
    select n.rating::int as rating, n.day::date as day from rating_snapshot n
    where n.org_id = o.org_id and n.domain = d.domain and n.source = rating_source order by n.day desc limit 1) s on true
  order by o.place
$function$;
alter function portfolio_for_staff(boolean,text[],text,text,boolean,text[],text,integer,integer) owner to portal_across;
revoke execute on function portfolio_for_staff(boolean,text[],text,text,boolean,text[],text,integer,integer) from public;
grant execute on function portfolio_for_staff(boolean,text[],text,text,boolean,text[],text,integer,integer) to portal_app;

create procedure protect_tenant_table(in table_name regclass)
 language plpgsql
as $procedure$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format('alter table %s force row level security', table_name);
  execute format('create policy own_organization on %s using (org_id = current_org()) with check (org_id = current_org())', table_name);
  execute format('create policy across_organizations on %s to portal_across using (true) with check (true)', table_name);
end $procedure$;

create function quarter_bound(column_type regtype, quarter_start date)
 returns text
 language sql
 immutable
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ select case when column_type = 'date'::regtype then quarter_start::text else quarter_start::text || ' 00:00:00+00' end $function$;

create function record_change()
 returns trigger
 language plpgsql
as $function$
declare
  actor jsonb := coalesce(nullif(current_setting('app.actor', true), '')::jsonb, '{}');
  ignored text[] := string_to_array(tg_argv[1], ',');
  whole jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  old_row jsonb;
  new_row jsonb;
begin
  if actor ->> 'id' is null and actor ->> 'staff' is null and not tg_argv[2]::boolean then return null; end if;
  if tg_op <> 'INSERT' then old_row := to_jsonb(old) - 'org_id' - ignored; end if;
  if tg_op <> 'DELETE' then new_row := to_jsonb(new) - 'org_id' - ignored; end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) into old_row, new_row
      from jsonb_each(old_row) o where o.value is distinct from new_row -> o.key;
    if old_row is null then return null; end if;
  end if;
  insert into audit_entry (org_id, at, actor_id, actor_email, staff, ip, user_agent, request_id, act, subject, subject_id, subject_name, old_value, new_value)
  values ((whole ->> 'org_id')::uuid, coalesce((actor ->> 'at')::timestamptz, now()), actor ->> 'id', actor ->> 'email', actor ->> 'staff',
    actor ->> 'ip', actor ->> 'userAgent', actor ->> 'requestId', lower(tg_op), tg_table_name,
    (select string_agg(whole ->> k.name, ' ') from unnest(string_to_array(tg_argv[3], ',')) as k(name)), whole ->> tg_argv[0], old_row, new_row);
  return null;
end $function$;

create function record_support_end()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
declare
  actor jsonb := coalesce(nullif(current_setting('app.actor', true), '')::jsonb, '{}');
  ended timestamptz := coalesce((actor ->> 'at')::timestamptz, now());
  how text := coalesce(nullif(current_setting('app.support_end', true), ''), case when old.expires_at <= ended then 'expired' else 'signed-out' end);
  own boolean := coalesce(actor ->> 'staff' = old.support_staff, false);
begin
  insert into audit_entry (org_id, at, actor_id, actor_email, staff, ip, user_agent, request_id, act, subject, subject_id, subject_name, new_value)
  values (old.acts_for, ended, old.cognito_id, old.email, old.support_staff,
    case when own then actor ->> 'ip' end, case when own then actor ->> 'userAgent' end, case when own then actor ->> 'requestId' end,
    'support-session-ended', 'support_session', old.id::text, old.staff_name,
    jsonb_build_object(
      'how', how,
      'seconds', greatest(0, floor(extract(epoch from ended - old.created_at)))::int,
      'writes', (select count(*) from audit_entry e where e.org_id = old.acts_for and e.staff = old.support_staff
        and e.at >= old.created_at and e.act in ('insert', 'update', 'delete'))));
  return null;
end $function$;
alter function record_support_end() owner to portal_across;
revoke execute on function record_support_end() from public;
grant execute on function record_support_end() to portal_app;

create function refuse_admin_as_staff()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('staff or administrator ' || lower(new.email), 0));
  if exists (select from admin a where a.cognito_id = new.cognito_id or lower(a.email) = new.email) then
    raise exception 'An administrator of an organisation is no member of staff.'
      using errcode = 'unique_violation', table = 'staff_member', constraint = 'staff_is_no_admin';
  end if;
  return new;
end $function$;
alter function refuse_admin_as_staff() owner to portal_across;
revoke execute on function refuse_admin_as_staff() from public;
grant execute on function refuse_admin_as_staff() to portal_app;

create function refuse_change()
 returns trigger
 language plpgsql
as $function$
begin
  if tg_op = 'DELETE' and tg_table_name = 'staff_act' and current_user = 'portal_across' then return null; end if;
  raise exception 'Rows of % are only ever added.', tg_table_name using errcode = 'insufficient_privilege';
end $function$;

create function refuse_staff_as_admin()
 returns trigger
 language plpgsql
as $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('staff or administrator ' || lower(new.email), 0));
  if exists (select from staff_member s where s.cognito_id = new.cognito_id or s.email = lower(new.email)) then
    raise exception 'A member of staff administers no organisation.'
      using errcode = 'unique_violation', table = 'admin', constraint = 'admin_is_no_staff';
  end if;
  return new;
end $function$;

create function require_erasure(org uuid)
 returns void
 language plpgsql
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
begin
  if not exists (select from erasure e where e.organization_id = org and e.finished_at is null) then
    raise exception 'This organization is not being erased.' using errcode = 'insufficient_privilege';
  end if;
end $function$;

create function scan_findings_in_use(low timestamp with time zone, high timestamp with time zone, before timestamp with time zone)
 returns table(org_id uuid, scan_id uuid, finding_id text)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
  select f.org_id, f.last_scan_id, f.id from finding f where f.last_seen >= low and f.last_seen < high
  union
  select sf.org_id, sf.scan_id, sf.finding_id from scan_finding sf join scan s on s.org_id = sf.org_id and s.id = sf.scan_id
  where sf.last_seen >= low and sf.last_seen < high and s.completed_at >= before
$function$;
alter function scan_findings_in_use(timestamp with time zone,timestamp with time zone,timestamp with time zone) owner to portal_across;
revoke execute on function scan_findings_in_use(timestamp with time zone,timestamp with time zone,timestamp with time zone) from public;
grant execute on function scan_findings_in_use(timestamp with time zone,timestamp with time zone,timestamp with time zone) to current_user;

create function sign_ups_by_subscription_id(ids text[])
 returns table(id text, organizations integer, last_sign_up timestamp with time zone)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
  select lower(o.subscription_id), count(*)::int, max(o.sign_up_date)
  from organization o where lower(o.subscription_id) = any (ids) group by 1
$function$;
alter function sign_ups_by_subscription_id(text[]) owner to portal_across;
revoke execute on function sign_ups_by_subscription_id(text[]) from public;
grant execute on function sign_ups_by_subscription_id(text[]) to portal_app;

create function silent_billing_subscriptions(ended_before timestamp with time zone, asked_before timestamp with time zone, at_most integer)
 returns table(org_id uuid, id text)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ select s.org_id, s.id from billing_subscription s
   where s.status <> 'cancelled' and s.term_end < ended_before and s.checked_at < asked_before
   order by s.checked_at, s.id limit at_most $function$;
alter function silent_billing_subscriptions(timestamp with time zone,timestamp with time zone,integer) owner to portal_across;
revoke execute on function silent_billing_subscriptions(timestamp with time zone,timestamp with time zone,integer) from public;
grant execute on function silent_billing_subscriptions(timestamp with time zone,timestamp with time zone,integer) to portal_app;

create function silent_checkout_pages(asked_before timestamp with time zone, at_most integer)
 returns table(org_id uuid, id_hash text)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ select p.org_id, p.id_hash from checkout_page p where p.asked_at <= asked_before order by p.asked_at limit at_most $function$;
alter function silent_checkout_pages(timestamp with time zone,integer) owner to portal_across;
revoke execute on function silent_checkout_pages(timestamp with time zone,integer) from public;
grant execute on function silent_checkout_pages(timestamp with time zone,integer) to portal_app;

create function silent_ratings(since timestamp with time zone, at_most integer)
 returns table(org_id uuid, domain text)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ select r.org_id, r.domain from rating_run r where r.state in ('waiting', 'running') and r.beat_at < since order by r.beat_at limit at_most $function$;
alter function silent_ratings(timestamp with time zone,integer) owner to portal_across;
revoke execute on function silent_ratings(timestamp with time zone,integer) from public;
grant execute on function silent_ratings(timestamp with time zone,integer) to portal_app;

create function silent_retests(since timestamp with time zone, at_most integer)
 returns table(org_id uuid, website_id uuid)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
  select distinct r.org_id, r.website_id from finding_retest r
  where r.status in ('waiting', 'running') and r.beat_at <= since
    and not exists (select from scan s where s.org_id = r.org_id and s.website_id = r.website_id and s.status = 'started')
  limit at_most
$function$;
alter function silent_retests(timestamp with time zone,integer) owner to portal_across;
revoke execute on function silent_retests(timestamp with time zone,integer) from public;
grant execute on function silent_retests(timestamp with time zone,integer) to portal_app;

create function silent_scans(since timestamp with time zone, at_most integer)
 returns table(org_id uuid, scan_id uuid)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ select s.org_id, s.id from scan s where s.status = 'started' and s.beat_at <= since order by s.beat_at limit at_most $function$;
alter function silent_scans(timestamp with time zone,integer) owner to portal_across;
revoke execute on function silent_scans(timestamp with time zone,integer) from public;
grant execute on function silent_scans(timestamp with time zone,integer) to portal_app;

create function take_keys_of_member()
 returns trigger
 language plpgsql
as $function$
begin
  select lower(m.name), m.email_key, lower(m.department) into new.name_key, new.email_key, new.department_key
    from team_member m where m.org_id = new.org_id and m.id = new.member_id;
  return new;
end $function$;

create function tally_enrolments()
 returns trigger
 language plpgsql
as $function$
declare
  changes text := case tg_op
    when 'INSERT' then 'select *, 1 as step from added'
    when 'DELETE' then 'select *, -1 as step from removed'
    else 'select *, 1 as step from added union all select *, -1 as step from removed' end;
  people uuid[];
begin
  execute format($sql$
    insert into enrolment_tally as t (org_id, course_id, unlock_on, due_on, status, n)
    select org_id, course_id, unlock_on, due_on, status, sum(step) from (%s) c
    where active and exists (select from organization o where o.org_id = c.org_id)
    group by 1, 2, 3, 4, 5 having sum(step) <> 0 order by 1, 2, 3, 4, 5
    on conflict (org_id, course_id, unlock_on, due_on, status) do update set n = t.n + excluded.n $sql$, changes);
  delete from enrolment_tally where n = 0;
  execute format($sql$
    select array(select distinct member_id from (
      select member_id, course_id, unlock_on, due_on, status, active from (%s) c group by 1, 2, 3, 4, 5, 6 having sum(step) <> 0) d) $sql$,
    changes) into people;
  if cardinality(people) > 0 then call count_of_trainees(people); end if;
  return null;
end $function$;

create function tally_findings()
 returns trigger
 language plpgsql
as $function$
declare
  changes text := case tg_op
    when 'INSERT' then 'select *, 1 as step from added'
    when 'DELETE' then 'select *, -1 as step from removed'
    else 'select *, 1 as step from added union all select *, -1 as step from removed' end;
begin
  execute format($sql$
    insert into finding_tally as t (org_id, website_id, severity, n)
    select org_id, website_id, severity, sum(step) from (%s) c
    where status = 'open' and exists (select from organization o where o.org_id = c.org_id)
    group by 1, 2, 3 having sum(step) <> 0 order by 1, 2, 3
    on conflict (org_id, website_id, severity) do update set n = t.n + excluded.n $sql$, changes);
  delete from finding_tally where n = 0;
  return null;
end $function$;

create function tally_team()
 returns trigger
 language plpgsql
as $function$
declare
  changes text := case tg_op
    when 'INSERT' then 'select *, 1 as step from added'
    when 'DELETE' then 'select *, -1 as step from removed'
    else 'select *, 1 as step from added union all select *, -1 as step from removed' end;
begin
  execute format($sql$
    insert into people_tally as t (org_id, untrained)
    select org_id, sum(step) from (%s) c
    where left_at is null and not trains and exists (select from organization o where o.org_id = c.org_id)
    group by 1 having sum(step) <> 0
    on conflict (org_id) do update set untrained = t.untrained + excluded.untrained $sql$, changes);
  return null;
end $function$;

create function tally_trainees()
 returns trigger
 language plpgsql
as $function$
begin
  if tg_op = 'INSERT' then
    insert into people_tally as t (org_id, trainees, last_at)
    select org_id, count(*) filter (where archived_at is null), max(greatest(added_at, last_seen_at)) from added group by 1
    on conflict (org_id) do update set trainees = t.trainees + excluded.trainees, last_at = greatest(t.last_at, excluded.last_at);
  elsif tg_op = 'DELETE' then
    update people_tally t set trainees = t.trainees - c.n
    from (select org_id, count(*) as n from removed where archived_at is null group by 1) c where t.org_id = c.org_id;
  else
    update people_tally t set trainees = t.trainees + c.step
    from (
      select org_id, sum(step) as step
      from (select org_id, 1 as step from added where archived_at is null union all select org_id, -1 from removed where archived_at is null) s
      group by 1 having sum(step) <> 0
    ) c where t.org_id = c.org_id;
    -- many learn at once: nobody waits for the other only to say when it was, and it is said now and then
    with seen as (select org_id, max(last_seen_at) as at from added group by 1), free as (
      select t.org_id from people_tally t join seen s on s.org_id = t.org_id
      where s.at > t.last_at and (s.at > t.last_at + interval '5 minutes'
        or (s.at at time zone 'America/Los_Angeles')::date > (t.last_at at time zone 'America/Los_Angeles')::date)
      for no key update of t skip locked
    )
    update people_tally t set last_at = s.at from seen s join free f on f.org_id = s.org_id where t.org_id = s.org_id;
  end if;
  return null;
end $function$;

create function third_party_senders(channels text[], today date, only_open boolean, at_most integer, skip integer)
 returns table(org_id uuid, company_name text, channel_id text, plan_id text, subscription_status text, today_people integer, week_people integer, week_emails integer, withheld integer, reports integer, last_report timestamp with time zone, stopped boolean, decided_by text, decided_at timestamp with time zone, total integer)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
  with volume as (
    select e.org_id, count(*) filter (where e.day = today)::int as today_people, count(distinct e.recipient)::int as week_people,
      sum(e.emails)::int as week_emails, sum(e.withheld)::int as withheld
    from third_party_email e where e.day > today - 7 group by e.org_id
  ), reported as (
    select r.org_id, count(*)::int as reports, max(r.reported_at) as last_report from third_party_report r group by r.org_id
  ), found as (
    select o.org_id, o.company_name, o.channel_id, o.plan_id, o.subscription_status, coalesce(v.today_people, 0) as today_people,
      coalesce(v.week_people, 0) as week_people, coalesce(v.week_emails, 0) as week_emails, coalesce(v.withheld, 0) as withheld,
      coalesce(r.reports, 0) as reports, r.last_report, coalesce(s.stopped, false) as stopped, s.decided_by, s.decided_at
    from organization o left join volume v using (org_id) left join reported r using (org_id) left join third_party_sender s using (org_id)
    where (channels is null or o.channel_id = any (channels)) and (v.org_id is not null or r.org_id is not null or s.org_id is not null)
      and (not only_open or (r.last_report > coalesce(s.decided_at, '-infinity') or (s.stopped and s.decided_by is null)))
  )
  select f.*, (count(*) over ())::int from found f
  order by (f.stopped and f.decided_by is null) desc, f.reports desc, f.week_people desc, lower(f.company_name), f.org_id limit at_most offset skip
$function$;
alter function third_party_senders(text[],date,boolean,integer,integer) owner to portal_across;
revoke execute on function third_party_senders(text[],date,boolean,integer,integer) from public;
grant execute on function third_party_senders(text[],date,boolean,integer,integer) to portal_app;

create function trials_ending(since timestamp with time zone, until timestamp with time zone, after_org uuid, at_most integer)
 returns table(org_id uuid, expiration_date timestamp with time zone)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$ select o.org_id, o.expiration_date from organization o
   where o.subscription_status = 'INTRIAL' and o.expiration_date between since and until and o.org_id > after_org
     and not exists (select from billing_subscription s where s.org_id = o.org_id)
   order by o.org_id limit at_most $function$;
alter function trials_ending(timestamp with time zone,timestamp with time zone,uuid,integer) owner to portal_across;
revoke execute on function trials_ending(timestamp with time zone,timestamp with time zone,uuid,integer) from public;
grant execute on function trials_ending(timestamp with time zone,timestamp with time zone,uuid,integer) to portal_app;

create function unanswered_since(of_org uuid, of_thread uuid, only_checks boolean)
 returns timestamp with time zone
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
  select min(e.at) from concierge_entry e
  where e.org_id = of_org and e.thread_id = of_thread and e.from_side = 'customer' and e.kind <> 'closed' and (not only_checks or e.kind = 'check')
    and e.id > coalesce((select max(s.id) from concierge_entry s
      where s.org_id = of_org and s.thread_id = of_thread and (s.from_side = 'staff' or s.kind = 'closed')), 0)
$function$;
alter function unanswered_since(uuid,uuid,boolean) owner to portal_across;
revoke execute on function unanswered_since(uuid,uuid,boolean) from public;
grant execute on function unanswered_since(uuid,uuid,boolean) to portal_app;

create function weakness_candidates_for_staff(channels text[], org uuid, states text[], severities text[], present_now boolean, search text, at_most integer, skip integer)
 returns table(org_id uuid, company_name text, channel_id text, type text, asset text, state text, present boolean, severity text, title text, source text, fact text, evidence text, first_seen timestamp with time zone, last_seen timestamp with time zone, gone_at timestamp with time zone, weakness_id uuid, decided_by text, decided_at timestamp with time zone, note text, total integer)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
  select c.org_id, o.company_name, o.channel_id, c.type, c.asset, c.state, c.present, c.severity, c.title, c.source, c.fact, c.evidence, c.first_seen,
    c.last_seen, c.gone_at, c.weakness_id, c.decided_by, c.decided_at, c.note, count(*) over ()::int
  from weakness_candidate c join organization o using (org_id)
  where (channels is null or o.channel_id = any (channels)) and (org is null or c.org_id = org) and c.state = any (states)
    and c.severity = any (severities) and (present_now is null or c.present = present_now)
    and (search = '' or position(lower(search) in lower(concat_ws(' ', o.company_name, c.title, c.asset))) > 0)
  order by array_position(array['Critical', 'High', 'Medium', 'Low', 'Info'], c.severity), c.first_seen, c.org_id, c.type, c.asset
  limit at_most offset skip
$function$;
alter function weakness_candidates_for_staff(text[],uuid,text[],text[],boolean,text,integer,integer) owner to portal_across;
revoke execute on function weakness_candidates_for_staff(text[],uuid,text[],text[],boolean,text,integer,integer) from public;
grant execute on function weakness_candidates_for_staff(text[],uuid,text[],text[],boolean,text,integer,integer) to portal_app;

create function weaknesses_for_staff(channels text[], org uuid, statuses text[], severities text[], only_checks boolean, search text, sort text, descending boolean, at_most integer, skip integer)
 returns table(org_id uuid, company_name text, channel_id text, weakness_id uuid, title text, severity text, status text, asset text, source text, reported_on timestamp with time zone, status_updated_on timestamp with time zone, version integer, check_since timestamp with time zone, total integer)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $function$
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
$function$;
alter function weaknesses_for_staff(text[],uuid,text[],text[],boolean,text,text,boolean,integer,integer) owner to portal_across;
revoke execute on function weaknesses_for_staff(text[],uuid,text[],text[],boolean,text,text,boolean,integer,integer) from public;
grant execute on function weaknesses_for_staff(text[],uuid,text[],text[],boolean,text,text,boolean,integer,integer) to portal_app;

