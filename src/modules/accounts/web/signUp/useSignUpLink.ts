import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, CallError } from '#platform/web/call.ts';
import { logError } from '#platform/web/logError.ts';
import { signUpContract, type SignUpLink } from '../../signUpContract.ts';

/** platform.md 3 */
export type FetchStatus = 'READY' | 'LOADING' | 'SUCCESS' | 'FAILED';

/** Notes at the server what happens on the page of a link; a note that is lost changes nothing. */
export const noteLinkEvent = (linkId: string, status: string, eventType: string): void =>
  void call(signUpContract.magicLinkSignupUpdate, {
    linkId,
    status,
    eventType,
    eventDateTime: new Date().toISOString(),
  }).catch(() => {});

// one page load opens a link once, also where React runs effects twice
const opened = new Set<string>();

/** Fetches a sign-up link and notes that it was opened. A 404 is an answer; anything else is worth knowing at the server. */
export function useSignUpLink(
  linkId: string,
  enabled: boolean,
): { fetchStatus: FetchStatus; link: SignUpLink | undefined } {
  const { data, error } = useQuery({
    queryKey: ['signup-link', linkId],
    queryFn: () => call(signUpContract.magicLinkSignupFetch, { linkId }),
    enabled,
    staleTime: Infinity,
  });
  const link = data?.data;
  const waits = link?.status === 'sent' || link?.status === 'opened';
  useEffect(() => {
    if (!waits || opened.has(linkId)) return;
    opened.add(linkId);
    noteLinkEvent(linkId, 'opened', 'page opened');
  }, [waits, linkId]);
  useEffect(() => {
    if (error && !(error instanceof CallError && error.code === 'link-invalid')) void logError(error);
  }, [error]);
  const fetchStatus = !enabled ? 'READY' : link ? 'SUCCESS' : error ? 'FAILED' : 'LOADING';
  return { fetchStatus, link };
}
