-- Which request has a key in hand, so that one that was given up on can neither note nor answer anything for the next; and the
-- number under which its program shows that it lives, by a lock on a connection of its own.
alter table idempotency_key add column claim uuid not null default gen_random_uuid(), add column program integer;
