import { Refusal } from '#platform/server/refusal.ts';
import { IdentityError } from '#providers/identity/port.ts';

const refusalOf = {
  'invalid-token': 'invalid-token',
  'user-exists': 'user-exists',
  'user-not-found': 'link-invalid',
  'weak-password': 'weak-password',
  'guessable-password': 'guessable-password',
  'too-many-attempts': 'too-many-requests',
  'no-second-factor': 'second-factor-missing',
  'wrong-code': 'wrong-code',
  'wrong-password': 'wrong-password',
  unavailable: 'identity-unavailable',
} as const satisfies Record<IdentityError['code'], string>;

/** Turns what the user pool says into a refusal of ours; anything else stays a fault. */
export function asRefusal(error: unknown): never {
  if (error instanceof IdentityError) throw new Refusal(refusalOf[error.code], undefined, error);
  throw error;
}
