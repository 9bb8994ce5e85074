import { Navigate, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { titled, type TitlePlace } from '#platform/web/pageTitle.ts';
import { conciergePaths } from '../paths.ts';

const loader = ({ request }: LoaderFunctionArgs) => {
  const { pathname } = new URL(request.url);
  // where this code cannot be fetched, neither can the screen's, which says so
  import('./queries.ts').then(({ prefetchConcierge }) => prefetchConcierge(pathname)).catch(() => {});
  return null;
};

const tabTitles: Record<string, string> = {
  weaknesses: 'Security Weaknesses',
  messages: 'Messages',
  conversations: 'Conversations',
};
const tabTitle = ({ params }: TitlePlace) => tabTitles[params.tabId ?? ''] ?? 'Cyber Concierge';

/** Cyber Concierge (modules.md 2); code loads on demand, and its data beside it. */
export const conciergeRoutes: RouteObject[] = [
  {
    path: conciergePaths.incident,
    ...titled('Respond to an incident'),
    loader,
    lazy: async () => ({ Component: (await import('./IncidentScreen.tsx')).IncidentScreen }),
  },
  {
    // one route for all tabs, so that the page stays while its part changes
    path: `${conciergePaths.home}/:tabId?`,
    ...titled(tabTitle),
    loader,
    lazy: async () => ({ Component: (await import('./ConciergeScreen.tsx')).ConciergeScreen }),
  },
  {
    path: `${conciergePaths.home}/messages/:conciergeMessageId`,
    ...titled('Message', async ({ params }) =>
      (await import('./queries.ts')).messageName(params.conciergeMessageId ?? ''),
    ),
    loader,
    lazy: async () => ({ Component: (await import('./MessageScreen.tsx')).MessageScreen }),
  },
  {
    path: `${conciergePaths.home}/weaknesses/:weaknessId`,
    ...titled('Security weakness', async ({ params }) =>
      (await import('./queries.ts')).weaknessName(params.weaknessId ?? ''),
    ),
    loader,
    lazy: async () => ({ Component: (await import('./WeaknessScreen.tsx')).WeaknessScreen }),
  },
  {
    path: `${conciergePaths.home}/conversations/:threadId`,
    ...titled('Conversation', async ({ params }) =>
      (await import('./queries.ts')).threadName(params.threadId ?? ''),
    ),
    loader,
    lazy: async () => ({ Component: (await import('./ConversationScreen.tsx')).ConversationScreen }),
  },
  { path: conciergePaths.oldWeaknesses, element: <Navigate to={conciergePaths.tab('weaknesses')} replace /> },
  { path: conciergePaths.oldMessages, element: <Navigate to={conciergePaths.tab('messages')} replace /> },
];
