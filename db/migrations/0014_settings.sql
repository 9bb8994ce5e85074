-- A link stops working when its invitation goes to another address or is renewed: its secret follows from the round.
alter table admin_invite add column link_round integer not null default 0;
drop trigger record_change on admin_invite;
call audit_table('admin_invite', 'email', 'link_hash,link_round,created_at', true);

-- The log by person.
create index audit_entry_by_actor on audit_entry (org_id, actor_id, at desc, id desc);
