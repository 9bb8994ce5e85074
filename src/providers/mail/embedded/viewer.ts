import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Mailbox } from './mailbox.ts';
import { mailboxPage, views } from './pages.ts';

const asset = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8');
const querySchema = z.object({ to: z.string().max(254).catch(''), view: z.enum(views).catch('message') });
const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;

// a message's own page may load nothing and run nothing; the sandbox holds even when it is opened by itself
const bodyPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/**
 * This machine, an address in numbers, a name without a dot, or the portal's own: names that no foreign web page can
 * point at this server to read the mails from a visitor's browser.
 */
const isOwnHost = (hostname: string, publicHost: string | null): boolean =>
  hostname === publicHost ||
  !hostname.includes('.') ||
  hostname.endsWith('.localhost') ||
  /^(\d+\.){3}\d+$/.test(hostname) ||
  hostname.startsWith('[') ||
  hostname.includes(':');

/** The code to type in, if the message has one; digits inside addresses are none. */
const codeOf = (text: string): string | null =>
  /\b\d{6}\b/.exec(text.replaceAll(/https?:\S+/g, ''))?.[0] ?? null;
const linksOf = (html: string): string[] =>
  [...html.matchAll(/href="(https?:[^"]+)"/g)].map(([, address]) => address!.replaceAll('&amp;', '&'));

/**
 * Adds the readable mailbox at `/mailbox`, and `/mailbox/messages.json?to=` for tests.
 * @param options.publicUrl address of the portal; its host may open the mailbox
 * @throws Error in production, where mails are nobody else's business
 */
export function registerMailbox(
  app: FastifyInstance,
  mailbox: Mailbox,
  { production = false, publicUrl }: { production?: boolean; publicUrl?: string } = {},
): void {
  if (production) throw new Error('The mailbox is never shown in production; set SMTP_URL and MAIL_FROM.');
  const publicHost = publicUrl ? new URL(publicUrl).hostname : null;
  const css = asset('mailbox.css') + asset('reader.css');
  const script = asset('mailbox.browser.js');

  const guard = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
    if (!isOwnHost(request.hostname.replace(/:\d+$/, ''), publicHost))
      return reply
        .code(403)
        .type('text/plain')
        .send('The mailbox opens only at the address of this machine.\n');
  };
  const page = async (request: FastifyRequest, reply: FastifyReply, id: string | null) => {
    const { to, view } = querySchema.parse(request.query);
    const message = id === null ? null : await mailbox.read(id);
    if (id !== null && !message)
      return reply.code(404).type('text/plain').send('There is no such message.\n');
    const source =
      message && view === 'source'
        ? ((await mailbox.source(message.id))?.toString('utf8') ?? 'The source file is gone.')
        : null;
    const messages = await mailbox.list({ to });
    // absent where the mailbox is served without the portal around it
    (reply as { allowPage?: () => string }).allowPage?.();
    return reply
      .type('text/html; charset=utf-8')
      .send(mailboxPage({ messages, to, open: message ? { message, view, source } : null }));
  };

  const options = { onRequest: guard, logLevel: 'silent' as const };
  app.get('/mailbox', options, (request, reply) => page(request, reply, null));
  app.get('/mailbox/messages/:id', options, (request, reply) => page(request, reply, idOf(request)));
  app.get('/mailbox/mailbox.css', options, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(css),
  );
  app.get('/mailbox/mailbox.js', options, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  );
  const body = async (request: FastifyRequest, reply: FastifyReply) => {
    const message = await mailbox.read(idOf(request));
    if (!message) return reply.code(404).type('text/plain').send('There is no such message.\n');
    // links open beside the mailbox, not inside its frame
    const pictures = new Map(message.images?.map(({ id, png }) => [id, png]));
    const html = message.html
      .replace(/<head>/i, '<head><base target="_blank">')
      .replace(/src="cid:([\w-]+)"/g, (src, id: string) =>
        pictures.has(id) ? `src="data:image/png;base64,${pictures.get(id)!}"` : src,
      );
    return reply
      .removeHeader('origin-agent-cluster')
      .header('content-security-policy', bodyPolicy)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(html);
  };
  const messagesJson = async (request: FastifyRequest, reply: FastifyReply) => {
    const { to } = querySchema.parse(request.query);
    const kept = await Promise.all((await mailbox.list({ to })).map(({ id }) => mailbox.read(id)));
    return reply.send({
      messages: kept
        .filter((message) => message !== null)
        .map(({ images: _images, ...message }) => ({
          ...message,
          code: codeOf(message.text),
          links: linksOf(message.html),
        })),
    });
  };
  const newestJson = async (request: FastifyRequest, reply: FastifyReply) => {
    const [newest] = await mailbox.list({ to: querySchema.parse(request.query).to, limit: 1 });
    return reply.send({ newest: newest?.id ?? '' });
  };
  app.get('/mailbox/messages/:id/body', options, body);
  app.get('/mailbox/messages.json', options, messagesJson);
  app.get('/mailbox/newest.json', options, newestJson);
}
