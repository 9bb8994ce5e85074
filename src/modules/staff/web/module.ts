import type { WebModule } from '#platform/web/page.ts';
import type { TitlePlace } from '#platform/web/pageTitle.ts';
import { staffPaths } from '../paths.ts';

const sections = {
  desk: { id: 'staff', label: 'SUPPORT DESK' },
  concierge: { id: 'concierge', label: 'CYBER CONCIERGE' },
  catalog: { id: 'catalog', label: 'BRANDS & CHANNELS' },
  operation: { id: 'operation', label: 'OPERATION' },
};

const weaknessesTitle = ({ search }: TitlePlace) =>
  search.get('part') === 'candidates' ? 'Proposed weaknesses of customers' : 'Weaknesses of customers';

/** The desk, in the order of its menu. */
export const staffModule: WebModule = {
  pages: [
    {
      path: staffPaths.home,
      title: 'Organizations',
      access: 'staff',
      load: () => import('./OrganizationsScreen.tsx').then((it) => it.OrganizationsScreen),
      menu: {
        section: sections.desk,
        label: 'Organizations',
        icon: () => import('@tabler/icons-react/dist/esm/icons/IconBuildings.mjs'),
        also: [`${staffPaths.home}/organizations`],
      },
    },
    {
      path: '/staff/organizations/:orgId',
      title: 'Organization',
      thing: ({ params }) => import('./queries.ts').then((it) => it.organizationName(params.orgId ?? '')),
      access: 'staff',
      load: () => import('./OrganizationScreen.tsx').then((it) => it.OrganizationScreen),
    },
    {
      path: staffPaths.senders,
      title: 'Email senders',
      access: 'staff',
      load: () => import('./senders/SendersScreen.tsx').then((it) => it.SendersScreen),
      menu: {
        section: sections.desk,
        label: 'Email senders',
        icon: () => import('@tabler/icons-react/dist/esm/icons/IconMailExclamation.mjs'),
      },
    },
    {
      path: '/staff/senders/:orgId',
      title: 'Email sender',
      thing: ({ params }) => import('./senders/queries.ts').then((it) => it.senderName(params.orgId ?? '')),
      access: 'staff',
      load: () => import('./senders/SenderScreen.tsx').then((it) => it.SenderScreen),
    },
    {
      path: staffPaths.conversations,
      title: 'Conversations with customers',
      access: 'staff',
      load: () => import('./concierge/ConversationsScreen.tsx').then((it) => it.ConversationsScreen),
      menu: {
        section: sections.concierge,
        label: 'Conversations',
        icon: () => import('@tabler/icons-react/dist/esm/icons/IconMessages.mjs'),
        also: [`${staffPaths.home}/concierge/new-conversation`],
      },
    },
    {
      path: `${staffPaths.conversations}/:orgId/:threadId`,
      title: 'Conversation with a customer',
      thing: ({ params }) =>
        import('./concierge/queries.ts').then((it) =>
          it.threadName(params.orgId ?? '', params.threadId ?? ''),
        ),
      access: 'staff',
      load: () => import('./concierge/ConversationScreen.tsx').then((it) => it.ConversationScreen),
    },
    {
      path: '/staff/concierge/new-conversation/:orgId',
      title: 'New conversation',
      thing: ({ params }) =>
        import('./concierge/queries.ts').then((it) => it.customerName(params.orgId ?? '')),
      access: 'staff',
      load: () => import('./concierge/NewConversationScreen.tsx').then((it) => it.NewConversationScreen),
    },
    {
      path: staffPaths.messages,
      title: 'Messages to customers',
      access: 'staff',
      load: () => import('./concierge/MessagesScreen.tsx').then((it) => it.MessagesScreen),
      menu: {
        section: sections.concierge,
        label: 'Messages',
        icon: () => import('@tabler/icons-react/dist/esm/icons/IconMail.mjs'),
        also: [staffPaths.newMessage],
      },
    },
    {
      path: `${staffPaths.messages}/:conciergeMessageId`,
      title: 'Message to customers',
      thing: ({ params }) =>
        import('./concierge/queries.ts').then((it) => it.messageName(params.conciergeMessageId ?? '')),
      access: 'staff',
      load: () => import('./concierge/MessageScreens.tsx').then((it) => it.MessageScreen),
    },
    {
      path: staffPaths.newMessage,
      title: 'New message',
      access: 'staff',
      load: () => import('./concierge/MessageScreens.tsx').then((it) => it.NewMessageScreen),
    },
    {
      path: staffPaths.weaknesses,
      title: weaknessesTitle,
      access: 'staff',
      load: () => import('./concierge/WeaknessesScreen.tsx').then((it) => it.WeaknessesScreen),
      menu: {
        section: sections.concierge,
        label: 'Weaknesses',
        icon: () => import('@tabler/icons-react/dist/esm/icons/IconShieldExclamation.mjs'),
        also: [`${staffPaths.home}/concierge/candidate`, `${staffPaths.home}/concierge/new-weakness`],
      },
    },
    {
      path: `${staffPaths.weaknesses}/:orgId/:weaknessId`,
      title: 'Weakness of a customer',
      thing: ({ params }) =>
        import('./concierge/queries.ts').then((it) =>
          it.weaknessName(params.orgId ?? '', params.weaknessId ?? ''),
        ),
      access: 'staff',
      load: () => import('./concierge/WeaknessScreens.tsx').then((it) => it.WeaknessScreen),
    },
    {
      path: '/staff/concierge/new-weakness/:orgId',
      title: 'New weakness',
      thing: ({ params }) =>
        import('./concierge/queries.ts').then((it) => it.customerName(params.orgId ?? '')),
      access: 'staff',
      load: () => import('./concierge/WeaknessScreens.tsx').then((it) => it.NewWeaknessScreen),
    },
    {
      path: '/staff/concierge/candidate/:orgId',
      title: 'Proposed weakness',
      thing: ({ params, search }) =>
        import('./concierge/queries.ts').then((it) => it.candidateName(params.orgId ?? '', search)),
      access: 'staff',
      load: () => import('./concierge/CandidateScreen.tsx').then((it) => it.CandidateScreen),
    },
    {
      path: staffPaths.brands,
      title: 'Brands',
      access: 'staff',
      load: () => import('./catalog/BrandsScreen.tsx').then((it) => it.BrandsScreen),
      menu: {
        section: sections.catalog,
        label: 'Brands',
        icon: () => import('@tabler/icons-react/dist/esm/icons/IconPalette.mjs'),
        also: [staffPaths.newBrand],
      },
    },
    {
      path: '/staff/brands/:brandId',
      title: 'Brand',
      thing: ({ params }) => import('./catalog/queries.ts').then((it) => it.brandName(params.brandId)),
      access: 'staff',
      load: () => import('./catalog/BrandScreen.tsx').then((it) => it.BrandScreen),
    },
    {
      path: staffPaths.newBrand,
      title: 'New brand',
      access: 'staff',
      load: () => import('./catalog/BrandScreen.tsx').then((it) => it.NewBrandScreen),
    },
    {
      path: staffPaths.channels,
      title: 'Channels',
      access: 'staff',
      load: () => import('./catalog/ChannelsScreen.tsx').then((it) => it.ChannelsScreen),
      menu: {
        section: sections.catalog,
        label: 'Channels',
        icon: () => import('@tabler/icons-react/dist/esm/icons/IconRoute.mjs'),
        also: [staffPaths.newChannel],
      },
    },
    {
      path: '/staff/channels/:channelId',
      title: ({ params }) => `${params.channelId} · Channel`,
      access: 'staff',
      load: () => import('./catalog/ChannelScreen.tsx').then((it) => it.ChannelScreen),
    },
    {
      path: staffPaths.newChannel,
      title: 'New channel',
      access: 'staff',
      load: () => import('./catalog/ChannelScreen.tsx').then((it) => it.NewChannelScreen),
    },
    {
      path: staffPaths.signUpCodes,
      title: 'Subscription ids',
      access: 'staff',
      load: () => import('./catalog/SignUpCodesScreen.tsx').then((it) => it.SignUpCodesScreen),
      menu: {
        section: sections.catalog,
        label: 'Subscription ids',
        icon: () => import('@tabler/icons-react/dist/esm/icons/IconTicket.mjs'),
      },
    },
    {
      path: staffPaths.jobs,
      title: 'Jobs and failures',
      access: 'staff',
      load: () => import('./desk/JobsScreen.tsx').then((it) => it.JobsScreen),
      menu: {
        section: sections.operation,
        label: 'Jobs and failures',
        icon: () => import('@tabler/icons-react/dist/esm/icons/IconStack2.mjs'),
        everyBrand: true,
      },
    },
    {
      path: staffPaths.log,
      title: 'Desk log',
      access: 'staff',
      load: () => import('./desk/LogScreen.tsx').then((it) => it.LogScreen),
      menu: {
        section: sections.operation,
        label: 'Desk log',
        icon: () => import('@tabler/icons-react/dist/esm/icons/IconClipboardList.mjs'),
        everyBrand: true,
      },
    },
  ],
};
