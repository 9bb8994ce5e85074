import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, CallError } from '#platform/web/call.ts';
import { named } from '#platform/web/pageTitle.ts';
import { queryClient } from '#platform/web/query.ts';
import { staffCatalogContract } from '../../catalogContract.ts';

const key = 'staff-catalog';

export const useOptions = () =>
  useQuery({
    queryKey: [key, 'options'],
    queryFn: async ({ signal }) => (await call(staffCatalogContract.catalogOptions, {}, { signal })).data,
  });

export const useBrands = () =>
  useQuery({
    queryKey: [key, 'brands'],
    queryFn: async ({ signal }) => (await call(staffCatalogContract.staffBrands, {}, { signal })).data,
  });

export const useBrand = (brandId: string | undefined) =>
  useQuery({
    queryKey: [key, 'brand', brandId],
    queryFn: async ({ signal }) =>
      (await call(staffCatalogContract.staffBrand, { brandId: brandId! }, { signal })).data,
    enabled: brandId !== undefined,
    // what is being typed is never replaced; the version tells whether somebody else was there
    refetchOnWindowFocus: false,
  });

export const useChannels = () =>
  useQuery({
    queryKey: [key, 'channels'],
    queryFn: async ({ signal }) => (await call(staffCatalogContract.staffChannels, {}, { signal })).data,
  });

export const useChannel = (channelId: string | undefined) =>
  useQuery({
    queryKey: [key, 'channel', channelId],
    queryFn: async ({ signal }) =>
      (await call(staffCatalogContract.staffChannel, { channelId: channelId! }, { signal })).data,
    enabled: channelId !== undefined,
    refetchOnWindowFocus: false,
  });

export type IdRequest = { search: string; channelId: string; state: '' | 'good' | 'ended'; page: number };
export const useSignUpCodes = (request: IdRequest) =>
  useQuery({
    queryKey: [key, 'ids', request],
    queryFn: async ({ signal }) =>
      (await call(staffCatalogContract.staffSubscriptionIds, request, { signal })).data,
    placeholderData: keepPreviousData,
  });

/** Everything of the catalogue is asked for anew. */
export const renewCatalog = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [key] });

/** What the server says about single fields, by their names; the empty name is for the whole. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (
    !(error instanceof CallError) ||
    error.code !== 'cannot-be-used' ||
    !Array.isArray(error.detail['fields'])
  )
    return {};
  const fields = error.detail['fields'] as { field: string; message: string }[];
  return Object.fromEntries(fields.toReversed().map(({ field, message }) => [field, message]));
}

/** For the title of a brand's page. */
export const brandName = (brandId: string | undefined) =>
  named<{ fields: { brandNameLong: string } }>([key, 'brand', brandId], ({ fields }) => fields.brandNameLong);
