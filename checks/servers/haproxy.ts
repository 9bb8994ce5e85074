import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '#app/testing.ts';
import { freePort, runServer } from './debian.ts';

/**
 * A HAProxy that hands HTTP on, noting who asked in X-Forwarded-For.
 * @param target port of what stands behind it
 * @returns its port
 */
export async function startHaProxy(target: number): Promise<number> {
  const file = path.join(temporaryFolder('haproxy'), 'haproxy.cfg');
  const port = await freePort();
  writeFileSync(
    file,
    `defaults
  mode http
  option forwardfor
  timeout connect 5s
  timeout client 20s
  timeout server 20s
listen portal
  bind 127.0.0.1:${port}
  server one 127.0.0.1:${target}
`,
  );
  await runServer('haproxy', ['-db', '-f', file], port);
  return port;
}
