import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { accountsContract } from '#modules/accounts/contract.ts';
import { readBoot } from '#platform/web/boot.ts';
import { call, keepCsrfToken, whenSecondFactorNeeded, whenSignedOut } from '#platform/web/call.ts';
import { reportUncaught } from '#platform/web/logError.ts';
import { currentSession, queryClient, setSession } from '#platform/web/query.ts';
import { isPreloading } from './web/shell/preload/preload.ts';
import { Root } from './web/shell/Root.tsx';
import { fetchFrame } from './web/shell/Shell.tsx';
import '#ui/styles/styles.css';
import './web/shell/shell.css';

const boot = readBoot();
keepCsrfToken(boot.csrfToken);
reportUncaught();
// platform.md 7: a 401 sends the browser to /, unless another tab's session has taken the place of the one that the call knew
whenSignedOut(() => {
  if (!currentSession().authenticated) return;
  void call(accountsContract.check, { bc: true })
    .catch(() => ({ ...currentSession(), authenticated: false, expires: 0 }))
    .then(setSession);
});
// in the midst of a session too, when an administrator begins to demand it
whenSecondFactorNeeded(() => {
  const session = currentSession();
  if (!session.secondFactorNeeded) setSession({ ...session, secondFactorNeeded: true });
});
// a chunk that a deploy removed: take the new version once, not for ever
addEventListener('vite:preloadError', (event) => {
  if (isPreloading()) return;
  const key = 'reloaded-for-chunk';
  const last = Number(sessionStorage.getItem(key) ?? 0);
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem(key, String(Date.now()));
  event.preventDefault();
  location.reload();
});

const start = () =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Root />
      </QueryClientProvider>
    </StrictMode>,
  );
// a frame that cannot be fetched now is asked for again by the page, which says so
const frame = fetchFrame(boot.session, location.pathname).catch(() => {});
// platform.md 7: read once, before anything looks at the address; few addresses have them
const arrives = /[?&#](Channel|OrgName|OrgID|ZipCode|userName|firstName|lastName|view|\w+_token)=/.test(
  location.search + location.hash,
);
const stays = arrives
  ? import('./web/shell/arrival.ts').then(({ arrive }) => arrive()).catch(() => true)
  : true;
void Promise.all([stays, frame]).then(([here]) => here && start());
