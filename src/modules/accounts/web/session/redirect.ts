import { savedRedirect, type SavedRedirect } from '../../rules.ts';

const name = 'redirect';
/** A visitor who comes back within an hour still wants what was opened. */
const keptSeconds = 3600;

const flags = () => `path=/; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
const setCookie = (value: string, seconds: number) => {
  document.cookie = `${name}=${encodeURIComponent(value)}; max-age=${seconds}; ${flags()}`;
};

const read = (): string | null => {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  if (!found) return null;
  try {
    return decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return null;
  }
};

let muted = false;
let chosen: SavedRedirect | null = null;

/** Saves the address that a visitor wanted, to be followed after sign-in (platform.md 2). */
export function rememberRedirect(address: string): void {
  if (!muted && savedRedirect(address)) setCookie(address, keptSeconds);
}

/** Until sign-in is shown no address is saved: the session ended in another tab, which saves its own if it should. */
export const muteRedirects = (): void => {
  muted = true;
};

/** After Sign Out the page left behind is not one to come back to: it may be the next person's turn. */
export function forgetRedirect(): void {
  muteRedirects();
  setCookie('', 0);
}

/** Addresses are saved again, because sign-in is shown. */
export const listenForRedirects = (): void => {
  muted = false;
};

/** Takes the saved address for the sign-in that succeeds now. */
export function chooseRedirect(): void {
  chosen = savedRedirect(read());
  setCookie('', 0);
}

/** Where to go, once, now that somebody is signed in. */
export function takeRedirect(): SavedRedirect | null {
  const taken = chosen;
  chosen = null;
  return taken;
}
