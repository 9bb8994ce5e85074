-- A transaction that notifies waits for all others that do: programs tell of changes beside their transactions (notices.ts).

do $$
declare t record;
begin
  for t in
    select tgname, tgrelid::regclass as table_name from pg_trigger
    where not tgisinternal and tgfoid in ('notify_tenant_change'::regproc, 'notify_organization_change'::regproc, 'notify_session_change'::regproc,
      'notify_own_change'::regproc)
  loop
    execute format('drop trigger %I on %s', t.tgname, t.table_name);
  end loop;
end $$;

drop procedure tell_tenant_changes(regclass);
drop function notify_tenant_change(), notify_organization_change(), notify_session_change(), notify_own_change();
