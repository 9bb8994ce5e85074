import type { RouteObject } from 'react-router';
import { policiesPaths } from '../../paths.ts';

/** Pages for people without an account, by the secret of their link. */
export const policyLinkRoutes: RouteObject[] = [
  {
    path: policiesPaths.approvalPattern,
    lazy: async () => ({ Component: (await import('./ApprovalLinkScreen.tsx')).ApprovalLinkScreen }),
  },
  {
    path: policiesPaths.signingPattern,
    lazy: async () => ({ Component: (await import('./SigningLinkScreen.tsx')).SigningLinkScreen }),
  },
];
