import { useSearchParams } from 'react-router';
import type { Found } from './queries.ts';

/** Search and page of a list, kept in the address. */
export function useFound(): [Found & { queue: string }, (part: Partial<Found & { queue: string }>) => void] {
  const [params, setParams] = useSearchParams();
  const read = (from: URLSearchParams) => ({
    search: (from.get('search') ?? '').slice(0, 100),
    page: Math.max(1, Math.floor(Number(from.get('page'))) || 1),
    queue: (from.get('queue') ?? '').slice(0, 100),
  });
  const change = (part: Partial<Found & { queue: string }>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries({ ...read(before), page: 1, ...part }))
          if (value === '' || value === 1) next.delete(name);
          else next.set(name, String(value));
        return next;
      },
      { replace: true },
    );
  return [read(params), change];
}
