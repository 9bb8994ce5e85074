import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import { useSignOut } from '#modules/accounts/web/session/useSignOut.ts';
import { useSession } from '#platform/web/query.ts';
import { UserMenu } from '#ui/frame/UserMenu.tsx';
import { shownName } from './menu/menu.ts';
import '#ui/styles/styles-app.css';

/** The sign-out menu in the header of a page without the signed-in frame (platform.md 2: onboarding). */
export function AccountCorner() {
  const session = useSession();
  const signOut = useSignOut();
  return (
    <UserMenu
      user={{ name: shownName({ email: session.email }), organization: '' }}
      items={[{ id: 'signout', label: 'Sign Out', icon: IconLogout, onSelect: () => void signOut() }]}
    />
  );
}
