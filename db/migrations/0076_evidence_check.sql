-- Anyone who holds an evidence pack can check it by the code on its pages. Packs from before have none.
alter table evidence_pack add column code text check (length(code) = 19);
-- What the company was called when the pack was made.
alter table evidence_pack add column company_name text;
alter table evidence_pack add column withdrawn_at timestamptz;
alter table evidence_pack add column withdrawn_by text;
-- random, so that no two are alike without a rule that reaches over organizations
create index evidence_pack_by_code on evidence_pack (code) where code is not null;

drop trigger record_change on evidence_pack;
-- withdrawing is an act of its own
call audit_table('evidence_pack', 'name', 'pages,bytes,code,company_name,withdrawn_at,withdrawn_by');

-- The code of a pack is typed by anyone; gives the place of the row and nothing else.
create function organization_of_evidence_pack(asked text) returns uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select p.org_id from evidence_pack p where p.code = asked $$;
revoke execute on function organization_of_evidence_pack(text) from public;
grant execute on function organization_of_evidence_pack(text) to portal_app;
call let_see_every_organization('organization_of_evidence_pack(text)');
