import type { BaseCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { IdentityError } from '#providers/identity/port.ts';
import { isStrongPassword } from '../rules.ts';

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

/** Refuses a password that breaks the portal's rules before anything is used up; an operator's pool may judge alone (platform.md 5). */
export function demandStrongPassword({ settings }: Pick<BaseCtx, 'settings'>, password: string): void {
  if (settings.passwordRules === 'portal' && !isStrongPassword(password)) throw new Refusal('weak-password');
}
