-- The built-in user pool: browsers that signed a person in before. Strangers' wrong passwords are counted apart from theirs.
create table user_pool_device (
  cognito_id text not null references user_pool_user on delete cascade,
  device_hash text not null,
  used_at timestamptz not null,
  primary key (cognito_id, device_hash)
);
create index user_pool_device_by_age on user_pool_device (used_at);

-- Sign-ins at the user pool that began a session: their tokens begin no other.
create table used_sign_in (
  sign_in_id text primary key,
  used_at timestamptz not null
);
create index used_sign_in_by_age on used_sign_in (used_at);

-- A password changed at the pool ends every session but that of the sign-in which changed it.
alter table app_session add column sign_in_id text;

-- Failed sign-ins that wait to be written into the activity log, together for a quarter of an hour. The last place is kept.
create table failed_sign_in (
  cognito_id text primary key,
  tries integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  ip text not null,
  user_agent text not null
);
create index failed_sign_in_by_age on failed_sign_in (first_at);

-- Whom to tell that a link set a new password. Links of before, which live for an hour, name nobody and tell nobody.
alter table password_reset_link add column email text not null default '';
