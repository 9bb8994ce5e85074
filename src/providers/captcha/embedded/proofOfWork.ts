import { createHash, randomBytes } from 'node:crypto';
import type { GlobalDb } from '#platform/server/database/database.ts';
import { networkOf } from '#platform/server/http/networks.ts';
import { countUse, countUses } from '#platform/server/http/rateLimit.ts';
import { hashCode, isCodeOf, sameText, type Secrets } from '#platform/server/secrets/secrets.ts';
import type { Captcha, Visitor } from '../port.ts';

export type ProofOfWorkOptions = { db: GlobalDb; secrets: Secrets; now: () => Date };

const lifeSeconds = 120;
/** Many small pieces instead of one large one, so that luck hardly changes how long the whole takes. */
const pieces = 8;
/** 8 times 2^13 hashes: a fifth of a second on a phone of the middle, less on a desk. */
const easiestBits = 13;
const hardestBits = 20;
/** So many tasks an hour are what an office behind one address asks for; each doubling beyond doubles the work. */
const usualPerHour = 20;

/** Leading zero bits of each piece of work, for the n-th task of a network within an hour. */
export const bitsFor = (asked: number): number =>
  Math.min(hardestBits, easiestBits + Math.max(0, Math.ceil(Math.log2(Math.max(1, asked) / usualPerHour))));

/** `[seed, action, network, bits, set at, ends at]`, times in milliseconds. */
type Task = [seed: string, action: string, network: string, bits: number, setAt: number, endsAt: number];

const tokenShape = /^([\w-]{1,400})\.([\w-]{43})~(\d{1,15}(?:\.\d{1,15}){0,31})$/;

const beginsWithZeros = (text: string, bits: number): boolean => {
  const hash = createHash('sha256').update(text).digest();
  return hash.readUInt32BE(0) >>> (32 - bits) === 0;
};

const fail = (code: string) => ({ success: false as const, errorCodes: [code] });

/** Our own captcha: signed work for the browser, for one action of one network, good once and for two minutes. */
export function openProofOfWork({ db, secrets, now }: ProofOfWorkOptions): Captcha {
  const keys = secrets.keys('captcha-task');
  const [currentKey] = keys as [Buffer];
  const networkHash = ({ ip }: Visitor, key = currentKey) =>
    hashCode(key, 'network', networkOf(ip)).slice(0, 22);

  const readTask = (body: string, signature: string): Task | null =>
    isCodeOf(keys, signature, body)
      ? (JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Task)
      : null;

  return {
    browserWidget: () => null,
    browserOrigins: () => ({ script: [], frame: [] }),
    challenge: async (action, visitor) => {
      const network = networkHash(visitor);
      const { used } = await countUses(db, `captcha-asked:${network}`, 3600, now());
      const setAt = now().getTime();
      const bits = bitsFor(used);
      const seed = randomBytes(12).toString('base64url');
      const task: Task = [seed, action, network, bits, setAt, setAt + lifeSeconds * 1000];
      const body = Buffer.from(JSON.stringify(task)).toString('base64url');
      return {
        challenge: `${body}.${hashCode(currentKey, body)}`,
        seed,
        pieces,
        bits,
        expiresInSeconds: lifeSeconds,
      };
    },
    verify: async (token, action, visitor) => {
      if (token === '') return fail('missing-input-response');
      const [, body = '', signature = '', answers = ''] = tokenShape.exec(token) ?? [];
      const task = body ? readTask(body, signature) : null;
      if (!task) return fail('invalid-input-response');
      const [seed, forAction, network, bits, setAt, endsAt] = task;
      if (forAction !== action || !keys.some((key) => sameText(network, networkHash(visitor, key))))
        return fail('invalid-input-response');
      if (endsAt <= now().getTime()) return fail('timeout-or-duplicate');
      const numbers = answers.split('.');
      if (
        numbers.length !== pieces ||
        !numbers.every((n, piece) => beginsWithZeros(`${seed}.${piece}.${n}`, bits))
      )
        return fail('invalid-input-response');
      // kept for longer than the task lives, so that one clock behind another opens no gap
      if ((await countUse(db, `captcha-used:${seed}`, 1, lifeSeconds * 2, now())) !== null)
        return fail('timeout-or-duplicate');
      return { success: true, hostname: visitor.host, challengedAt: new Date(setAt) };
    },
  };
}
