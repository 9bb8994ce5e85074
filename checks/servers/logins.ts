import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { onTestFinished } from 'vitest';

type Socket = { host: string; port: number };

/** Runs statements as the superuser of the test run's PostgreSQL. */
export async function asSuperuser<T = object>(
  socket: Socket,
  text: string,
  database = 'postgres',
): Promise<T[]> {
  const client = new pg.Client({ ...socket, user: 'postgres', database });
  await client.connect();
  try {
    const answers = (await client.query(text)) as unknown as { rows: T[] } | { rows: T[] }[];
    return [answers].flat().at(-1)!.rows;
  } finally {
    await client.end();
  }
}

/**
 * A login of the server for one test.
 * @param options attributes and memberships, as in `create role`
 * @returns its name
 */
export async function makeLogin(socket: Socket, options = ''): Promise<string> {
  const name = `login_${randomUUID().slice(0, 8)}`;
  await asSuperuser(socket, `create role ${name} login ${options}`);
  onTestFinished(async () => void (await asSuperuser(socket, `drop role if exists ${name}`)));
  return name;
}

/** A login that acts as the application role by itself, as one has to behind a pooler. */
export async function makePooledLogin(socket: Socket): Promise<string> {
  const login = await makeLogin(socket, 'in role portal_app');
  await asSuperuser(socket, `alter role ${login} set role to portal_app`);
  return login;
}
