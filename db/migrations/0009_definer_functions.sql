-- Functions that see every organisation: nothing of a session's own may stand in for what they name, and only the
-- application calls them.
do $$
declare f regprocedure;
begin
  for f in select oid::regprocedure from pg_proc where prosecdef and pronamespace = 'public'::regnamespace loop
    execute format('alter function %s set search_path = pg_catalog, public, pg_temp', f);
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to portal_app', f);
  end loop;
end $$;
