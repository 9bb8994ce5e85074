import type { ModuleName } from '#modules/plans/contract.ts';
import { menuSections, type WebModule } from '#platform/web/page.ts';
import type { TitlePlace } from '#platform/web/pageTitle.ts';
import { policiesPaths } from '../paths.ts';

const prefetch = ({ url }: { url: URL }) =>
  import('./queries.ts').then((it) => it.prefetchPolicies(url.pathname));

const policyTitle = ({ params }: TitlePlace) =>
  params.id === 'new'
    ? 'New policy'
    : [params.version && `Version ${params.version}`, 'Security policy'].filter(Boolean).join(' · ');

/** Security policies (modules.md 2), and pages for people without an account, by the secret of their link. */
export const policiesModule: WebModule<ModuleName> = {
  pages: [
    {
      path: policiesPaths.home,
      title: ({ search }) =>
        search.get('tab') === 'sign-off' ? 'Signatures · Security Policies' : 'Security Policies',
      access: 'signedIn',
      module: 'compliance',
      load: () => import('./PoliciesScreen.tsx').then((it) => it.PoliciesScreen),
      prefetch,
      menu: {
        section: menuSections.tools,
        label: 'Security Policies',
        icon: () => import('@tabler/icons-react/dist/esm/icons/IconFileCertificate.mjs'),
      },
    },
    {
      // one page for both addresses, so that saving does not take the editor away from under the person's hands
      path: `${policiesPaths.policyPattern}/:version?`,
      title: policyTitle,
      thing: ({ params }) =>
        import('./queries.ts').then((it) => it.policyName(params.id ?? '', params.version)),
      access: 'signedIn',
      module: 'compliance',
      load: () => import('./PolicyScreen.tsx').then((it) => it.PolicyScreen),
      prefetch,
    },
    {
      path: policiesPaths.approvalPattern,
      title: 'A policy to approve',
      access: 'link',
      load: () => import('./links/ApprovalLinkScreen.tsx').then((it) => it.ApprovalLinkScreen),
    },
    {
      path: policiesPaths.signingPattern,
      title: 'Policies to sign',
      access: 'link',
      load: () => import('./links/SigningLinkScreen.tsx').then((it) => it.SigningLinkScreen),
    },
  ],
};
