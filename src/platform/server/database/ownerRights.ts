import type { ClientBase } from 'pg';
import { acrossRole, appRole, RoleError } from './appRole.ts';

type Rights = {
  login: string;
  database: string;
  version: number;
  super: boolean;
  makes_roles: boolean;
  makes_tables: boolean;
  app: boolean;
  takes_app: boolean;
  across: boolean;
  gives_across: boolean;
};

/** From PostgreSQL 16 on a membership may lack the right to take the role, and CREATEROLE covers one's own roles alone. */
const finerRoles = 160_000;

const readRights = async (client: ClientBase): Promise<Rights> => {
  const { rows } = await client.query<Rights>(
    `with server as (select current_setting('server_version_num')::int as version)
    select current_user::text as login, current_database()::text as database, version, me.rolsuper as super, me.rolcreaterole as makes_roles,
      has_schema_privilege('public', 'create with grant option') and has_database_privilege(current_database(), 'create') as makes_tables,
      app.oid is not null as app, across.oid is not null as across,
      coalesce(pg_has_role(app.oid, case when version < ${finerRoles} then 'member' else 'set' end)
        or pg_has_role(app.oid, 'member with admin option'), false) as takes_app,
      coalesce(pg_has_role(across.oid, 'member with admin option'), false) as gives_across
    from server, pg_roles me left join pg_roles app on app.rolname = $1 left join pg_roles across on across.rolname = $2
    where me.rolname = current_user`,
    [appRole, acrossRole],
  );
  return rows[0]!;
};

/** A name as statements take it, in quotes only where it needs them. */
const quoted = (client: ClientBase, name: string) =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : client.escapeIdentifier(name);

/** Statements by which an administrator of the server gives an owner what migrations need; none where nothing is missing. */
function missingStatements(client: ClientBase, rights: Rights): string[] {
  const { version, makes_roles: makesRoles } = rights;
  // CREATEROLE makes what is not there; before PostgreSQL 16 it also gives what others made
  const [needsApp, needsAcross] = [
    rights.app ? !rights.takes_app && !(makesRoles && version < finerRoles) : !makesRoles,
    rights.across ? !rights.gives_across && !(makesRoles && version < finerRoles) : !makesRoles,
  ];
  const login = quoted(client, rights.login);
  return [
    ...(needsApp && !rights.app ? [`create role ${appRole} login`] : []),
    ...(needsApp ? [`grant ${appRole} to ${login}`] : []),
    ...(needsAcross && !rights.across ? [`create role ${acrossRole}`] : []),
    ...(needsAcross
      ? [
          `grant ${acrossRole} to ${login} with ${version < finerRoles ? 'admin option' : 'admin true, inherit false'}`,
        ]
      : []),
  ];
}

/**
 * Refuses a login that could not bring the database up to date, before anything is changed.
 * @throws RoleError with one sentence that holds the statements to run
 */
export async function requireOwnerRights(client: ClientBase): Promise<void> {
  const rights = await readRights(client);
  if (rights.super) return;
  const { login, database } = rights;
  if (!rights.makes_tables)
    throw new RoleError(
      `The login ${login} does not own the database ${database}, so npm run migrate cannot make tables there: run alter database ${quoted(client, database)} owner to ${quoted(client, login)} as an administrator of the server, or set DATABASE_OWNER_URL to the owner.`,
    );
  const statements = missingStatements(client, rights);
  if (statements.length > 0)
    throw new RoleError(
      `The login ${login} may not give itself the roles of the portal: have an administrator of the database server run "${statements.join('; ')}", then run npm run migrate again.`,
    );
}

/**
 * Whether migrations join the role that sees every organization for their own length. Before PostgreSQL 16 a membership is
 * one row: to end it would take away the right to give it as well, so an owner that has it keeps it.
 */
export async function joinsForMigrations(client: ClientBase): Promise<boolean> {
  const { version, super: unbound, gives_across: gives } = await readRights(client);
  return !unbound && !(version < finerRoles && gives);
}
