import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useSignOut } from '#modules/accounts/web/session/useSignOut.ts';
import { useMember } from '#modules/staff/web/queries.ts';
import { BrandLogo } from '#platform/web/BrandLogo.tsx';
import { useSession } from '#platform/web/query.ts';
import { AppFrame } from '#ui/frame/AppFrame.tsx';
import { shownName } from './menu/menu.ts';
import { staffMenuOf } from './menu/staffMenu.ts';
import { InsideFrame } from './StandAlonePage.tsx';
import '#ui/styles/styles-app.css';

/** What staff see around their pages. */
export function StaffFrame({ children }: { children: ReactNode }) {
  const session = useSession();
  const signOut = useSignOut();
  const member = useMember();
  const { pathname } = useLocation();
  return (
    <AppFrame
      logo={<BrandLogo />}
      groups={staffMenuOf(pathname, member.data?.brand === null)}
      user={{ name: member.data?.name ?? shownName({ email: session.email }), organization: 'Support staff' }}
      userItems={[{ id: 'signout', label: 'Sign Out', icon: IconLogout, onSelect: () => void signOut() }]}
    >
      <InsideFrame value={true}>{children}</InsideFrame>
    </AppFrame>
  );
}
