import { bounded, ConnectionFailure, openSocket, type Limits } from '#probes/tls/connection.ts';
import { AddressRefused } from '#probes/net.ts';
import type { Reach } from '../look/reach.ts';

const timeoutMs = 5000;
const maxBytes = 2048;

/** The first line with which a server greets; null where it does not. */
export async function readBanner(reach: Reach, host: string, port: number): Promise<string | null> {
  const deadline = performance.now() + timeoutMs;
  const limits = (): Limits => ({ timeoutMs: deadline - performance.now(), signal: reach.signal });
  try {
    const place = await reach.place(host, port);
    if (!place) return null;
    const socket = await openSocket(place, limits());
    try {
      return await bounded<string | null>(limits(), 'greeting', (settle) => {
        let text = '';
        socket.on('data', (chunk: Buffer) => {
          text += chunk.toString('latin1');
          if (text.includes('\n') || text.length > maxBytes)
            settle(text.slice(0, maxBytes).split(/\r?\n/)[0]!);
        });
        socket.on('close', () => settle(text === '' ? null : text.split(/\r?\n/)[0]!));
      });
    } finally {
      socket.destroy();
    }
  } catch (error) {
    if (error instanceof ConnectionFailure || error instanceof AddressRefused) return null;
    throw error;
  }
}
