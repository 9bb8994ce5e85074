const home = '/staff';
const part = encodeURIComponent;
const below = (place: string, id: string): string => `${home}/${place}/${part(id)}`;
const concierge = `${home}/concierge`;

export const staffPaths = {
  home,
  organization: (orgId: string): string => below('organizations', orgId),
  brands: `${home}/brands`,
  brand: (brandId: string): string => below('brands', brandId),
  newBrand: `${home}/new-brand`,
  channels: `${home}/channels`,
  channel: (channelId: string): string => below('channels', channelId),
  newChannel: `${home}/new-channel`,
  signUpCodes: `${home}/subscription-ids`,
  messages: `${concierge}/messages`,
  message: (conciergeMessageId: string): string => below('concierge/messages', conciergeMessageId),
  newMessage: `${concierge}/new-message`,
  messageTo: (orgId: string): string => `${concierge}/new-message?organization=${part(orgId)}`,
  weaknesses: `${concierge}/weaknesses`,
  weaknessesOf: (orgId: string): string => `${concierge}/weaknesses?organization=${part(orgId)}`,
  weakness: (orgId: string, weaknessId: string): string =>
    `${concierge}/weaknesses/${part(orgId)}/${part(weaknessId)}`,
  newWeakness: (orgId: string): string => `${concierge}/new-weakness/${part(orgId)}`,
  candidates: `${concierge}/weaknesses?part=candidates`,
  candidate: ({ orgId, type, asset }: { orgId: string; type: string; asset: string }): string =>
    `${concierge}/candidate/${part(orgId)}?${new URLSearchParams({ type, asset })}`,
  newConversation: (orgId: string): string => `${concierge}/new-conversation/${part(orgId)}`,
  conversations: `${concierge}/conversations`,
  conversationsOf: (orgId: string): string => `${concierge}/conversations?organization=${part(orgId)}`,
  conversation: (orgId: string, threadId: string): string =>
    `${concierge}/conversations/${part(orgId)}/${part(threadId)}`,
  senders: `${home}/senders`,
  sender: (orgId: string): string => below('senders', orgId),
  jobs: `${home}/jobs`,
  log: `${home}/log`,
  /** Where a member of staff sets up the second factor that every call of staff needs. */
  secondFactor: `${home}/second-factor`,
} as const;
