import { existsSync, readFileSync } from 'node:fs';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { acceptUploads, UploadError, withUpload, type Upload } from './uploads.ts';

async function server(maxBytes: number) {
  const app = fastify();
  await acceptUploads(app);
  const seen: (Upload & { text: string })[] = [];
  app.post('/take', async (request, reply) => {
    try {
      await withUpload(request, maxBytes, async (upload) => seen.push({ ...upload, text: readFileSync(upload.path, 'utf8') }));
      return { ok: true };
    } catch (error) {
      if (error instanceof UploadError) return reply.code(400).send({ code: error.code });
      throw error;
    }
  });
  const send = (parts: string) =>
    app.inject({
      method: 'POST',
      url: '/take',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
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
  expect((await app.inject({ method: 'POST', url: '/take', payload: { file: 'x' } })).json()).toEqual({ code: 'no-file' });
  expect(seen).toEqual([]);
});

test('a file that ends in its middle is none, and leaves nothing behind', async () => {
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
