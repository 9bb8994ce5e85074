import type { HttpAnswer } from '#probes/http/answer.ts';
import type { FindingPlace, KnownPlaces, Revisit } from '../../port.ts';
import { isNamed, maskUrl, programOf } from '../findings/evidence.ts';
import type { Point } from '../points/point.ts';
import { retestSeeds } from './retest.ts';
import type { Check, Rule } from '../rule.ts';

/** What became of the places of known issues: an issue that is not found again is fixed only where its place was tried. */

type Place = Pick<FindingPlace, 'method' | 'url' | 'parameter' | 'foundOn'>;

export type Revisits = {
  seeds: string[];
  answered: (answer: HttpAnswer) => void;
  /** Told each point at which a check was tried on normal answers. */
  triedAt: (check: Check, point: Point) => void;
  /** What is told next is kept apart until it is known to stand. */
  commit: () => void;
  discard: () => void;
  /** `ask` looks whether an address that nobody asked for is there at all. */
  verdicts: (
    done: ReadonlySet<Rule>,
    ask: (url: string) => Promise<HttpAnswer | null>,
  ) => Promise<Record<string, Revisit>>;
};

const mostSeeds = 300;
const mostAsked = 200;

const samePlace = (place: Place, { request, ...point }: Point): boolean =>
  place.method === request.method &&
  URL.canParse(place.url) &&
  programOf(place.url) === programOf(request.url) &&
  isNamed(place.parameter, point);

export function makeRevisits(known: readonly KnownPlaces[], checks: readonly Check[]): Revisits {
  const ofRule = new Map(
    checks.flatMap((check) => check.rules.map((rule) => [rule.id, { check, rule }] as const)),
  );
  const places = known.flatMap(({ rule, places: list }) => list.map((place) => ({ rule, place })));
  const wanted = new Set(places.map(({ place }) => maskUrl(place.url)));
  const statuses = new Map<string, number>();
  const tried = new Set<Place>();
  let staged: Place[] = [];

  // What is missing when it is read may still take what is sent to it.
  const isRead = ({ method }: Place) => method === 'GET' || method === 'HEAD';
  const isGone = (status: number | undefined) => status === 404 || status === 410;
  const answersWell = (status: number | undefined) => status !== undefined && status < 400;

  function verdictOf(rule: string, place: Place, done: ReadonlySet<Rule>): Revisit {
    const own = ofRule.get(rule);
    const status = statuses.get(maskUrl(place.url));
    if (isGone(status) && isRead(place)) return 'gone';
    if (own && (own.check.point || own.check.timed)) return tried.has(place) ? 'tried' : 'not-tried';
    return own && done.has(own.rule) && answersWell(status) ? 'tried' : 'not-tried';
  }

  return {
    seeds: [...new Set(known.flatMap((issue) => retestSeeds(issue)))].slice(0, mostSeeds),
    answered: (answer) => {
      if (wanted.size === 0) return;
      const { pathname, search } = new URL(answer.url);
      // A path written in another way is another request.
      if (!answer.requestHead.startsWith(`${answer.method} ${pathname}${search} `)) return;
      const url = maskUrl(answer.url);
      if (wanted.has(url)) statuses.set(url, answer.status);
    },
    triedAt: (check, point) => {
      for (const { rule, place } of places)
        if (ofRule.get(rule)?.check === check && !tried.has(place) && samePlace(place, point))
          staged.push(place);
    },
    commit: () => {
      for (const place of staged) tried.add(place);
      staged = [];
    },
    discard: () => {
      staged = [];
    },
    verdicts: async (done, ask) => {
      const missing = places.filter(
        ({ rule, place }) =>
          !statuses.has(maskUrl(place.url)) &&
          URL.canParse(place.url) &&
          verdictOf(rule, place, done) === 'not-tried',
      );
      for (const url of [...new Set(missing.map(({ place }) => place.url))].slice(0, mostAsked)) {
        const answer = await ask(url);
        if (answer && isGone(answer.status)) statuses.set(maskUrl(url), answer.status);
      }
      return Object.fromEntries(
        known.map(({ id, rule, places: list }): [string, Revisit] => {
          const all = list.map((place) => verdictOf(rule, place, done));
          if (all.length === 0 || all.includes('not-tried')) return [id, 'not-tried'];
          return [id, all.every((one) => one === 'gone') ? 'gone' : 'tried'];
        }),
      );
    },
  };
}
