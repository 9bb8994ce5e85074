import type { Buffer } from 'node:buffer';
import dgram from 'node:dgram';
import { isIP } from 'node:net';
import type { Answer, Packet } from 'dns-packet';
import packet from 'dns-packet';
import type { Reception } from './listener.ts';

/** The name server of our zone. It knows names with tokens and nothing else; other zones get no answer at all. */

type Zone = { name: string; port: number; host: string; bind: string | undefined };

// So that nobody is flooded by answers to questions in their name.
const mostAnswersASecond = 300;
const ttl = 1;

function recordsFor(type: string, name: string, zone: Zone, isKnown: boolean): Answer[] {
  const family = isIP(zone.host);
  const server = `ns.${zone.name}`;
  if (name === zone.name && (type === 'NS' || type === 'ANY'))
    return [{ type: 'NS', name, ttl: 60, data: family === 0 ? zone.host : server }];
  if (!isKnown && name !== server) return [];
  if (family === 0) return [{ type: 'CNAME', name, ttl, data: zone.host }];
  const wanted = family === 4 ? 'A' : 'AAAA';
  return type === wanted || type === 'ANY' ? [{ type: wanted, name, ttl, data: zone.host }] : [];
}

const authority = ({ name }: Zone): Answer => ({
  type: 'SOA',
  name,
  ttl,
  data: {
    mname: `ns.${name}`,
    rname: `hostmaster.${name}`,
    serial: 1,
    refresh: 3600,
    retry: 600,
    expire: 86_400,
    minimum: ttl,
  },
});

function answerTo(bytes: Buffer, from: string, zone: Zone, { receive }: Reception): Buffer | null {
  let question: Packet;
  try {
    question = packet.decode(bytes);
  } catch {
    return null;
  }
  const asked = question.questions?.[0];
  if (
    question.type !== 'query' ||
    !asked ||
    question.questions!.length !== 1 ||
    typeof asked.name !== 'string'
  )
    return null;
  const name = asked.name.toLowerCase();
  if (name !== zone.name && !name.endsWith(`.${zone.name}`)) return null;
  const isKnown = receive({ protocol: 'dns', from, asked: `${asked.type} ${name}` }, name) !== null;
  const answers = recordsFor(asked.type, name, zone, isKnown).map(
    (record) => ({ ...record, name: asked.name }) as Answer,
  );
  const exists = isKnown || name === zone.name || name === `ns.${zone.name}`;
  return packet.encode({
    type: 'response',
    id: question.id ?? 0,
    // 3: there is no such name.
    flags:
      packet.AUTHORITATIVE_ANSWER | (exists ? 0 : 3) | ((question.flags ?? 0) & packet.RECURSION_DESIRED),
    questions: [asked],
    answers,
    authorities: answers.length === 0 ? [authority(zone)] : [],
  });
}

export async function answerDns(given: Zone, reception: Reception): Promise<() => Promise<void>> {
  const zone = { ...given, name: given.name.toLowerCase().replace(/\.$/, '') };
  const socket = dgram.createSocket(isIP(zone.bind ?? '0.0.0.0') === 6 ? 'udp6' : 'udp4');
  let second = 0;
  let sent = 0;
  socket.on('message', (bytes, from) => {
    const answer = answerTo(bytes, from.address, zone, reception);
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) [second, sent] = [now, 0];
    if (!answer || (sent += 1) > mostAnswersASecond) return;
    socket.send(answer, from.port, from.address, () => undefined);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind({ port: zone.port, address: zone.bind ?? '0.0.0.0' }, () => {
      socket.removeListener('error', reject).on('error', () => undefined);
      resolve();
    });
  });
  return () => new Promise((resolve) => socket.close(() => resolve()));
}
