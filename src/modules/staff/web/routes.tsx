import type { RouteObject } from 'react-router';
import { titled, type TitlePlace } from '#platform/web/pageTitle.ts';
import { staffPaths } from '../paths.ts';

const weaknessesTitle = ({ search }: TitlePlace) =>
  search.get('part') === 'candidates' ? 'Proposed weaknesses of customers' : 'Weaknesses of customers';

export const staffRoutes: RouteObject[] = [
  {
    path: staffPaths.home,
    ...titled('Organizations'),
    lazy: async () => ({ Component: (await import('./OrganizationsScreen.tsx')).OrganizationsScreen }),
  },
  {
    path: '/staff/organizations/:orgId',
    ...titled('Organization', async ({ params }) =>
      (await import('./queries.ts')).organizationName(params.orgId ?? ''),
    ),
    lazy: async () => ({ Component: (await import('./OrganizationScreen.tsx')).OrganizationScreen }),
  },
  {
    path: staffPaths.brands,
    ...titled('Brands'),
    lazy: async () => ({ Component: (await import('./catalog/BrandsScreen.tsx')).BrandsScreen }),
  },
  {
    path: '/staff/brands/:brandId',
    ...titled('Brand', async ({ params }) =>
      (await import('./catalog/queries.ts')).brandName(params.brandId),
    ),
    lazy: async () => ({ Component: (await import('./catalog/BrandScreen.tsx')).BrandScreen }),
  },
  {
    path: staffPaths.newBrand,
    ...titled('New brand'),
    lazy: async () => ({ Component: (await import('./catalog/BrandScreen.tsx')).NewBrandScreen }),
  },
  {
    path: staffPaths.channels,
    ...titled('Channels'),
    lazy: async () => ({ Component: (await import('./catalog/ChannelsScreen.tsx')).ChannelsScreen }),
  },
  {
    path: '/staff/channels/:channelId',
    ...titled(({ params }) => `${params.channelId} · Channel`),
    lazy: async () => ({ Component: (await import('./catalog/ChannelScreen.tsx')).ChannelScreen }),
  },
  {
    path: staffPaths.newChannel,
    ...titled('New channel'),
    lazy: async () => ({ Component: (await import('./catalog/ChannelScreen.tsx')).NewChannelScreen }),
  },
  {
    path: staffPaths.subscriptionIds,
    ...titled('Subscription ids'),
    lazy: async () => ({
      Component: (await import('./catalog/SubscriptionIdsScreen.tsx')).SubscriptionIdsScreen,
    }),
  },
  {
    path: staffPaths.messages,
    ...titled('Messages to customers'),
    lazy: async () => ({ Component: (await import('./concierge/MessagesScreen.tsx')).MessagesScreen }),
  },
  {
    path: `${staffPaths.messages}/:conciergeMessageId`,
    ...titled('Message to customers', async ({ params }) =>
      (await import('./concierge/queries.ts')).messageName(params.conciergeMessageId ?? ''),
    ),
    lazy: async () => ({ Component: (await import('./concierge/MessageScreens.tsx')).MessageScreen }),
  },
  {
    path: staffPaths.newMessage,
    ...titled('New message'),
    lazy: async () => ({ Component: (await import('./concierge/MessageScreens.tsx')).NewMessageScreen }),
  },
  {
    path: staffPaths.weaknesses,
    ...titled(weaknessesTitle),
    lazy: async () => ({ Component: (await import('./concierge/WeaknessesScreen.tsx')).WeaknessesScreen }),
  },
  {
    path: `${staffPaths.weaknesses}/:orgId/:weaknessId`,
    ...titled('Weakness of a customer', async ({ params }) =>
      (await import('./concierge/queries.ts')).weaknessName(params.orgId ?? '', params.weaknessId ?? ''),
    ),
    lazy: async () => ({ Component: (await import('./concierge/WeaknessScreens.tsx')).WeaknessScreen }),
  },
  {
    path: '/staff/concierge/new-weakness/:orgId',
    ...titled('New weakness', async ({ params }) =>
      (await import('./concierge/queries.ts')).customerName(params.orgId ?? ''),
    ),
    lazy: async () => ({ Component: (await import('./concierge/WeaknessScreens.tsx')).NewWeaknessScreen }),
  },
  {
    path: '/staff/concierge/candidate/:orgId',
    ...titled('Proposed weakness', async ({ params, search }) =>
      (await import('./concierge/queries.ts')).candidateName(params.orgId ?? '', search),
    ),
    lazy: async () => ({ Component: (await import('./concierge/CandidateScreen.tsx')).CandidateScreen }),
  },
  {
    path: '/staff/concierge/new-conversation/:orgId',
    ...titled('New conversation', async ({ params }) =>
      (await import('./concierge/queries.ts')).customerName(params.orgId ?? ''),
    ),
    lazy: async () => ({
      Component: (await import('./concierge/NewConversationScreen.tsx')).NewConversationScreen,
    }),
  },
  {
    path: staffPaths.conversations,
    ...titled('Conversations with customers'),
    lazy: async () => ({
      Component: (await import('./concierge/ConversationsScreen.tsx')).ConversationsScreen,
    }),
  },
  {
    path: `${staffPaths.conversations}/:orgId/:threadId`,
    ...titled('Conversation with a customer', async ({ params }) =>
      (await import('./concierge/queries.ts')).threadName(params.orgId ?? '', params.threadId ?? ''),
    ),
    lazy: async () => ({
      Component: (await import('./concierge/ConversationScreen.tsx')).ConversationScreen,
    }),
  },
  {
    path: staffPaths.senders,
    ...titled('Email senders'),
    lazy: async () => ({ Component: (await import('./senders/SendersScreen.tsx')).SendersScreen }),
  },
  {
    path: '/staff/senders/:orgId',
    ...titled('Email sender', async ({ params }) =>
      (await import('./senders/queries.ts')).senderName(params.orgId ?? ''),
    ),
    lazy: async () => ({ Component: (await import('./senders/SenderScreen.tsx')).SenderScreen }),
  },
  {
    path: staffPaths.jobs,
    ...titled('Jobs and failures'),
    lazy: async () => ({ Component: (await import('./desk/JobsScreen.tsx')).JobsScreen }),
  },
  {
    path: staffPaths.log,
    ...titled('Desk log'),
    lazy: async () => ({ Component: (await import('./desk/LogScreen.tsx')).LogScreen }),
  },
];
