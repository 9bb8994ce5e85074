import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '#app/testing/portal.ts';
import { freePort, requireProgram, runServer, startServer } from './debian.ts';

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

/**
 * A HAProxy that ends TLS with a certificate of its own making and shares calls among the servers that say they are ready.
 * @param folder an empty one, for its files
 * @returns the certificate, for those who are to trust it
 */
export async function startBalancer(
  folder: string,
  port: number,
  targets: readonly number[],
): Promise<{ certificate: string; stop: () => Promise<void> }> {
  requireProgram('openssl');
  const [key, certificate, both, file] = ['key.pem', 'certificate.pem', 'both.pem', 'haproxy.cfg'].map(
    (name) => path.join(folder, name),
  ) as [string, string, string, string];
  const of = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...of, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  option forwardfor
  option redispatch 1
  retries 3
  retry-on conn-failure
frontend portal
  bind 127.0.0.1:${port} ssl crt ${both}
  http-request set-header X-Forwarded-Proto https
  default_backend servers
backend servers
  option httpchk GET /readyz
  default-server check inter 300ms fall 2 rise 1
${targets.map((target, at) => `  server server${at + 1} 127.0.0.1:${target}`).join('\n')}
`,
  );
  const { stop } = await startServer('haproxy', ['-db', '-f', file], port);
  return { certificate: readFileSync(certificate, 'utf8'), stop };
}
