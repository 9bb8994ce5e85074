import fc from 'fast-check';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import {
  alertRecord,
  closeAll,
  handshakeRecord,
  inspect,
  labNow,
  listen,
  message,
  rawServer,
  serverHello,
} from './testing/lab.ts';
import { gradeTls } from './grade.ts';
import { inspectTls } from './inspect.ts';
import { serverFlightReader } from './server-flight.ts';

afterEach(closeAll);

const nothing = { ssl3: false, tls10: false, tls11: false, tls12: false, tls13: false };

describe('servers that do not speak TLS', () => {
  test.each([
    ['answers in HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n', /plain HTTP/],
    ['greets like a mail server', '220 mail.test ESMTP\r\n', /not TLS/],
    ['sends noise', Buffer.alloc(5000, 0xa5), /not TLS/],
    ['sends a record longer than any', Buffer.from([22, 3, 3, 0xff, 0xff, 2, 0, 0, 0]), /impossible length/],
    ['sends an empty record', Buffer.from([22, 3, 3, 0, 0]), /impossible length/],
    ['sends data before any hello', Buffer.from([23, 3, 3, 0, 3, 1, 2, 3]), /record of type 23/],
    [
      'announces a message of 16 MB',
      Buffer.concat([Buffer.from([22, 3, 3, 0, 6]), Buffer.from([2, 0xff, 0xff, 0xff, 3, 3])]),
      /far too long/,
    ],
    [
      'sends a hello that ends early',
      handshakeRecord(0x0303, message(2, Buffer.from([3, 3, 1, 2, 3]))),
      /past the end/,
    ],
    [
      'sends a certificate first',
      handshakeRecord(0x0303, message(11, Buffer.from([0, 0, 0]))),
      /before the server's hello/,
    ],
  ])('one that %s', async (_, bytes, expected) => {
    const { port } = await rawServer((socket) => socket.end(bytes));
    const report = await inspect(port);
    expect(report).toMatchObject({ reachable: true, protocols: nothing, ciphers: [], certificate: null });
    expect(report.errors.join('\n')).toMatch(expected);
    expect(gradeTls(report, labNow())).toEqual([]);
  });

  test('one that hangs up at once', async () => {
    const { port } = await rawServer((socket) => socket.destroy());
    expect(await inspect(port)).toMatchObject({ reachable: true, protocols: nothing, certificate: null });
  });

  test('one that resets', async () => {
    const { port } = await rawServer((socket) => socket.resetAndDestroy());
    expect(await inspect(port)).toMatchObject({ protocols: nothing, certificate: null });
  });

  test('one that floods', async () => {
    const { port } = await rawServer((socket) => {
      const warnings = Buffer.concat(Array.from({ length: 2000 }, () => alertRecord(112, 1)));
      const push = () => {
        while (!socket.destroyed && socket.write(warnings));
      };
      socket.on('drain', push);
      push();
    });
    const report = await inspect(port);
    expect(report).toMatchObject({ reachable: true, protocols: nothing });
    expect(report.errors.join()).toMatch(/far too long/);
  });
});

