import { existsSync, readFileSync } from 'node:fs';
import { fastify } from 'fastify';
import { expect, test, vi } from 'vitest';
import { acceptUploads, mostBytesAtOnce, UploadError, withUpload, type Upload } from './uploads.ts';

async function server(maxBytes: number, meanwhile: Promise<void> = Promise.resolve()) {
  const app = fastify();
  await acceptUploads(app);
  const seen: (Upload & { text: string })[] = [];
  app.post('/take', async (request, reply) => {
    try {
      await withUpload(request, { maxBytes, whose: String(request.headers['x-whose']) }, async (upload) => {
        seen.push({ ...upload, text: readFileSync(upload.path, 'utf8') });
        await meanwhile;
      });
      return { ok: true };
    } catch (error) {
      if (error instanceof UploadError) return reply.code(400).send({ code: error.code });
      throw error;
    }
  });
  const send = (parts: string, whose = 'acme') =>
    app.inject({
      method: 'POST',
      url: '/take',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'x-whose': whose },
      payload: `${parts}--b--\r\n`,
    });
  return { send, seen, app };
}
const part = (field: string, name: string, text: string) =>
  `--b\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n${text}\r\n`;

test('a file is there while the call runs, and gone after it', async () => {
  const { send, seen } = await server(100);
  expect((await send(part('file', '../../etc/people.csv', 'a,b'))).json()).toEqual({ ok: true });
  expect(seen).toMatchObject([{ size: 3, text: 'a,b' }]);
  expect(seen[0]!.path).not.toContain('people');
  expect(existsSync(seen[0]!.path)).toBe(false);
});

test('a file that is too large, or under another name, or missing, never reaches the call', async () => {
  const { send, seen, app } = await server(100);
  expect((await send(part('file', 'a.csv', 'x'.repeat(101)))).json()).toEqual({ code: 'too-large' });
  expect((await send(part('avatar', 'a.csv', 'x'))).json()).toEqual({ code: 'no-file' });
  expect((await send('')).json()).toEqual({ code: 'no-file' });
  expect((await app.inject({ method: 'POST', url: '/take', payload: { file: 'x' } })).json()).toEqual({
    code: 'no-file',
  });
  expect(seen).toEqual([]);
});

test('a truncated file is refused and leaves nothing behind', async () => {
  const { seen, app } = await server(100);
  const answer = await app.inject({
    method: 'POST',
    url: '/take',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: part('file', 'a.csv', 'a,b').trimEnd(),
  });
  expect([answer.statusCode, answer.json()]).toEqual([400, { code: 'no-file' }]);
  expect(seen).toEqual([]);
});

test('the files of one organization have a limit on the disk, and other organizations keep theirs', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { send, seen } = await server(mostBytesAtOnce / 2, promise);
  const first = [send(part('file', 'a.zip', 'a')), send(part('file', 'b.zip', 'b'))];
  await vi.waitFor(() => expect(seen).toHaveLength(2));
  expect((await send(part('file', 'c.zip', 'c'))).json()).toEqual({ code: 'too-many' });
  const other = send(part('file', 'd.zip', 'd'), 'elsewhere');
  await vi.waitFor(() => expect(seen).toHaveLength(3));
  resolve();
  expect((await Promise.all([...first, other])).map((answer) => answer.json())).toEqual([
    { ok: true },
    { ok: true },
    { ok: true },
  ]);
  expect((await send(part('file', 'c.zip', 'c'))).json()).toEqual({ ok: true });
});
