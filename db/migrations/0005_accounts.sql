-- Links for choosing a new password. The link itself is only in the mail; a person has no organisation here.
create table password_reset_link (
  link_hash text primary key,
  cognito_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_link_by_person on password_reset_link (cognito_id);
create index password_reset_link_by_age on password_reset_link (expires_at);

-- Somebody who lost an invitation asks for it by address, without being signed in; gives places of rows and nothing else.
create function open_invites_of_address(address text, at timestamptz) returns table (org_id uuid, id uuid)
  language sql stable security definer set search_path = public as
$$ select i.org_id, i.id from admin_invite i
   where lower(i.email) = lower(address) and i.status = 'sent' and i.expires_at > at
   order by i.created_at desc limit 5 $$;
create index admin_invite_by_address on admin_invite (lower(email));
