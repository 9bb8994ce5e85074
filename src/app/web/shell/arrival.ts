import { accountsPaths } from '#modules/accounts/paths.ts';
import { rememberRedirect } from '#modules/accounts/web/session/redirect.ts';
import { catalogContract } from '#modules/catalog/contract.ts';
import { readBoot } from '#platform/web/boot.ts';
import { call } from '#platform/web/call.ts';
import { currentSession } from '#platform/web/query.ts';
import { takeStartQuery } from '#modules/accounts/web/signUp/startQuery.ts';
import { pageAt } from './pageAt.ts';

/** The page that a `view` names, or null when there is none. */
export const viewAddress = (view: string): string | null => {
  const path = `/${view.replace(/^\/+|(?<!\/)\/+$/g, '')}`;
  return /^(\/[\w-]+)+$/.test(path) && pageAt(path)?.access === 'signedIn' ? path : null;
};

/** Pages before sign-in that take a subscription id and have none yet. */
const takers: Record<string, (signUpCode: string) => string> = {
  '/': accountsPaths.signIn,
  '/signin': accountsPaths.signIn,
  '/signup': accountsPaths.signUp,
  '/forgotPassword': accountsPaths.forgotPassword,
};

/** Longest that the first screen waits to hear whether a channel is known. */
const patienceMs = 3000;

/** The same page under a channel, when the channel is a valid subscription id. */
async function underChannel(channel: string): Promise<{ to: string; otherBrand: boolean } | null> {
  const pathname = location.pathname.replace(/(?<=.)\/$/, '');
  const taker = Object.hasOwn(takers, pathname) ? takers[pathname] : undefined;
  if (!taker || currentSession().authenticated) return null;
  try {
    const { data } = await call(
      catalogContract.checkSubscriptionId,
      { id: channel },
      { signal: AbortSignal.timeout(patienceMs) },
    );
    if (data.subscriptionIdStatus !== 'valid') return null;
    const to = taker(data.subscriptionId) + location.search + location.hash;
    return { to, otherBrand: data.brand.brandId !== readBoot().config.brand.brandId };
  } catch {
    // an id that cannot be asked about counts for nothing
    return null;
  }
}

/**
 * What the address of the first page asks for (platform.md 7): names for forms are kept, a view is where sign-in leads,
 * a channel is the subscription id.
 * @returns false when another page is being loaded instead of this one
 */
export async function arrive(): Promise<boolean> {
  const { view, Channel } = takeStartQuery();
  const page = view ? viewAddress(view) : null;
  if (page && currentSession().authenticated) {
    if (location.pathname === '/') history.replaceState(history.state, '', page);
  } else if (page) rememberRedirect(page);
  const channel = Channel ? await underChannel(Channel) : null;
  if (!channel) return true;
  if (channel.otherBrand) {
    location.replace(channel.to);
    return false;
  }
  history.replaceState(history.state, '', channel.to);
  return true;
}
