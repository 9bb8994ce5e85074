import { spawnSync } from 'node:child_process';
import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { resealAll, sealedColumns } from '#app/database/reseal.ts';
import { temporaryFolder, testPortal, type TestPortal } from '#app/testing/portal.ts';
import { hashRecoveryCode } from '#modules/accounts/server/secondFactor/secondFactor.ts';
import { tokenOf } from '#modules/domains/server/public.ts';
import type { ConnectionParts } from '#platform/server/database/database.ts';
import { addKeyToFile } from '#platform/server/secrets/keyFile.ts';
import { linkToken, openLinkToken } from '#platform/server/secrets/linkTokens.ts';
import { recipientOf } from '#platform/server/mail/thirdParty.ts';
import { lastingPurposes, openSecrets } from '#platform/server/secrets/secrets.ts';

const [first, second, stranger] = [1, 2, 3].map(() => randomBytes(36).toString('base64url')) as [
  string,
  string,
  string,
];

/** As texts were sealed before keys had ids. */
function sealedBefore(root: string, purpose: string, clear: string): string {
  const key = Buffer.from(hkdfSync('sha256', root, 'cyber-safety-portal', purpose, 32));
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const body = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

test('texts open under each secret that is named, with and without a key id, and under no other', () => {
  const of = (secretKey: string, ...oldSecretKeys: string[]) =>
    openSecrets({ secretKey, oldSecretKeys, dataDir: '' });
  const bare = sealedBefore(first, 'mail', 'hello');
  const [before, both, after] = [of(first), of(second, first), of(second)];
  const named = before.seal('mail', 'hello');
  expect([bare, named].map((text) => before.open('mail', text))).toEqual(['hello', 'hello']);
  expect([bare, named].map((text) => both.open('mail', text))).toEqual(['hello', 'hello']);
  expect([bare, named].map((text) => after.open('mail', text))).toEqual([null, null]);
  expect(both.seal('mail', 'x').startsWith(after.sealedPrefix)).toBe(true);
  expect(after.open('mail', both.seal('mail', 'x'))).toBe('x');
  // the id of a key is no way around its tag
  expect(both.open('mail', named.replace(before.sealedPrefix, both.sealedPrefix))).toBeNull();
  expect(both.open('other', named)).toBeNull();
});

test('the key file takes a new key before the old one, which still opens, readable by its owner alone', () => {
  const dataDir = temporaryFolder('keys');
  const sealed = openSecrets({ secretKey: undefined, dataDir }).seal('mail', 'hello');
  addKeyToFile(dataDir);
  const file = path.join(dataDir, 'secret.key');
  const after = openSecrets({ secretKey: undefined, dataDir });
  expect(after.open('mail', sealed)).toBe('hello');
  expect(after.seal('mail', 'x').slice(0, 9)).not.toBe(sealed.slice(0, 9));
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('every column with a sealed text is in the list of what is sealed again', async () => {
  const { database } = await testPortal();
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%sealed%' order by 1`.execute(database.global);
  // kept for a day, and an answer that no secret opens is refused as unknown
  const brief = 'idempotency_key.sealed_answer';
  expect(rows.map(({ name }) => name).filter((name) => name !== brief)).toEqual(
    sealedColumns.map(({ table, column }) => `${table}.${column}`).sort(),
  );
});

// an address that needs no DNS
const open = { SCAN_ALLOW_PRIVATE: '127.0.0.1:8080' };

/** What one administrator has under a secret, to be asked for again under another. */
async function fill(portal: TestPortal) {
  const ada = await portal.member();
  const created = await ada.post('/monitoring/webapps/createTarget', {
    targetName: 'Shop',
    targetUrl: 'http://127.0.0.1:8080',
    scanProfile: 'lightning',
    urlConfirmed: true,
  });
  const { targetId } = created.body;
  const signIn = { kind: 'bearer', token: 'a-token-of-the-shop' };
  const saved = await ada.post('/monitoring/webapps/saveScanSettings', {
    targetId,
    signIn,
    exclude: [],
    quietHours: [],
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const place = { orgId: ada.orgId, id: targetId, round: 0 };
  const csrf = (await ada.send('GET', '/api/getCSRFToken')).json<{ CSRFToken: string }>().CSRFToken;
  return {
    ...ada,
    targetId,
    csrf,
    place,
    link: linkToken(portal.base, 'training-link', place),
    proof: tokenOf(portal.base, ada.orgId, 'acme-widgets.com'),
    recipient: recipientOf(portal.base, ada.orgId, 'reader@elsewhere.example'),
    recovery: hashRecoveryCode(portal.base.secrets, ada.cognitoId, 'ABCDE-FGHJK'),
  };
}

/** A call of hers to a portal under another secret, with the token that her page has. */
const asked = async ({ app }: TestPortal, who: Awaited<ReturnType<typeof fill>>) => {
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await app.inject({
    method: 'POST',
    url: '/api/monitoring/webapps/loadScanSettings',
    headers: { host: 'localhost', cookie, 'x-csrf-token': who.csrf },
    payload: { targetId: who.targetId },
  });
  return { status: answer.statusCode, readable: answer.json().signIn?.readable };
};

test(
  'a rotation loses nothing: old and new secret together, then the new one alone',
  { timeout: 120_000 },
  async () => {
    let connection!: ConnectionParts;
    const before = await testPortal({
      env: { ...open, SECRET_KEY: first },
      connect: async ({ app }) => (connection = app),
    });
    const connect = async () => connection;
    const ada = await fill(before);
    // an email that waits keeps the earlier secret in use until it is sent
    await before.runJobs();
    const { database: name } = connection as { database: string };

    const both = await testPortal({ env: { SECRET_KEY: second, SECRET_KEY_OLD: first }, connect });
    expect(await asked(both, ada)).toEqual({ status: 200, readable: true });
    expect(openLinkToken(both.base, 'training-link', ada.link)).toEqual(ada.place);
    expect(linkToken(both.base, 'training-link', ada.place)).not.toBe(ada.link);
    expect(tokenOf(both.base, ada.orgId, 'acme-widgets.com')).toBe(ada.proof);
    await both.signIn(ada.email);

    const socket = inject('postgres');
    const run = () =>
      spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/app/rotate.ts'], {
        env: {
          PATH: process.env.PATH,
          LOG_LEVEL: 'error',
          DATA_DIR: temporaryFolder('rotate'),
          DATABASE_URL: `postgres://portal_app@${encodeURIComponent(socket.host)}:${socket.port}/${name}`,
          SECRET_KEY: second,
          SECRET_KEY_OLD: first,
        },
        encoding: 'utf8',
      });
    const rotated = run();
    expect(rotated.stderr).toBe('');
    expect(rotated.stdout).toMatch(new RegExp(`lasting keys: ${lastingPurposes.length} sealed again\n`));
    expect(rotated.stdout).toMatch(/signing keys: 2 sealed again\n/);
    expect(rotated.stdout).toMatch(/password verifiers: 1 sealed again\n/);
    expect(rotated.stdout).toMatch(/sign-ins for scans: 1 sealed again\n/);
    expect(rotated.stdout).toMatch(/Nothing is left under an earlier key/);
    expect(run().stdout).toMatch(/sign-ins for scans: 0 sealed again\n/);

    const after = await testPortal({ env: { SECRET_KEY: second }, connect });
    const page = (
      await both.app.inject({
        url: '/api/getCSRFToken',
        headers: { host: 'localhost', cookie: [...ada.cookies].map((pair) => pair.join('=')).join('; ') },
      })
    ).json();
    expect(await asked(after, ada)).toMatchObject({ status: 403 });
    expect(await asked(after, { ...ada, csrf: page.CSRFToken })).toEqual({ status: 200, readable: true });
    expect(openLinkToken(after.base, 'training-link', ada.link)).toBeNull();
    expect(tokenOf(after.base, ada.orgId, 'acme-widgets.com')).toBe(ada.proof);
    expect(recipientOf(after.base, ada.orgId, 'reader@elsewhere.example')).toBe(ada.recipient);
    expect(hashRecoveryCode(after.base.secrets, ada.cognitoId, 'ABCDE-FGHJK')).toBe(ada.recovery);
    await after.signIn(ada.email);

    // a program with a wrong secret says what it cannot open, and changes none of it
    const lost = await testPortal({ env: { SECRET_KEY: stranger }, connect });
    const left = Object.fromEntries((await resealAll(lost)).map((one) => [one.what, one.left]));
    expect(left).toMatchObject({
      'lasting keys': lastingPurposes.length,
      'signing keys': 2,
      'sign-ins for scans': 1,
    });
    expect(await asked(after, { ...ada, csrf: page.CSRFToken })).toEqual({ status: 200, readable: true });
  },
);
