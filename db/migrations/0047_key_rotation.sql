-- Keys of single purposes that outlive a rotation of SECRET_KEY: what people hold (DNS records, recovery codes) follows from them.
create table lasting_key (
  purpose text primary key,
  sealed text not null
);

-- Sealed texts begin with the id of their key; the command that seals them again asks each organization for its own.
create function organizations_after(after_org uuid, at_most integer) returns table (org_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select o.org_id from organization o where after_org is null or o.org_id > after_org order by o.org_id limit at_most $$;
call let_see_every_organization('organizations_after(uuid, integer)');
revoke execute on function organizations_after(uuid, integer) from public;
grant execute on function organizations_after(uuid, integer) to portal_app;
