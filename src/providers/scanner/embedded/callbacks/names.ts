import { Buffer } from 'node:buffer';
import dgram from 'node:dgram';
import { isIP } from 'node:net';
import * as packets from 'dns-packet';
import type { FindOwner, Listener } from './listener.ts';
import { oneLine, tellOwners } from './listener.ts';

const mostQueriesPerSecond = 200;
const authoritative = packets.AUTHORITATIVE_ANSWER;
const refused = 5;

/** Answers names of one zone with one address, and refuses all others: no open resolver, nothing to amplify. */
export async function listenForNames(options: {
  address: string;
  port: number;
  domain: string;
  /** What names with a token lead to. */
  leadTo: string | null;
  find: FindOwner;
}): Promise<Listener> {
  const zone = `.${options.domain.toLowerCase()}`;
  const socket = dgram.createSocket(isIP(options.address) === 6 ? 'udp6' : 'udp4');
  let second = 0;
  let count = 0;
  socket.on('message', (bytes, from) => {
    const now = Math.floor(Date.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    if (count > mostQueriesPerSecond || bytes.length > 512) return;
    let query: packets.DecodedPacket;
    try {
      query = packets.decode(bytes);
    } catch {
      return;
    }
    const question = query.questions?.[0];
    if (query.type !== 'query' || !question || query.questions!.length > 1) return;
    const name = question.name.toLowerCase();
    const inside = name.endsWith(zone);
    const owner = inside
      ? tellOwners(options.find, name, { protocol: 'dns', from: from.address, asked: oneLine(`${question.type} ${question.name}`) })
      : null;
    const family = options.leadTo === null ? 0 : isIP(options.leadTo);
    const fits = (question.type === 'A' && family === 4) || (question.type === 'AAAA' && family === 6);
    let answer: Buffer;
    try {
      answer = packets.encode({
        type: 'response',
        id: query.id ?? 0,
        flags: inside ? authoritative : refused,
        questions: [question],
        answers:
          owner && fits ? [{ type: question.type as 'A' | 'AAAA', name: question.name, class: 'IN', ttl: 5, data: options.leadTo! }] : [],
      });
    } catch {
      return;
    }
    socket.send(answer, from.port, from.address, () => undefined);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(options.port, options.address, () => {
      socket.off('error', reject);
      resolve();
    });
  });
  socket.on('error', () => undefined);
  return { port: socket.address().port, unref: () => socket.unref(), close: () => new Promise((resolve) => socket.close(() => resolve())) };
}
