-- Files of the built-in store lie in one folder, which every program of an installation shares: the one named here.
create table file_folder (
  only_one boolean primary key default true check (only_one),
  id uuid not null,
  noted_at timestamptz not null default now()
);
