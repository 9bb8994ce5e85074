import { useQuery, type QueryKey, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import type { Endpoint, InputOf, ReplyOf } from '../endpoint.ts';
import { call } from './call.ts';

type AnyEndpoint = Endpoint<any, any, any, any>;
type DataOf<E extends AnyEndpoint> = ReplyOf<E> extends { data: infer Data } ? Data : never;

/** Keeps the `data` that a call replies with in the cache, under a key. */
export const useData = <E extends AnyEndpoint>(
  queryKey: QueryKey,
  endpoint: E,
  body: InputOf<E>,
  options: Omit<UseQueryOptions<DataOf<E>>, 'queryKey' | 'queryFn'> = {},
): UseQueryResult<DataOf<E>> =>
  useQuery({
    ...options,
    queryKey,
    queryFn: async ({ signal }) => ((await call(endpoint, body, { signal })) as { data: DataOf<E> }).data,
  });
