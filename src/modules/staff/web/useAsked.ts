import { useSearchParams } from 'react-router';

/**
 * What a list is asked for, kept in the address: values that say nothing are left out there, and whatever changes a filter goes
 * back to the first page.
 * @param begin every name with its value where the address says nothing
 */
export function useAsked<T extends Record<string, string>>(begin: T) {
  const [params, setParams] = useSearchParams();
  const read = (from: URLSearchParams) =>
    Object.fromEntries(
      Object.entries(begin).map(([name, value]) => [
        name,
        (from.get(name) ?? value).slice(0, name === 'search' ? 100 : 254),
      ]),
    ) as T;
  const asked = read(params);
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1);
  const change = (part: Partial<T> & { page?: number }) =>
    setParams(
      (before) => {
        const { page: to = 1, ...rest } = part;
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries({ ...read(before), ...rest })) {
          if (value === begin[name]) next.delete(name);
          else next.set(name, value as string);
        }
        if (to === 1) next.delete('page');
        else next.set('page', String(to));
        return next;
      },
      { replace: true },
    );
  const isFiltered = Object.entries(begin).some(([name, value]) => asked[name] !== value);
  return { asked, page, change, isFiltered };
}

/** One of a list of values, or the one to begin with. */
export const oneOf = <V extends string>(values: readonly V[], value: string, otherwise: V): V =>
  values.find((one) => one === value) ?? otherwise;
