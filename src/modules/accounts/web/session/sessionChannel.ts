import type { SessionState } from '../../contract.ts';

/** What tabs of one browser tell each other, so that all agree on who is signed in. */
export type SessionNews =
  /** `ended`: nobody signed out, the session's time was over. */
  { kind: 'session'; state: SessionState; ended?: boolean } | { kind: 'confirmed'; username: string };

const name = 'portal-session';
let channel: BroadcastChannel | undefined;
const open = (): BroadcastChannel | undefined => {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  channel ??= new BroadcastChannel(name);
  return channel;
};

/** Tells the other tabs; this one does not hear it. */
export const notifyTabs = (news: SessionNews): void => {
  open()?.postMessage(news);
};

/** Hears the other tabs until the returned function is called. */
export function hearTabs(react: (news: SessionNews) => void): () => void {
  const heard = (event: MessageEvent<SessionNews>) => react(event.data);
  const source = open();
  source?.addEventListener('message', heard);
  return () => source?.removeEventListener('message', heard);
}
