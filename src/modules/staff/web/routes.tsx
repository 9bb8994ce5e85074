import type { RouteObject } from 'react-router';
import { staffPaths } from '../paths.ts';

export const staffRoutes: RouteObject[] = [
  { path: staffPaths.home, lazy: async () => ({ Component: (await import('./OrganizationsScreen.tsx')).OrganizationsScreen }) },
  {
    path: '/staff/organizations/:orgId',
    lazy: async () => ({ Component: (await import('./OrganizationScreen.tsx')).OrganizationScreen }),
  },
  { path: staffPaths.brands, lazy: async () => ({ Component: (await import('./catalog/BrandsScreen.tsx')).BrandsScreen }) },
  { path: '/staff/brands/:brandId', lazy: async () => ({ Component: (await import('./catalog/BrandScreen.tsx')).BrandScreen }) },
  { path: staffPaths.newBrand, lazy: async () => ({ Component: (await import('./catalog/BrandScreen.tsx')).NewBrandScreen }) },
  { path: staffPaths.channels, lazy: async () => ({ Component: (await import('./catalog/ChannelsScreen.tsx')).ChannelsScreen }) },
  { path: '/staff/channels/:channelId', lazy: async () => ({ Component: (await import('./catalog/ChannelScreen.tsx')).ChannelScreen }) },
  { path: staffPaths.newChannel, lazy: async () => ({ Component: (await import('./catalog/ChannelScreen.tsx')).NewChannelScreen }) },
  {
    path: staffPaths.subscriptionIds,
    lazy: async () => ({ Component: (await import('./catalog/SubscriptionIdsScreen.tsx')).SubscriptionIdsScreen }),
  },
  { path: staffPaths.messages, lazy: async () => ({ Component: (await import('./concierge/MessagesScreen.tsx')).MessagesScreen }) },
  {
    path: `${staffPaths.messages}/:conciergeMessageId`,
    lazy: async () => ({ Component: (await import('./concierge/MessageScreens.tsx')).MessageScreen }),
  },
  { path: staffPaths.newMessage, lazy: async () => ({ Component: (await import('./concierge/MessageScreens.tsx')).NewMessageScreen }) },
  { path: staffPaths.weaknesses, lazy: async () => ({ Component: (await import('./concierge/WeaknessesScreen.tsx')).WeaknessesScreen }) },
  {
    path: `${staffPaths.weaknesses}/:orgId/:weaknessId`,
    lazy: async () => ({ Component: (await import('./concierge/WeaknessScreens.tsx')).WeaknessScreen }),
  },
  {
    path: '/staff/concierge/new-weakness/:orgId',
    lazy: async () => ({ Component: (await import('./concierge/WeaknessScreens.tsx')).NewWeaknessScreen }),
  },
  {
    path: '/staff/concierge/candidate/:orgId',
    lazy: async () => ({ Component: (await import('./concierge/CandidateScreen.tsx')).CandidateScreen }),
  },
  {
    path: '/staff/concierge/new-conversation/:orgId',
    lazy: async () => ({ Component: (await import('./concierge/NewConversationScreen.tsx')).NewConversationScreen }),
  },
  {
    path: staffPaths.conversations,
    lazy: async () => ({ Component: (await import('./concierge/ConversationsScreen.tsx')).ConversationsScreen }),
  },
  {
    path: `${staffPaths.conversations}/:orgId/:threadId`,
    lazy: async () => ({ Component: (await import('./concierge/ConversationScreen.tsx')).ConversationScreen }),
  },
  { path: staffPaths.senders, lazy: async () => ({ Component: (await import('./senders/SendersScreen.tsx')).SendersScreen }) },
  { path: '/staff/senders/:orgId', lazy: async () => ({ Component: (await import('./senders/SenderScreen.tsx')).SenderScreen }) },
  { path: staffPaths.jobs, lazy: async () => ({ Component: (await import('./desk/JobsScreen.tsx')).JobsScreen }) },
  { path: staffPaths.log, lazy: async () => ({ Component: (await import('./desk/LogScreen.tsx')).LogScreen }) },
];
