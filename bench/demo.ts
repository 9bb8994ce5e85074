import { spawn, spawnSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { person } from '#app/demo/company.ts';

/** A port that was free a moment ago. */
export const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/** A certificate for localhost that nobody vouches for; null without openssl. */
function makeCertificate(folder: string): { TLS_CERT_FILE: string; TLS_KEY_FILE: string } | null {
  const files = {
    TLS_CERT_FILE: path.join(folder, 'bench.pem'),
    TLS_KEY_FILE: path.join(folder, 'bench.key'),
  };
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    files.TLS_KEY_FILE,
  ];
  const made = spawnSync('openssl', ['req', '-x509', ...key, '-out', files.TLS_CERT_FILE, ...subject], {
    stdio: 'ignore',
  });
  return made.status === 0 ? files : null;
}

/** The portal with the filled example company, as a program of its own. */
export async function startDemo(folder: string): Promise<{ origin: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const certificate = makeCertificate(folder);
  if (!certificate)
    console.log('No openssl here: measured over HTTP/1.1 without encryption, which costs points.');
  const root = path.resolve(import.meta.dirname, '..');
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'src/app/start.ts', '--demo'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: '',
        PORT: String(port),
        PUBLIC_URL: '',
        DATABASE_URL: '',
        DATA_DIR: folder,
        LOG_LEVEL: 'error',
        ...certificate,
      },
    },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (text: Buffer) => {
      said += text.toString();
      if (said.includes('The portal is ready')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The portal ended with code ${code}.\n${said}`)));
  });
  return {
    origin: `${certificate ? 'https' : 'http'}://localhost:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Signs the example company's administrator in. */
export async function signIn(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${origin}/signin`);
  await page.getByLabel(/email/i).first().fill(person.email);
  await page
    .getByLabel(/password/i)
    .first()
    .fill(person.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await page.close();
}
