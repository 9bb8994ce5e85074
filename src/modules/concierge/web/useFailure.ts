import { useEffect } from 'react';
import { sayFailed } from './changes.ts';

/** Says once, in a toast, that something could not be loaded. @returns `failed`, so that the screen leads elsewhere */
export function useFailure(failed: boolean, words: string): boolean {
  useEffect(() => {
    if (failed) sayFailed(words);
  }, [failed, words]);
  return failed;
}
