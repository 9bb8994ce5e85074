import { useSearchParams } from 'react-router';
import { traineeStandings } from '../entities.ts';
import type { TraineeFilter } from './queries.ts';

export const sortable = ['name', 'email', 'department', 'progress', 'nextDue', 'lastSeenAt'] as const;
const standings: readonly string[] = [...traineeStandings, 'active', 'all'];

const plain = { search: '', standing: 'active', course: '', sort: 'name', down: false, page: 1 } as const;
export const everybody: TraineeFilter = plain;

/** What an address asks for; whatever it cannot mean is as if it were not there. */
export function readFilter(query: URLSearchParams): TraineeFilter {
  const sort = query.get('sort') ?? '';
  const standing = query.get('standing') ?? '';
  const page = query.get('page') ?? '';
  return {
    search: (query.get('search') ?? '').trim().slice(0, 100),
    standing: standings.includes(standing) ? (standing as TraineeFilter['standing']) : plain.standing,
    course: (query.get('course') ?? '').slice(0, 60),
    sort: (sortable as readonly string[]).includes(sort) ? (sort as TraineeFilter['sort']) : plain.sort,
    down: query.get('down') === '1',
    page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
  };
}

/** The same as part of an address, without what goes without saying; what else stands there is kept. */
export function writeFilter(filter: TraineeFilter, query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(filter)) {
    if (value === plain[name as keyof TraineeFilter]) next.delete(name);
    else next.set(name, value === true ? '1' : String(value));
  }
  return next;
}

/** Search, filters, order and page of a list, kept in the address so that going back and handing on work. */
export function useTraineeFilter(): [
  TraineeFilter,
  (part: Partial<TraineeFilter>, how?: { replace?: boolean }) => void,
] {
  const [query, setQuery] = useSearchParams();
  const change = (part: Partial<TraineeFilter>, { replace = false } = {}) =>
    setQuery((before) => writeFilter({ ...readFilter(before), page: 1, ...part }, before), {
      replace,
      preventScrollReset: true,
    });
  return [readFilter(query), change];
}
