import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { inScope } from '../http/callScope.ts';
import { openLog } from './log.ts';

function openLines() {
  const lines: string[] = [];
  return {
    log: openLog('test', 'info', { write: (line) => void lines.push(line) }),
    lines,
    last: () => JSON.parse(lines.at(-1)!),
  };
}

/** The error with which PostgreSQL refuses the last of some statements. */
async function refusalOf(...statements: [text: string, values?: unknown[]][]): Promise<Error> {
  const client = new pg.Client({ ...inject('postgres'), user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    for (const [text, values] of statements) await client.query(text, values);
    throw new Error('PostgreSQL refused nothing.');
  } catch (error) {
    return error as Error;
  } finally {
    await client.end();
  }
}

test('an error of the database keeps its SQLSTATE and constraint, and loses the row that it quotes', async () => {
  const { log, lines, last } = openLines();
  const insert = 'insert into person values ($1)';
  const error = await refusalOf(
    ['create temporary table person (email text constraint one_address unique)'],
    [insert, ['ada@acme.example']],
    [insert, ['ada@acme.example']],
  );
  expect(error).toMatchObject({ detail: expect.stringContaining('ada@acme.example') });
  log.error({ err: error }, 'fault');
  expect(last().err).toMatchObject({ code: '23505', constraint: 'one_address', severity: 'ERROR' });
  log.error({ err: new Error('not saved', { cause: error }) }, 'fault');
  expect(last().err.cause).toMatchObject({ code: '23505' });
  expect(lines.join('')).not.toContain('ada@');
});

test('a value that PostgreSQL cannot read is not in its message either', async () => {
  const { log, lines, last } = openLines();
  log.error({ err: await refusalOf(['select $1::uuid', ['my-secret-note']]) }, 'fault');
  expect(last().err).toMatchObject({
    code: '22P02',
    message: 'invalid input syntax for type uuid: "[value]"',
  });
  expect(lines.join('')).not.toContain('my-secret-note');
});

test('an error of the system keeps its errno', async () => {
  const { log, last } = openLines();
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  const error = await new pg.Client({ host: '127.0.0.1', port })
    .connect()
    .catch((failure: unknown) => failure);
  log.error({ err: error }, 'fault');
  expect(last().err).toMatchObject({ code: 'ECONNREFUSED', syscall: 'connect', port });
});

test('codes of people stay secret, in an error and beside it', () => {
  const { log, lines } = openLines();
  const error = Object.assign(new Error('wrong code'), {
    code: '481516',
    response: { body: 'zoe@acme.example' },
  });
  log.error({ err: error, code: '481516', body: { code: '12345', password: 'hunter2-hunter2' } }, 'refused');
  log.error(
    { cause: Object.assign(new Error('550 <zoe@acme.example> unknown'), { code: '90210' }) },
    'refused',
  );
  for (const secret of ['481516', '12345', 'hunter2', 'zoe@', '90210'])
    expect(lines.join('')).not.toContain(secret);
});

test('every line of a job names the job and the request that asked for it', () => {
  const { log, lines, last } = openLines();
  inScope({ requestId: 'r-1', job: { name: 'send-mail', id: 'j-1', attempt: 2 } }, () =>
    log.child({ orgId: 'o' }).info('sent'),
  );
  expect(last()).toMatchObject({ reqId: 'r-1', job: 'send-mail', jobId: 'j-1', attempt: 2, orgId: 'o' });
  log.info('outside');
  expect(last()).not.toHaveProperty('reqId');
  expect(lines).toHaveLength(2);
});
