-- Row-level security holds for the owner of the tables too, so that a program that keeps the owner's role by mistake sees nothing.
-- Functions that answer before an organization is known run as a role of their own, which no program can take.

do $$ begin
  if not exists (select from pg_roles where rolname = 'portal_across') then
    create role portal_across nologin;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of the same cluster made it first
end $$;

-- An owner that is no superuser takes the roles that it made: one for the programs that sign in as the owner, the other for this migration.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    if not pg_has_role(current_user, 'portal_app', 'set') then execute format('grant portal_app to %I', current_user); end if;
    execute format('grant portal_across to %I', current_user);
  end if;
end $$;

grant usage on schema public to portal_across;
grant select, insert, update, delete on all tables in schema public to portal_across;
grant usage, select on all sequences in schema public to portal_across;
alter default privileges in schema public grant select, insert, update, delete on tables to portal_across;
alter default privileges in schema public grant usage, select on sequences to portal_across;
-- a program that may not be the owner asks which migrations there are
grant select on schema_migration to portal_app;

create or replace procedure protect_tenant_table(table_name regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format('alter table %s force row level security', table_name);
  execute format('create policy own_organization on %s using (org_id = current_org()) with check (org_id = current_org())', table_name);
  execute format('create policy across_organizations on %s to portal_across using (true) with check (true)', table_name);
end $$;

do $$ declare tenant regclass; begin
  for tenant in select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity loop
    execute format('alter table %s force row level security', tenant);
    execute format('create policy across_organizations on %s to portal_across using (true) with check (true)', tenant);
  end loop;
end $$;

-- Called for each new security definer function: from then on it runs as the role that sees every organization.
create procedure let_see_every_organization(function_name regprocedure) language plpgsql as $$
begin
  execute 'grant create on schema public to portal_across';
  execute format('alter function %s owner to portal_across', function_name);
  execute 'revoke create on schema public from portal_across';
end $$;

do $$ declare definer regprocedure; begin
  for definer in select oid from pg_proc where prosecdef and pronamespace = 'public'::regnamespace loop
    call let_see_every_organization(definer);
  end loop;
end $$;
