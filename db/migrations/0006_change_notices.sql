-- Servers remember sessions and subscriptions for seconds; these notices tell them what changed, as soon as it commits.

create function notify_session_change() returns trigger language plpgsql as
$$ begin perform pg_notify('app_session', old.token_hash); return null; end $$;

create trigger session_changed after delete or update of acts_for, new_user, support_staff, expires_at on app_session
  for each row execute function notify_session_change();

create function notify_organization_change() returns trigger language plpgsql as
$$ begin perform pg_notify('organization', coalesce(new.org_id, old.org_id)::text); return null; end $$;

create trigger organization_changed after insert or update or delete on organization
  for each row execute function notify_organization_change();
