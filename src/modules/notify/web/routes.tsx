import type { RouteObject } from 'react-router';
import { titled } from '#platform/web/pageTitle.ts';
import { notifyPaths } from '../paths.ts';

/** The page that the end of a mail leads to, for whoever has the link. */
export const mailLinkRoutes: RouteObject[] = [
  {
    path: notifyPaths.unsubscribePattern,
    ...titled('Email notices'),
    lazy: async () => ({ Component: (await import('./UnsubscribeScreen.tsx')).UnsubscribeScreen }),
  },
];
