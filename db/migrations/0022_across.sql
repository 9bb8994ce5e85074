-- Functions that see every organization: only the application calls them. A later migration does this for each function it makes.
do $$ declare f regprocedure; begin
  for f in select oid from pg_proc where prosecdef and pronamespace = 'public'::regnamespace and pg_get_userbyid(proowner) = current_user loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to portal_app', f);
    call let_see_every_organization(f);
  end loop;
end $$;
