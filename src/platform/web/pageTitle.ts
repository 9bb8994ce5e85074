import type { QueryKey } from '@tanstack/react-query';

/** Where a page is: what its address names. */
export type TitlePlace = { params: Readonly<Record<string, string | undefined>>; search: URLSearchParams };

/** The thing that a page shows, by the answer that knows its name; it is read from the cache and never asked for. */
export type NamedThing = { queryKey: QueryKey; nameOf: (data: unknown) => string | undefined };

/** What a page says about the title of its tab. */
export type TitleHandle = {
  /** The screen's, unique in the product. */
  title: string | ((place: TitlePlace) => string);
  /** What the screen shows, whose name goes before it; loaded on demand, so that pages bring no queries along. */
  thing?: (place: TitlePlace) => Promise<NamedThing | null>;
};

/** A name in a cached answer. */
export const named = <Data>(queryKey: QueryKey, nameOf: (data: Data) => string | undefined): NamedThing => ({
  queryKey,
  nameOf: nameOf as NamedThing['nameOf'],
});

export const isTitled = (handle: unknown): handle is TitleHandle =>
  typeof handle === 'object' && handle !== null && 'title' in handle;

export const titleOf = ({ title }: TitleHandle, place: TitlePlace): string =>
  typeof title === 'string' ? title : title(place);
