import type { WebsiteOrder } from '../../websiteList.ts';

export type WebsiteListFilter = { search: string; sort: WebsiteOrder; descending: boolean; page: number };

const orders: readonly WebsiteOrder[] = ['name', 'state', 'highs', 'lastScan', 'nextScan', 'change'];
/** Orders of which one wants to see the most or the newest first. */
const mostFirst: readonly WebsiteOrder[] = ['state', 'highs', 'lastScan', 'change'];

/** What the address of the list asks for; nonsense counts as not asked. */
export function listAskedFor(params: URLSearchParams): WebsiteListFilter {
  const sort = orders.find((one) => one === params.get('sort')) ?? 'name';
  const order = params.get('order');
  const page = Number(params.get('page'));
  return {
    search: (params.get('search') ?? '').trim().slice(0, 200),
    sort,
    descending: order === 'desc' || (order !== 'asc' && mostFirst.includes(sort)),
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  };
}

/** The query of an address that asks for this; empty for the list as it opens. */
export function listAddress({ search, sort, descending, page }: WebsiteListFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  if (sort !== 'name' || descending) params.set('sort', sort);
  if (descending !== mostFirst.includes(sort)) params.set('order', descending ? 'desc' : 'asc');
  if (page > 1) params.set('page', String(page));
  return params;
}
