import type { Retest } from '../../port.ts';
import { isNamed } from '../findings/evidence.ts';
import type { Point } from '../points/point.ts';

/** Pages to read for a look at one finding: where it was, and where the form or call to it stands. */
export function retestSeeds(only: Retest): string[] {
  const seeds = only.places.flatMap((place) => [
    ...(place.foundOn === undefined ? [] : [place.foundOn]),
    ...(place.method === 'GET' ? [place.url] : []),
  ]);
  return [...new Set(seeds)].filter((seed) => URL.canParse(seed)).slice(0, 20);
}

export function matchesPlace(only: Retest, point: Point): boolean {
  return only.places.some(
    (place) =>
      isNamed(place.parameter, point) &&
      place.method === point.request.method &&
      URL.canParse(place.url) &&
      new URL(place.url).pathname === new URL(point.request.url).pathname,
  );
}
