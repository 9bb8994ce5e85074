import { createContext, useContext, type ReactNode } from 'react';
import { accountsPaths } from '#modules/accounts/paths.ts';
import { BrandLogo } from '#platform/web/BrandLogo.tsx';
import { useSession } from '#platform/web/query.ts';
import { HeaderBar } from '#ui/frame/HeaderBar.tsx';
import { MessagePage } from '#ui/page/MessagePage.tsx';

/** True below the signed-in frame, which has a header and the main landmark already. */
export const InsideFrame = createContext(false);

/** One message as a whole page, with a header of its own where there is no frame around it. */
export function StandAlonePage({
  title,
  drawing,
  action,
  children,
}: {
  title: ReactNode;
  drawing: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  const framed = useContext(InsideFrame);
  // platform.md 2: home for who is signed in, else sign-in
  const home = useSession().authenticated ? '/' : accountsPaths.signIn();
  return (
    <MessagePage
      framed={framed}
      header={<HeaderBar logo={<BrandLogo href={home} />} />}
      title={title}
      drawing={drawing}
      action={action}
    >
      {children}
    </MessagePage>
  );
}
