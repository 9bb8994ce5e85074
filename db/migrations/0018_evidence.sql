-- Evidence packs: documents for a customer, broker or insurer. Each stays what it was when it was made.
create table evidence_pack (
  org_id uuid not null references organization on delete cascade,
  id uuid not null,
  made_at timestamptz not null,
  made_by text not null,
  audience text not null check (audience in ('customer', 'broker', 'insurer')),
  addressee text not null default '' check (length(addressee) <= 120),
  -- what it tells of, in order
  sections text[] not null,
  name text not null check (length(name) between 1 and 255),
  pages integer not null,
  bytes integer not null,
  -- SHA-256 of the file
  fingerprint text not null check (length(fingerprint) = 64),
  -- anyone who holds a pack can check it by the code on its pages; packs from before have none
  code text check (length(code) = 19),
  -- the company's name when the pack was made
  company_name text,
  withdrawn_at timestamptz,
  withdrawn_by text,
  primary key (org_id, id)
);
create index evidence_pack_by_time on evidence_pack (org_id, made_at desc, id);
-- random, so that no two are alike without a rule that reaches over organizations
create index evidence_pack_by_code on evidence_pack (code) where code is not null;
call protect_tenant_table('evidence_pack');
-- withdrawing is an act of its own
call audit_table('evidence_pack', 'name', 'pages,bytes,code,company_name,withdrawn_at,withdrawn_by');

-- The code of a pack is typed by anyone; gives the place of the row and nothing else.
create function organization_of_evidence_pack(asked text) returns uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select p.org_id from evidence_pack p where p.code = asked $$;
