import { fillWords } from '#platform/web/boot.ts';
import { toast } from '#ui/notice/toast.ts';
import { accountsPaths } from '../../paths.ts';
import { wording } from '../messages.ts';
import { notifyTabs } from '../session/sessionChannel.ts';
import { ToastLink } from '../ToastLink.tsx';

// a link is opened by loading the page, so once a page is enough, also where React runs effects twice
let told = '';

/** Says how the link of the confirmation mail went (platform.md 8). */
export function showVerificationResult(result: string, username: string, go: (to: string) => void): void {
  const key = `${result} ${username}`;
  if (told === key) return;
  told = key;
  if (result === 'confirmed') {
    toast.success(wording.confirmed);
    if (username) notifyTabs({ kind: 'confirmed', username });
  } else if (result === 'already_confirmed') toast.success(wording.alreadyConfirmed);
  else if (result === 'expired' && username) {
    const to = `${accountsPaths.verify}?${new URLSearchParams({ username })}`;
    toast.danger(
      <>
        link no longer valid,{' '}
        <ToastLink to={to} go={go}>
          request new link
        </ToastLink>
      </>,
    );
  } else if (result === 'expired') toast.danger(wording.linkExpired);
  else if (result === 'invalid') toast.danger(wording.linkInvalid);
  else toast.danger(fillWords(wording.generic));
}
