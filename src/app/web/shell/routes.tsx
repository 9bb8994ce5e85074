import { Navigate, type RouteObject } from 'react-router';
import { ErrorPage } from './errors/ErrorPage.tsx';
import { modules } from './modules.ts';
import { routesOf } from './pageRoutes.tsx';
import { Shell } from './Shell.tsx';

/** Every address of the product. Modules bring their own; each page's code loads on demand. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <ErrorPage />,
    // nothing is drawn on top of the page while its first part loads
    hydrateFallbackElement: <></>,
    children: [
      {
        errorElement: <ErrorPage />,
        children: [
          ...routesOf(modules),
          { path: '/', element: null },
          { path: '*', element: <Navigate to="/404" replace /> },
        ],
      },
    ],
  },
];
