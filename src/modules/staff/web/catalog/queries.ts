import { keepPreviousData } from '@tanstack/react-query';
import { CallError } from '#platform/web/call.ts';
import { named } from '#platform/web/pageTitle.ts';
import { queryClient } from '#platform/web/query.ts';
import { useData } from '#platform/web/useData.ts';
import { staffCatalogContract } from '../../catalogContract.ts';

const key = 'staff-catalog';

export const useOptions = () => useData([key, 'options'], staffCatalogContract.catalogOptions, {});

export const useBrands = () => useData([key, 'brands'], staffCatalogContract.staffBrands, {});

export const useBrand = (brandId: string) =>
  useData(
    [key, 'brand', brandId],
    staffCatalogContract.staffBrand,
    { brandId },
    {
      // what is being typed is never replaced; the version tells whether somebody else was there
      refetchOnWindowFocus: false,
    },
  );

export const useChannels = () => useData([key, 'channels'], staffCatalogContract.staffChannels, {});

export const useChannel = (channelId: string) =>
  useData(
    [key, 'channel', channelId],
    staffCatalogContract.staffChannel,
    { channelId },
    {
      refetchOnWindowFocus: false,
    },
  );

type IdRequest = { search: string; channelId: string; state: '' | 'good' | 'ended'; page: number };
export const useSignUpCodes = (request: IdRequest) =>
  useData([key, 'ids', request], staffCatalogContract.staffSubscriptionIds, request, {
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
