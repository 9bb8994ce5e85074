import { errors as joseErrors } from 'jose';
import { IdentityError } from '../port.ts';

/** The protocol's name of a refusal, or undefined when no answer came at all. */
export const refusalName = (error: unknown): string | undefined => {
  const { name, $fault } = error as { name?: string; $fault?: string };
  return $fault === 'client' ? name : undefined;
};

const byName: Record<string, IdentityError['code']> = {
  NotAuthorizedException: 'invalid-token',
  UserNotFoundException: 'user-not-found',
  UsernameExistsException: 'user-exists',
  AliasExistsException: 'user-exists',
  InvalidPasswordException: 'weak-password',
};

/** Any failure of AWS in the port's words: what it has no word for means that the pool cannot be used now. */
export function toIdentityError(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = byName[refusalName(error) ?? ''];
  return code
    ? new IdentityError(code, message, error)
    : new IdentityError('unavailable', `The user pool did not answer as expected: ${message}`, error);
}

/** What a refused change of a password means: the token and the present password are refused under one name. */
export function changeRefusal(error: unknown): IdentityError {
  const message = error instanceof Error ? error.message : '';
  const name = refusalName(error);
  if (name === 'NotAuthorizedException' && /^incorrect username or password/i.test(message))
    return new IdentityError('wrong-password', message, error);
  if (name === 'LimitExceededException') return new IdentityError('too-many-attempts', message, error);
  // the pool keeps earlier passwords where its operator wants that
  if (name === 'PasswordHistoryPolicyViolationException')
    return new IdentityError('guessable-password', message, error);
  return toIdentityError(error);
}

const outOfReach = [joseErrors.JWKSTimeout, joseErrors.JWKSInvalid];

/** True when a token is at fault rather than the way to its keys. */
export const isTokenFault = (error: unknown): boolean =>
  error instanceof joseErrors.JOSEError &&
  error.code !== 'ERR_JOSE_GENERIC' &&
  !outOfReach.some((kind) => error instanceof kind);

/** The answer of the pool; its refusals and failures become the port's. */
export async function orIdentityError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toIdentityError(error);
  }
}
