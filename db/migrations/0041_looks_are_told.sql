-- What servers remember of an organisation may tell who asked for a look, and what came of it; its signs of life are nothing new.
create trigger tell_change after insert or delete or update of status on finding_retest for each row execute function notify_tenant_change();
