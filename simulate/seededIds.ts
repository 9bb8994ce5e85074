import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { Random } from './random.ts';

function uuidOf(random: Random): `${string}-${string}-${string}-${string}-${string}` {
  const bytes = random.bytes(16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Lets the ids and tokens that the product makes follow from the seed: rows are worked on in the order of their ids, so an
 * episode could not be replayed without it.
 * @returns what puts the real ones back
 */
export function seedIds(random: Random): () => void {
  const { randomUUID, randomBytes } = crypto;
  const webUUID = globalThis.crypto.randomUUID;
  crypto.randomUUID = () => uuidOf(random);
  crypto.randomBytes = ((count: number, callback?: (error: Error | null, bytes: Buffer) => void) => {
    if (callback) return randomBytes(count, callback);
    return random.bytes(count);
  }) as typeof randomBytes;
  globalThis.crypto.randomUUID = () => uuidOf(random);
  syncBuiltinESMExports();
  return () => {
    crypto.randomUUID = randomUUID;
    crypto.randomBytes = randomBytes;
    globalThis.crypto.randomUUID = webUUID;
    syncBuiltinESMExports();
  };
}
