import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export const recaptchaSecret = 'a secret for tests';

/** A server that speaks siteverify's protocol: tokens that it gave are good once, for two minutes, for this very secret. */
export async function localRecaptcha(now: () => Date) {
  const given = new Map<string, { at: Date; hostname: string }>();
  const used = new Set<string>();
  const asked: URLSearchParams[] = [];
  let special: ((form: URLSearchParams) => { status?: number; body: string } | 'silence') | null = null;

  const verdict = (form: URLSearchParams): object => {
    if (form.get('secret') !== recaptchaSecret)
      return { success: false, 'error-codes': ['invalid-input-secret'] };
    const token = form.get('response') ?? '';
    if (token === '') return { success: false, 'error-codes': ['missing-input-response'] };
    const known = given.get(token);
    if (!known) return { success: false, 'error-codes': ['invalid-input-response'] };
    if (used.has(token) || now().getTime() - known.at.getTime() >= 120_000)
      return { success: false, 'error-codes': ['timeout-or-duplicate'] };
    used.add(token);
    return { success: true, challenge_ts: known.at.toISOString(), hostname: known.hostname };
  };

  const server = createServer((request, reply) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      const form = new URLSearchParams(body);
      asked.push(form);
      if (request.url !== '/recaptcha/api/siteverify' || request.method !== 'POST')
        return void reply.writeHead(404).end();
      const answer = special?.(form) ?? { body: JSON.stringify(verdict(form)) };
      if (answer === 'silence') return;
      reply.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** What the widget gives to somebody who passed it on a website. */
    give: (hostname: string): string => {
      const token = `03AGdBq${given.size}-${'x'.repeat(500)}`;
      given.set(token, { at: now(), hostname });
      return token;
    },
    /** Answers in a way of its own from now on. */
    answerWith: (answer: typeof special) => {
      special = answer;
    },
  };
}
