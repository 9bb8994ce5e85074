import type { ClientBase } from 'pg';

/** The role that programs act as: it owns no table, so row-level security always holds for it. */
export const appRole = 'portal_app';
/** The role without a login that functions run as which answer before an organization is known. */
export const acrossRole = 'portal_across';

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

const whoAmI = `select current_user::text as role, me.rolsuper or me.rolbypassrls as unbound,
    exists (select from pg_class c where c.relowner = me.oid and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace) as owns,
    session_user::text as login, login.rolsuper or login.rolbypassrls as login_unbound, pg_backend_pid() as pid
  from pg_roles me, pg_roles login where me.rolname = current_user and login.rolname = session_user`;

/** How a connection comes to the application role. */
export type RoleTaking = {
  /** Refuses a login that could leave the role for one without row-level security. */
  strict?: boolean;
  /** The connection may lead to a pooler, which keeps nothing that is set on it: the login must act as the role by itself. */
  pooled?: boolean;
};

/** What is wrong with a connection, or null. */
function wrongWith(
  standing: Standing | undefined,
  ownPid: number | null,
  { strict = false, pooled = false }: RoleTaking,
): string | null {
  if (standing?.role !== appRole) {
    const { login } = standing ?? {};
    return pooled
      ? `The login ${login ?? 'of DATABASE_URL'} has to act as ${appRole} by itself, because a pooler keeps nothing that is set on a connection: run alter role ${login ?? 'NAME'} set role to ${appRole}.`
      : `The database did not let the portal act as the role ${appRole}: grant ${appRole} to the login of DATABASE_URL.`;
  }
  if (standing.unbound)
    return `The role ${appRole} may bypass row-level security: run alter role ${appRole} nosuperuser nobypassrls.`;
  if (standing.owns)
    return `The role ${appRole} owns tables of the portal: give them to the role that runs npm run migrate.`;
  if (standing.login_unbound && (strict || pooled))
    return `The login ${standing.login} of DATABASE_URL may bypass row-level security: use one that is neither superuser nor bypassrls${pooled ? ' behind a connection pooler' : ''}.`;
  // a pooler answers with a process number of its own; it may hand the next statement to a connection that never took the role
  if (!pooled && ownPid !== null && ownPid !== standing.pid)
    return 'DATABASE_URL leads to a connection pooler: set DATABASE_DIRECT_URL to the server itself, for listening, the queue and migrations.';
  return null;
}

/**
 * Makes a new connection act as the application role, and proves that row-level security holds for it. Nothing that an
 * address says about options or roles can undo it, because it runs after the connection is open.
 * @param client a connection that was just opened
 * @throws RoleError when row-level security might not hold; the connection must not be used
 */
export async function takeAppRole(client: ClientBase, how: RoleTaking = {}): Promise<void> {
  let answer: { rows: Standing[] };
  try {
    // one round trip: statements of one query run in order
    const answers = (await client.query(
      how.pooled ? whoAmI : `set role ${appRole}; ${whoAmI}`,
    )) as unknown as typeof answer | (typeof answer)[];
    answer = [answers].flat().at(-1)!;
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
  const wrong = wrongWith(answer.rows[0], processID ?? null, how);
  if (wrong) throw new RoleError(wrong);
}
