import type { RouteObject } from 'react-router';
import { titled } from '#platform/web/pageTitle.ts';
import { policiesPaths } from '../../paths.ts';

/** Pages for people without an account, by the secret of their link. */
export const policyLinkRoutes: RouteObject[] = [
  {
    path: policiesPaths.approvalPattern,
    ...titled('A policy to approve'),
    lazy: async () => ({ Component: (await import('./ApprovalLinkScreen.tsx')).ApprovalLinkScreen }),
  },
  {
    path: policiesPaths.signingPattern,
    ...titled('Policies to sign'),
    lazy: async () => ({ Component: (await import('./SigningLinkScreen.tsx')).SigningLinkScreen }),
  },
];
