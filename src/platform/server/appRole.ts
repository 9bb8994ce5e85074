import type { ClientBase, Pool } from 'pg';

/** The role that programs act as: it owns no table, so row-level security always holds for it. */
export const appRole = 'portal_app';

/** A connection on which row-level security might not hold; the message is one sentence that says what to do. */
export class RoleError extends Error {}

type Standing = {
  role: string;
  unbound: boolean;
  owns: boolean;
  login: string;
  login_unbound: boolean;
  pid: number;
};

// one round trip: statements of one query run in order
const takeAndTell = `set role ${appRole};
  select current_user::text as role, me.rolsuper or me.rolbypassrls as unbound,
    exists (select from pg_class c where c.relowner = me.oid and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace) as owns,
    session_user::text as login, login.rolsuper or login.rolbypassrls as login_unbound, pg_backend_pid() as pid
  from pg_roles me, pg_roles login where me.rolname = current_user and login.rolname = session_user`;

const backend = async (client: ClientBase, before = ''): Promise<number> => {
  const answers = (await client.query(`${before}select pg_backend_pid() as pid`)) as unknown as
    | { rows: { pid: number }[] }[]
    | { rows: { pid: number }[] };
  return [answers].flat().at(-1)!.rows[0]!.pid;
};

/**
 * Whether two connections of the pool are served by one connection of the server in turn, as a pooler does that gives
 * them for a transaction only: a role taken by one would be lost, or found by somebody else.
 */
export async function isPooledByTransaction(pool: Pool): Promise<boolean> {
  const [first, second] = [await pool.connect(), await pool.connect()];
  try {
    const used = await backend(first);
    const held = await backend(second, 'begin; ');
    await second.query('rollback');
    return used === held;
  } finally {
    first.release();
    second.release();
  }
}

/** What is wrong with a connection, or null. */
function wrongWith(standing: Standing | undefined, ownPid: number | null, strict: boolean): string | null {
  if (standing?.role !== appRole)
    return `The database did not let the portal act as the role ${appRole}: grant ${appRole} to the login of DATABASE_URL.`;
  if (standing.unbound) return `The role ${appRole} may bypass row-level security: run alter role ${appRole} nosuperuser nobypassrls.`;
  if (standing.owns) return `The role ${appRole} owns tables of the portal: give them to the role that runs npm run migrate.`;
  // a pooler answers with a process number of its own; it may hand the next statement to a connection that never took the role
  const pooled = ownPid !== null && ownPid !== standing.pid;
  if (standing.login_unbound && (strict || pooled))
    return `The login ${standing.login} of DATABASE_URL may bypass row-level security: use one that is neither superuser nor bypassrls${pooled ? ' behind a connection pooler' : ''}.`;
  return null;
}

/**
 * Makes a new connection act as the application role, and proves that row-level security holds for it. Nothing that an
 * address says about options or roles can undo it, because it runs after the connection is open.
 * @param client a connection that was just opened
 * @param strict also refuses a login that could leave the role for one without row-level security
 * @throws RoleError when row-level security might not hold; the connection must not be used
 */
export async function takeAppRole(client: ClientBase, strict = false): Promise<void> {
  let answers: { rows: Standing[] }[];
  try {
    answers = (await client.query(takeAndTell)) as unknown as { rows: Standing[] }[];
  } catch (error) {
    // the role is not there, or not for this login
    if (!['22023', '42704', '42501'].includes((error as { code?: string }).code ?? '')) throw error;
    throw new RoleError(
      `The database did not let the portal act as the role ${appRole}: run npm run migrate, then grant ${appRole} to the login of DATABASE_URL.`,
      {
        cause: error,
      },
    );
  }
  const { processID } = client as unknown as { processID?: number | null };
  const wrong = wrongWith(answers[1]?.rows[0], processID ?? null, strict);
  if (wrong) throw new RoleError(wrong);
}
