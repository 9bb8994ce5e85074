import type { FastifyInstance } from 'fastify';

/** The answer of one call, as a browser would see it. */
export type TestAnswer = { status: number; body: any; headers: Record<string, unknown> };

/** One browser: keeps cookies, sends the anti-forgery token. */
export function testBrowser(app: FastifyInstance, options: { ip?: string; host?: string } = {}) {
  const jar = new Map<string, string>();
  const send = async (
    method: 'GET' | 'POST',
    url: string,
    payload?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await app.inject({
      method,
      url,
      remoteAddress: options.ip ?? '203.0.113.7',
      headers: { host: options.host ?? 'localhost', ...(cookie ? { cookie } : {}), ...headers },
      ...(payload === undefined ? {} : { payload: payload as object }),
    });
    for (const { name, value } of answer.cookies) {
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    return answer;
  };
  const csrf = async () => (await send('GET', '/api/getCSRFToken')).json<{ CSRFToken: string }>().CSRFToken;
  const answerOf = (raw: Awaited<ReturnType<typeof send>>): TestAnswer => {
    const isJson = String(raw.headers['content-type'] ?? '').startsWith('application/json');
    return { status: raw.statusCode, body: isJson ? raw.json() : raw.rawPayload, headers: raw.headers };
  };
  return {
    cookies: jar,
    send,
    get: async (path: string) => answerOf(await send('GET', `/api${path}`)),
    /** Sends a file as the browser's own form would. */
    upload: async (path: string, name: string, bytes: Buffer | string) => {
      const boundary = 'test-boundary-7f3a';
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
      const payload = Buffer.concat([
        Buffer.from(head),
        Buffer.from(bytes),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
      const headers = {
        'x-csrf-token': await csrf(),
        'content-type': `multipart/form-data; boundary=${boundary}`,
      };
      return answerOf(await send('POST', `/api${path}`, payload, headers));
    },
    post: async (path: string, body: object = {}, headers: Record<string, string> = {}) =>
      answerOf(await send('POST', `/api${path}`, body, { 'x-csrf-token': await csrf(), ...headers })),
  };
}
