-- How the customers of a brand stand, for the list of staff: the page of organizations_for_staff with the newest rating and the
-- open issues of high severity of each organization on it. Only those on the page are looked up.
create function portfolio_for_staff(
  every_channel boolean, channels text[], search text, sort text, descending boolean, plans text[], rating_source text, at_most integer, skip integer)
returns table (org_id uuid, company_name text, channel_id text, plan_id text, subscription_status text, sign_up_date timestamptz,
  expiration_date timestamptz, admins integer, last_activity timestamptz, total integer, rating integer, rated_on date, open_highs integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
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
$$;
revoke execute on function portfolio_for_staff(boolean, text[], text, text, boolean, text[], text, integer, integer) from public;
grant execute on function portfolio_for_staff(boolean, text[], text, text, boolean, text[], text, integer, integer) to portal_app;
call let_see_every_organization('portfolio_for_staff(boolean, text[], text, text, boolean, text[], text, integer, integer)');
