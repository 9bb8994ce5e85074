import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { contentOf, findToken, newScanPart, scanPartOf, type Contact } from './callbacks.ts';
import { answerDns } from './dns.ts';
import { answerHttp } from './http.ts';
import { answerLdap, answerRmi, readTlsHello } from './others.ts';

/** What a scan needs to make tokens that lead to a listener; plain data, so that it can be handed to another process. */
export type Door = {
  host: string;
  port: number;
  zone: string | null;
  scanPart: string;
  key: string;
};

export type Hear = (token: string, contact: Contact) => void;

export type Listener = {
  port: number;
  /** Makes a scan known. `hear` is told the contacts with its tokens and no others. */
  register: (hear: Hear) => { door: Door; leave: () => void };
  close: () => Promise<void>;
};

export type ListenerOptions = {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Address to listen at; all of the machine by default. */
  bind?: string;
  zone?: { name: string; port: number };
};

export type Reception = {
  /**
   * Looks for a token in `text`. When there is one the scan is told of the contact, and what its address answers comes
   * back; null for everybody else.
   */
  receive: (contact: Omit<Contact, 'at'>, text: string) => string | null;
};

// One scan hears that often at most: what a scanned server does with our texts must not fill anybody's memory.
const mostHeard = 5000;
const most = { connections: 300, connectionsOfOne: 60, idleMs: 5000, wholeMs: 15_000 };

/** One line of a stranger's text. */
const oneLine = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(/[^\x20-\x7e]+/g, ' ')
    .slice(0, 200)
    .trim();

type Guest = { hear: Hear; key: string; heard: Set<string> };

export async function openListener(options: ListenerOptions): Promise<Listener> {
  const guests = new Map<string, Guest>();

  const receive: Reception['receive'] = (contact, text) => {
    const token = findToken(text, (part) => guests.has(part));
    const guest = token === null ? undefined : guests.get(scanPartOf(token));
    if (token === null || !guest) return null;
    const key = `${contact.protocol} ${contact.byBrowser === true} ${token}`;
    if (!guest.heard.has(key) && guest.heard.size < mostHeard) {
      guest.heard.add(key);
      guest.hear(token, {
        ...contact,
        from: contact.from.replace(/^::ffff:/, ''),
        asked: oneLine(contact.asked),
        at: new Date(),
      });
    }
    return contentOf(guest.key, token);
  };
  const reception: Reception = { receive };

  const sockets = new Set<net.Socket>();
  const byAddress = new Map<string, number>();
  const server = net.createServer({ noDelay: true }, (socket) => {
    const from = socket.remoteAddress ?? '';
    const ofOne = byAddress.get(from) ?? 0;
    if (sockets.size >= most.connections || ofOne >= most.connectionsOfOne) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    byAddress.set(from, ofOne + 1);
    const end = setTimeout(() => socket.destroy(), most.wholeMs);
    socket
      .setTimeout(most.idleMs, () => socket.destroy())
      .on('error', () => socket.destroy())
      .on('close', () => {
        clearTimeout(end);
        sockets.delete(socket);
        const left = (byAddress.get(from) ?? 1) - 1;
        if (left > 0) byAddress.set(from, left);
        else byAddress.delete(from);
      })
      .once('data', (first: Buffer) => {
        const answer =
          first[0] === 0x30
            ? answerLdap
            : first[0] === 0x16
              ? readTlsHello
              : first[0] === 0x4a && first[1] === 0x52
                ? answerRmi
                : answerHttp;
        answer(socket, first, reception);
      });
  });
  await new Promise<void>((resolve, reject) => {
    server
      .once('error', reject)
      .listen({ port: options.port, ...(options.bind === undefined ? {} : { host: options.bind }) }, resolve);
  });
  server.on('error', () => undefined);
  // Whoever waits for contacts keeps the process.
  server.unref();
  const { port } = server.address() as AddressInfo;

  const closeTcp = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  let closeDns: (() => Promise<void>) | null = null;
  if (options.zone) {
    try {
      closeDns = await answerDns({ ...options.zone, host: options.host, bind: options.bind }, reception);
    } catch (error) {
      await closeTcp();
      throw error;
    }
  }

  return {
    port,
    register: (hear) => {
      let scanPart = newScanPart();
      while (guests.has(scanPart)) scanPart = newScanPart();
      const key = randomBytes(24).toString('hex');
      guests.set(scanPart, { hear, key, heard: new Set() });
      return {
        door: { host: options.host, port, zone: options.zone?.name ?? null, scanPart, key },
        leave: () => void guests.delete(scanPart),
      };
    },
    close: async () => {
      guests.clear();
      await Promise.all([closeTcp(), closeDns?.()]);
    },
  };
}
