-- Files of the built-in store: the row says where the bytes lie, so that a file is whole or absent whatever happens while
-- it is written. Reached only through the files port, whose keys begin with the organisation that may ask.
create table stored_file (
  key text collate "C" primary key,
  -- name of the bytes in the data folder
  place uuid not null,
  type text not null,
  size bigint not null check (size >= 0),
  modified_at timestamptz not null
);
