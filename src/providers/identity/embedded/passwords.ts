import { hash, parseOptions, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { guessablePassword, isGuessable } from '#platform/server/secrets/guessablePasswords.ts';
import { refusals } from './poolError.ts';

/** argon2id's cost: memory in KiB and passes. */
export type HashCost = { memoryCost: number; timeCost: number };
// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane
export const defaultHashCost: HashCost = { memoryCost: 19_456, timeCost: 2 };

/** Hashes that run at the same time; each takes a thread that file and name lookups share. */
const maxRunning = 2;
/** Hashes that wait; beyond it a sign-in is told to come back rather than to hang. */
const maxWaiting = 200;

export type Hasher = {
  hash: (password: string) => Promise<string>;
  /** With no stored hash it does the same work and says no, so that an unknown address answers no sooner than a known one. */
  verify: (stored: string | null, password: string) => Promise<boolean>;
  /** True when a stored hash was made at another cost than the present one. */
  isStale: (stored: string) => boolean;
};

/** Password hashing with argon2id, a few at a time. Throws TooManyRequestsException when too many wait. */
export function openHasher(cost: HashCost): Hasher {
  // Algorithm.Argon2id; the package declares it as a const enum, which type stripping cannot read
  const options = { ...cost, parallelism: 1, algorithm: 2 };
  const limit = pLimit(maxRunning);
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= maxWaiting) throw refusals.tooManyRequests();
    return limit(work);
  };
  let dummy: Promise<string> | undefined;
  return {
    hash: (password) => inTurn(() => hash(password, options)),
    verify: async (stored, password) => {
      dummy ??= hash('no account has this password', options);
      const standIn = await dummy;
      const same = await inTurn(() => verify(stored ?? standIn, password));
      return same && stored !== null;
    },
    isStale: (stored) => {
      const made = parseOptions(stored);
      return made.memoryCost !== cost.memoryCost || made.timeCost !== cost.timeCost;
    },
  };
}

const maxPasswordLength = 256;

// platform.md 5: at least 8 characters with a lowercase letter, an uppercase letter and a number
const rules: [broken: (password: string) => boolean, message: string][] = [
  [(password) => password.length < 8, 'Password not long enough'],
  [(password) => !/[A-Z]/.test(password), 'Password must have uppercase characters'],
  [(password) => !/[a-z]/.test(password), 'Password must have lowercase characters'],
  [(password) => !/[0-9]/.test(password), 'Password must have numeric characters'],
];

/** What the first broken rule of the password policy says, or null. */
export function policyViolation(password: string): string | null {
  if (password.length > maxPasswordLength) return 'Password too long';
  return rules.find(([broken]) => broken(password))?.[1] ?? null;
}

/**
 * Throws InvalidPasswordException with the first broken rule.
 * @param about words about the person, the address among them
 */
export function checkPolicy(password: string, about: readonly string[]): void {
  const broken = policyViolation(password);
  if (broken) throw refusals.weakPassword(broken);
  if (isGuessable(password, about)) throw refusals.guessablePassword(guessablePassword);
}
