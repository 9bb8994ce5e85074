import { pages, type ProductPage } from './modules.ts';

export const within = (path: string, place: string) => path === place || path.startsWith(`${place}/`);

/** The part of a page's address that names no thing. */
export const placeOf = ({ path }: ProductPage): string => path.replace(/\/:.*/, '');

/** Pages by their place, the longest first. */
const places = pages
  .map((page) => ({ place: placeOf(page), page }))
  .sort((one, other) => other.place.length - one.place.length);

/** The page that an address belongs to; that there is no such thing is for the router to say. */
export const pageAt = (path: string): ProductPage | undefined =>
  places.find(({ place }) => within(path, place))?.page;

export const isLinkPage = (path: string): boolean => pageAt(path)?.access === 'link';

/** Pages that bring a frame of their own, also for whoever is signed in: no page stands inside another. */
export function hasOwnFrame(path: string): boolean {
  const page = pageAt(path);
  return page?.access === 'link' || (page?.access === 'public' && page.ownFrame === true);
}
