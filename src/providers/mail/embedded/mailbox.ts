import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { syncFolder } from '#platform/server/durable.ts';
import { envelopeOf, readSender } from '../envelope.ts';
import type { Mailer, MailMessage } from '../port.ts';

/** One kept message, as the list shows it. */
export type KeptSummary = {
  id: string;
  at: string;
  to: { name: string; address: string };
  from: { name: string; address: string };
  subject: string;
  opening: string;
};
export type KeptMessage = KeptSummary & {
  replyTo: string | null;
  text: string;
  html: string;
  images?: MailMessage['images'];
  orgId?: string;
};

export type Mailbox = Mailer & {
  /** Newest first; `to` narrows to recipients whose address or name contains it. */
  list: (query?: { to?: string; limit?: number }) => Promise<KeptSummary[]>;
  read: (id: string) => Promise<KeptMessage | null>;
  /** The message as it would have gone over the wire. */
  source: (id: string) => Promise<Buffer | null>;
};

const idShape = /^[0-9a-f]{40}$/;
const idOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 40);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", nbsp: ' ' };
/** The first words of a message, as mail programs show them beside the subject. */
const openingOf = (html: string): string =>
  html
    .replace(/<head>.*?<\/head>|<style.*?<\/style>|<[^<>]*>/gs, ' ')
    .replace(/&(amp|lt|gt|quot|#x27|nbsp);/g, (_whole, name: string) => entities[name]!)
    // a preview ends where invisible characters fill its place
    .split('\u034f')[0]!
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 160);

/** Writes a file that is either whole and on disk or not there. Returns false when it was there before. */
async function writeOnce(file: string, bytes: Buffer | string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}.draft`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
    syncFolder(path.dirname(file));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // file systems without links: the last writer of the same content wins
    await rename(draft, file);
    syncFolder(path.dirname(file));
    return true;
  } finally {
    await rm(draft, { force: true });
  }
}

const readOrNull = async (file: string): Promise<Buffer | null> => {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

function keptMessage(
  id: string,
  at: Date,
  envelope: ReturnType<typeof envelopeOf>,
  { replyTo, text, html, images, orgId }: MailMessage,
): KeptMessage {
  return {
    id,
    at: at.toISOString(),
    to: (envelope.to as KeptSummary['to'][])[0]!,
    from: envelope.from as KeptSummary['from'],
    subject: String(envelope.subject),
    opening: openingOf(html),
    replyTo: replyTo ?? null,
    text,
    html,
    ...(images ? { images } : {}),
    ...(orgId ? { orgId } : {}),
  };
}

/**
 * A mail provider that keeps every message in the data folder, once for each key, where a person or a test can read it.
 * @param from sender where a message names none, `MAIL_FROM`
 */
export function openMailbox({
  dataDir,
  now,
  from = 'Portal <portal@localhost>',
}: {
  dataDir: string;
  now: () => Date;
  from?: string;
}): Mailbox {
  const folder = path.join(dataDir, 'mail');
  const sender = readSender(from);
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // messages never change once kept
  const summaries = new Map<string, KeptSummary>();

  const read = async (id: string): Promise<KeptMessage | null> => {
    const bytes = idShape.test(id) ? await readOrNull(path.join(folder, `${id}.json`)) : null;
    return bytes ? (JSON.parse(bytes.toString('utf8')) as KeptMessage) : null;
  };

  const idsKept = async (): Promise<string[]> => {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
  };
  const removeWhere = async (isGone: (message: KeptMessage) => boolean): Promise<void> => {
    for (const id of await idsKept()) {
      const message = await read(id);
      if (!message || !isGone(message)) continue;
      // the list goes by this file, so it goes last
      await rm(path.join(folder, `${id}.eml`), { force: true });
      await rm(path.join(folder, `${id}.json`), { force: true });
    }
  };

  return {
    send: async (message) => {
      const envelope = envelopeOf(message, sender);
      const id = idOf(message.idempotencyKey);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const meta = path.join(folder, `${id}.json`);
      if (await readOrNull(meta)) return;
      const at = now();
      const { message: source } = (await transport.sendMail({ ...envelope, date: at })) as unknown as {
        message: Buffer;
      };
      const kept = keptMessage(id, at, envelope, message);
      await writeOnce(path.join(folder, `${id}.eml`), source);
      // written last: a message is there when this file is
      await writeOnce(meta, JSON.stringify(kept, null, 1));
    },
    list: async ({ to = '', limit = 200 } = {}) => {
      const ids = new Set(await idsKept());
      for (const id of summaries.keys()) if (!ids.has(id)) summaries.delete(id);
      for (const id of ids) {
        if (summaries.has(id)) continue;
        const message = await read(id);
        if (!message) continue;
        const { at, to: recipient, from: author, subject, opening } = message;
        summaries.set(id, { id, at, to: recipient, from: author, subject, opening });
      }
      const wanted = to.trim().toLowerCase();
      return [...summaries.values()]
        .filter((message) => `${message.to.name} ${message.to.address}`.toLowerCase().includes(wanted))
        .sort((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id))
        .slice(0, limit);
    },
    read,
    source: async (id) => (idShape.test(id) ? readOrNull(path.join(folder, `${id}.eml`)) : null),
    forget: ({ orgId, addresses }) => {
      const gone = new Set(addresses.map((address) => address.toLowerCase()));
      return removeWhere((message) => message.orgId === orgId || gone.has(message.to.address.toLowerCase()));
    },
    sweep: (before) => removeWhere(({ at }) => new Date(at) < before),
    close: async () => transport.close(),
  };
}
