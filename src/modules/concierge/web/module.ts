import type { ModuleName } from '#modules/plans/contract.ts';
import { menuSections, type WebModule } from '#platform/web/page.ts';
import type { TitlePlace } from '#platform/web/pageTitle.ts';
import { conciergePaths } from '../paths.ts';

const prefetch = ({ url }: { url: URL }) =>
  import('./queries.ts').then((it) => it.prefetchConcierge(url.pathname));
/** What all of its pages have in common. */
const page = { access: 'signedIn', module: 'cyberconcierge', prefetch } as const;

const tabTitles: Record<string, string> = {
  weaknesses: 'Security Weaknesses',
  messages: 'Messages',
  conversations: 'Conversations',
};
const tabTitle = ({ params }: TitlePlace) => tabTitles[params.tabId ?? ''] ?? 'Cyber Concierge';

/** Cyber Concierge (modules.md 2). */
export const conciergeModule: WebModule<ModuleName> = {
  pages: [
    {
      // one page for all tabs, so that it stays while its part changes
      path: `${conciergePaths.home}/:tabId?`,
      title: tabTitle,
      ...page,
      load: () => import('./ConciergeScreen.tsx').then((it) => it.ConciergeScreen),
      menu: {
        section: menuSections.tools,
        label: 'Cyber Concierge',
        icon: () => import('@tabler/icons-react/dist/esm/icons/IconHeadset.mjs'),
        badge: 'NEW',
      },
    },
    {
      path: conciergePaths.incident,
      title: 'Respond to an incident',
      ...page,
      load: () => import('./IncidentScreen.tsx').then((it) => it.IncidentScreen),
      menu: {
        section: menuSections.atHand,
        label: 'Respond to an incident',
        icon: () => import('@tabler/icons-react/dist/esm/icons/IconUrgent.mjs'),
      },
    },
    {
      path: `${conciergePaths.home}/messages/:conciergeMessageId`,
      title: 'Message',
      thing: ({ params }) =>
        import('./queries.ts').then((it) => it.messageName(params.conciergeMessageId ?? '')),
      ...page,
      load: () => import('./MessageScreen.tsx').then((it) => it.MessageScreen),
    },
    {
      path: `${conciergePaths.home}/weaknesses/:weaknessId`,
      title: 'Security weakness',
      thing: ({ params }) => import('./queries.ts').then((it) => it.weaknessName(params.weaknessId ?? '')),
      ...page,
      load: () => import('./WeaknessScreen.tsx').then((it) => it.WeaknessScreen),
    },
    {
      path: `${conciergePaths.home}/conversations/:threadId`,
      title: 'Conversation',
      thing: ({ params }) => import('./queries.ts').then((it) => it.threadName(params.threadId ?? '')),
      ...page,
      load: () => import('./conversations/ConversationScreen.tsx').then((it) => it.ConversationScreen),
    },
    { path: conciergePaths.oldWeaknesses, to: conciergePaths.tab('weaknesses'), access: 'signedIn' },
    { path: conciergePaths.oldMessages, to: conciergePaths.tab('messages'), access: 'signedIn' },
  ],
};
