import { useCallback } from 'react';
import { call } from '#platform/web/call.ts';
import { toast } from '#ui/notice/toast.ts';
import { accountsContract } from '../../contract.ts';
import { messageOf } from '../messages.ts';
import { forgetRedirect } from './redirect.ts';
import { dropSession } from './session.ts';

/** Signs out for good: nobody is told "signed out" while the session still lives at the server. */
export function useSignOut(): () => Promise<void> {
  return useCallback(async () => {
    try {
      await call(accountsContract.logout, {});
    } catch (error) {
      toast.danger(`You are still signed in. ${messageOf(error)}`);
      return;
    }
    forgetRedirect();
    dropSession();
  }, []);
}
