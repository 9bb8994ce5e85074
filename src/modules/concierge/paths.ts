import { monitoringPaths } from '#modules/monitoring/paths.ts';

export const conciergeTabs = ['about', 'weaknesses', 'messages', 'conversations'] as const;
export type ConciergeTab = (typeof conciergeTabs)[number];

const part = encodeURIComponent;

export const conciergePaths = {
  home: '/concierge',
  tab: (tab: ConciergeTab): string => (tab === 'about' ? '/concierge' : `/concierge/${tab}`),
  message: (conciergeMessageId: string): string => `/concierge/messages/${part(conciergeMessageId)}`,
  weakness: monitoringPaths.weakness,
  conversation: (threadId: string): string => `/concierge/conversations/${part(threadId)}`,
  /** Where staff answer it. */
  desk: (orgId: string, threadId: string): string =>
    `/staff/concierge/conversations/${part(orgId)}/${part(threadId)}`,
  /** What to do in the first hour of an incident. */
  incident: '/concierge/incident',
  /** List paths that older links use. */
  oldWeaknesses: '/weaknesses',
  oldMessages: '/messages',
  weaknessPdf: (weaknessId: string, fileName: string): string =>
    `/api/cyberconcierge/weaknessPdf/${part(weaknessId)}/${part(fileName)}`,
} as const;
