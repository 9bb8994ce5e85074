import { skipToken, useQuery } from '@tanstack/react-query';
import type { Endpoint, ReplyOf } from '../endpoint.ts';

/** The answer of a call that another part of the page loads under its path; undefined until it is there. */
export const useLoaded = <E extends Endpoint<any, any, any, any>>(endpoint: E): ReplyOf<E> | undefined =>
  useQuery<ReplyOf<E>>({ queryKey: [endpoint.path], queryFn: skipToken }).data;
