import { keepPreviousData } from '@tanstack/react-query';
import type { ReplyOf } from '#platform/endpoint.ts';
import { takeAnswer } from '#platform/web/query.ts';
import { named } from '#platform/web/pageTitle.ts';
import { useData } from '#platform/web/useData.ts';
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
  useData(
    [staffContract.staffProfile.path],
    staffContract.staffProfile,
    {},
    {
      initialData: () => takeAnswer<ReplyOf<typeof staffContract.staffProfile>>('staffProfile')?.data,
      staleTime: 300_000,
    },
  );

/** One page of organisations; the last one stays until the next is there. */
export const useOrganizations = (request: ListRequest) =>
  useData([staffContract.staffOrganizations.path, request], staffContract.staffOrganizations, request, {
    placeholderData: keepPreviousData,
  });

export const useOrganization = (orgId: string) =>
  useData([staffContract.staffOrganization.path, orgId], staffContract.staffOrganization, { orgId });

/** For the title of an organization's page. */
export const organizationName = (orgId: string) =>
  named<{ organization: { companyName: string } }>(
    [staffContract.staffOrganization.path, orgId],
    ({ organization }) => organization.companyName,
  );
