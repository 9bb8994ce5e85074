import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#platform/endpoint.ts';
import { call } from '#platform/web/call.ts';
import { takeAnswer } from '#platform/web/query.ts';
import { named } from '#platform/web/pageTitle.ts';
import { staffContract } from '../contract.ts';
import type { OrganizationSort } from '../rules.ts';

export type ListRequest = {
  search: string;
  brandId: string;
  sort: OrganizationSort;
  direction: 'ascending' | 'descending';
  page: number;
};

/** The signed-in member of staff. */
export const useMember = () =>
  useQuery({
    queryKey: [staffContract.staffProfile.path],
    queryFn: async ({ signal }) => (await call(staffContract.staffProfile, {}, { signal })).data,
    initialData: () => takeAnswer<ReplyOf<typeof staffContract.staffProfile>>('staffProfile')?.data,
    staleTime: 300_000,
  });

/** One page of organisations; the last one stays until the next is there. */
export const useOrganizations = (request: ListRequest) =>
  useQuery({
    queryKey: [staffContract.staffOrganizations.path, request],
    queryFn: async ({ signal }) => (await call(staffContract.staffOrganizations, request, { signal })).data,
    placeholderData: keepPreviousData,
  });

export const useOrganization = (orgId: string) =>
  useQuery({
    queryKey: [staffContract.staffOrganization.path, orgId],
    queryFn: async ({ signal }) => (await call(staffContract.staffOrganization, { orgId }, { signal })).data,
  });

/** For the title of an organization's page. */
export const organizationName = (orgId: string) =>
  named<{ organization: { companyName: string } }>(
    [staffContract.staffOrganization.path, orgId],
    ({ organization }) => organization.companyName,
  );
