import type { QueryKey } from '@tanstack/react-query';

/** Where a page is: what its address names. */
export type TitlePlace = { params: Readonly<Record<string, string | undefined>>; search: URLSearchParams };

/** The thing that a page shows, by the answer that knows its name; it is read from the cache and never asked for. */
export type NamedThing = { queryKey: QueryKey; nameOf: (data: unknown) => string | undefined };

export type TitleHandle = {
  title: string | ((place: TitlePlace) => string);
  /** Loaded on demand, so that routes bring no queries along. */
  thing?: (place: TitlePlace) => Promise<NamedThing | null>;
};

/** A name in a cached answer. */
export const named = <Data>(queryKey: QueryKey, nameOf: (data: Data) => string | undefined): NamedThing => ({
  queryKey,
  nameOf: nameOf as NamedThing['nameOf'],
});

/**
 * What a route says about the title of its tab; spread it into the route.
 * @param title the screen's, unique in the product
 * @param thing what the screen shows, whose name goes before it
 */
export const titled = (
  title: TitleHandle['title'],
  thing?: TitleHandle['thing'],
): { handle: TitleHandle } => ({
  handle: { title, ...(thing ? { thing } : {}) },
});

export const isTitled = (handle: unknown): handle is TitleHandle =>
  typeof handle === 'object' && handle !== null && 'title' in handle;

export const titleOf = ({ title }: TitleHandle, place: TitlePlace): string =>
  typeof title === 'string' ? title : title(place);
