import { useEffect, useMemo } from 'react';
import { createBrowserRouter, Link as RouterLink } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { usePortal } from '#platform/web/boot.ts';
import type { LinkProps } from '#ui/text/Link.tsx';
import { UiProvider } from '#ui/theme/UiProvider.tsx';
import { preloadLinks } from './preload/preload.ts';
import { routes } from './routes.tsx';

const isOutside = (href: string) => /^[a-z][a-z0-9+.-]*:|^\/\/|^\/api\//i.test(href);

/** Links of compounds go through the router, those to elsewhere stay plain. */
function ShellLink({ href, state, children, ...rest }: LinkProps) {
  if (isOutside(href) || href.startsWith('#'))
    return (
      <a href={href} {...rest}>
        {children}
      </a>
    );
  return (
    <RouterLink to={href} state={state} {...rest}>
      {children}
    </RouterLink>
  );
}

export function Root() {
  const { brand } = usePortal();
  const router = useMemo(() => createBrowserRouter(routes), []);
  useEffect(() => preloadLinks(routes), []);
  return (
    <UiProvider look={{ accent: brand.accent, radius: brand.radius }} link={ShellLink}>
      <RouterProvider router={router} />
    </UiProvider>
  );
}