describe('servers that keep one waiting', () => {
  test('a silent one gets three connections and the time limit, and nothing is claimed about it', async () => {
    const { port, connections } = await rawServer(() => {});
    const report = await inspect(port, { timeoutMs: 300 });
    expect(connections()).toBe(3);
    expect(report).toMatchObject({ reachable: true, protocols: nothing, certificate: null });
    expect(report.unknownProtocols).toEqual(expect.arrayContaining(['tls12', 'tls13', 'ssl3']));
    expect(report.errors).toContain('The time limit was reached before everything was measured.');
    expect(gradeTls(report, labNow())).toEqual([]);
  });

  test('one that sends a byte now and then is given up as well', async () => {
    const { port } = await rawServer((socket) => {
      const drip = setInterval(() => socket.write(Buffer.from([22])), 20);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await inspect(port, { timeoutMs: 300 })).toMatchObject({ reachable: true, protocols: nothing });
  });

  test('one that stalls after its hello is believed as far as it got', async () => {
    const { port } = await rawServer((socket) => {
      socket.once('data', () => socket.write(handshakeRecord(0x0303, serverHello(0x0303, 0xc02f))));
    });
    const report = await inspect(port, { timeoutMs: 500 });
    expect(report.protocols.tls12).toBe(true);
    expect(report.certificate).toBeNull();
  });
});

describe('no server at all', () => {
  test('a closed port', async () => {
    const server = createServer();
    const { port } = await listen(server);
    server.close();
    await once(server, 'close');
    const report = await inspect(port);
    expect(report).toMatchObject({
      reachable: false,
      protocols: nothing,
      certificate: null,
      unknownProtocols: ['ssl3', 'tls10', 'tls11', 'tls12', 'tls13'],
    });
    expect(report.errors.join()).toMatch(/connection failed \(ECONNREFUSED\)/);
  });

  test('a name that cannot exist', async () => {
    expect(
      await inspect(443, { host: 'nowhere.invalid', address: undefined, timeoutMs: 5000 }),
    ).toMatchObject({
      reachable: false,
      errors: [expect.stringMatching(/No connection/)],
    });
    expect(await inspect(443, { host: 'exa mple', address: undefined })).toMatchObject({
      reachable: false,
      errors: ['The host name is not valid.'],
    });
  });
});

describe('a caller who aborts', () => {
  test('ends an inspection before the start', async () => {
    await expect(inspect(1, { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
  });

  test('in the middle gets the reason back, and every connection is gone', async () => {
    const controller = new AbortController();
    const open = new Set<unknown>();
    const gone = Promise.withResolvers<void>();
    const { port } = await rawServer((socket) => {
      open.add(socket);
      socket.resume().on('close', () => {
        open.delete(socket);
        if (open.size === 0) gone.resolve();
      });
      if (open.size === 3) controller.abort(new Error('stopped'));
    });
    await expect(
      inspectTls({
        host: 'shop.test',
        address: '127.0.0.1',
        port,
        timeoutMs: 600_000,
        now: labNow,
        signal: controller.signal,
      }),
    ).rejects.toThrow('stopped');
    await gone.promise;
    expect(open.size).toBe(0);
  });
});

describe('the reader of server bytes', () => {
  test('never throws and never answers twice, whatever comes in whatever pieces', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc.constant(handshakeRecord(0x0303, serverHello(0x0303, 0x009e))),
        fc
          .uint8Array({ maxLength: 40 })
          .map((body) => handshakeRecord(0x0301, message(12, Buffer.from(body)))),
        fc
          .uint8Array({ maxLength: 40 })
          .map((body) => handshakeRecord(0x0301, message(11, Buffer.from(body)))),
        fc.constant(alertRecord(112, 1)),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(pieces, (chunks) => {
        const reader = serverFlightReader();
        let done = false;
        for (const chunk of chunks) {
          const now = reader.feed(Buffer.from(chunk));
          expect(done && !now).toBe(false);
          done = now;
        }
        expect(done && reader.answer() === null).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test('understands a hello cut into single bytes and records', () => {
    const hello = serverHello(0x0303, 0xc02f);
    const bytes = Buffer.concat([
      alertRecord(112, 1),
      handshakeRecord(0x0303, hello.subarray(0, 10)),
      handshakeRecord(0x0303, hello.subarray(10)),
      alertRecord(40),
    ]);
    const reader = serverFlightReader();
    const ends = [...bytes].map((byte) => reader.feed(Buffer.from([byte])));
    expect(ends.at(-1)).toBe(true);
    expect(ends.at(-2)).toBe(false);
    expect(reader.answer()).toMatchObject({ kind: 'hello', protocol: 'tls12', cipher: 0xc02f });
  });
});
