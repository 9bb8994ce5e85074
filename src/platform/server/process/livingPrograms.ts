import { randomInt } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';

// any fixed number: it names the locks that programs hold for as long as they live
const lockSpace = 7_204_112;

/** Number of this program among all that use a database. */
export const programNumber = randomInt(1, 2 ** 31);

/** Said on a connection that ends with the program: PostgreSQL then lets go of the lock by itself. */
export const showLife = `select pg_advisory_lock_shared(${lockSpace}, ${programNumber})`;

/** Whether the program of a number has ended, or has lost the connection by which it shows that it lives. */
export const hasEnded = (program: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`not exists (
  select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
  where l.locktype = 'advisory' and l.classid::bigint = ${sql.lit(lockSpace)} and l.objid::bigint = ${program} and l.objsubid = 2 and l.granted)`;
