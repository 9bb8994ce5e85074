-- A server that ended uncleanly emptied the unlogged table, and every limit with it.
alter table rate_window set logged;
