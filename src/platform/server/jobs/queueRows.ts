// What pg-boss offers no call for, done to its rows.

/** What runs statements in the queue's schema. */
type Statements = { executeSql: (text: string, values: unknown[]) => Promise<{ rows: any[] }> };

/** Lets what waits under a key begin before others; it never moves back. */
export const moveAhead = (db: Statements, queue: string, key: string, priority: number): Promise<unknown> =>
  db.executeSql(
    `update pgboss.job set priority = $3::int where name = $1 and singleton_key = $2 and state < 'active' and priority < $3::int`,
    [queue, key, priority],
  );

/** What pg-boss says of a job whose worker fell silent, or ended with it in hand. */
const lost = ['job heartbeat timeout', 'pg-boss shut down while active'];

const namesOf = async (answer: Promise<{ rows: { name: string }[] }>): Promise<string[]> =>
  (await answer).rows.map(({ name }) => name);

/**
 * Lets jobs that were lost with their worker start at once: the delay of a second try is meant for failures of the work itself.
 * @returns the queue of each of them
 */
export const takeUpLost = (db: Statements): Promise<string[]> =>
  namesOf(
    db.executeSql(
      `update pgboss.job set start_after = pgboss.job_now()
      where state = 'retry' and not blocked and start_after > pgboss.job_now() and coalesce(output -> 'value' ->> 'message', output ->> 'value') = any ($1::text[])
      returning name`,
      [lost],
    ),
  );

/**
 * Gives back what a worker that ends had in hand, as if it had not begun: at once, without a try used up, and without its key
 * counting as taken until the queue is next looked through.
 * @returns the queue of each of them
 */
export const handBack = (db: Statements, ids: readonly string[]): Promise<string[]> =>
  namesOf(
    db.executeSql(
      `with back as (
        update pgboss.job set start_after = pgboss.job_now(), started_on = null where state = 'retry' and id = any ($1::uuid[])
        returning name, singleton_key
      ), freed as (
        update pgboss.queue q set singletons_active = array(
          select key from unnest(q.singletons_active) key where key not in (select b.singleton_key from back b where b.name = q.name and b.singleton_key is not null))
        where q.singletons_active is not null and q.name in (select name from back)
      )
      select name from back`,
      [ids],
    ),
  );
