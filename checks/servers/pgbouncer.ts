import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '#app/testing/portal.ts';
import { freePort, portToSocket, runServer } from './debian.ts';

/**
 * A PgBouncer in front of the test run's PostgreSQL.
 * @param mode how long a client keeps a connection of the server
 * @param users who may sign in
 * @returns its port
 */
export async function startPgBouncer(
  socket: { host: string; port: number },
  mode: 'session' | 'transaction',
  users: readonly string[],
): Promise<number> {
  const folder = temporaryFolder('pgbouncer');
  const [port, server] = [await freePort(), await portToSocket(socket)];
  writeFileSync(path.join(folder, 'users.txt'), users.map((user) => `"${user}" ""\n`).join(''));
  writeFileSync(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${path.join(folder, 'users.txt')}
pool_mode = ${mode}
ignore_startup_parameters = extra_float_digits,options
`,
  );
  chmodSync(folder, 0o755);
  // it refuses to run as root
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  await runServer('pgbouncer', [...asNobody, path.join(folder, 'pgbouncer.ini')], port);
  return port;
}
