-- The sign-in behind a line of tokens gave a code of the person's app, and not the password alone.
alter table user_pool_refresh_token add column gave_code boolean not null default false;
