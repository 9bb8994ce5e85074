-- The sandbox answers Chargebee's API: it returns what callers store with pages and subscriptions.
alter table billing_sandbox_page rename column plan_id to pass_thru_content;
alter table billing_sandbox_page drop constraint billing_sandbox_page_state_check;
alter table billing_sandbox_page
  add constraint billing_sandbox_page_state_check check (state in ('open', 'succeeded', 'acknowledged', 'cancelled'));
update billing_sandbox_page
  set pass_thru_content = json_build_object('organizationId', cf_organization_id, 'planId', pass_thru_content)::text,
    customer = customer || jsonb_build_object('id', 'org-' || cf_organization_id);
alter table billing_sandbox_subscription add column meta_data jsonb;
