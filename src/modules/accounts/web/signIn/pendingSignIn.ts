/** A sign-up that waits for its address to be confirmed; in memory only, so it is gone with the page. */
export type PendingSignIn = { email: string; password: string };

let pending: PendingSignIn | null = null;

export const keepPendingSignIn = (credentials: PendingSignIn): void => {
  pending = credentials;
};

/** The password of an address that has just been confirmed, once. */
export function takePendingSignIn(email: string): PendingSignIn | null {
  const taken = pending?.email === email ? pending : null;
  if (taken) pending = null;
  return taken;
}

export const forgetPendingSignIn = (): void => {
  pending = null;
};
