-- What servers remember of an organisation (memory.ts) may come from any of these tables.

create function notify_tenant_change() returns trigger language plpgsql as
$$ begin perform pg_notify('organization', coalesce(new.org_id, old.org_id)::text); return null; end $$;

create procedure tell_tenant_changes(table_name regclass) language plpgsql as $$
begin
  execute format('create trigger tell_change after insert or update or delete on %s for each row execute function notify_tenant_change()', table_name);
end $$;

call tell_tenant_changes('website');
call tell_tenant_changes('website_schedule');
call tell_tenant_changes('scan');
call tell_tenant_changes('finding');
