-- The company's name is part of what was approved: cover, footer, document properties and file name of a version keep it through a rename.
alter table policy_version add column company_name text;

-- Names of the past were kept only where a template printed them; for the rest, today's name is the best there is.
alter table policy_version disable trigger user;
alter table policy_version no force row level security;
alter table organization no force row level security;
update policy_version v set company_name = coalesce(nullif(v.defaults ->> 'companyName', ''), o.company_name)
  from organization o where o.org_id = v.org_id and v.status = 'Active';
alter table organization force row level security;
alter table policy_version force row level security;
alter table policy_version enable trigger user;

drop trigger record_change on policy_version;
call audit_table('policy_version', 'name', 'name_key,template,custom_html,defaults,body_html,blocks,etag,saved_at,saved_by,saved_by_person,approver_ip,review_at,superseded_at,template_version,company_name');
