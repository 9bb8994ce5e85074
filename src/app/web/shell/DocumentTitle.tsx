import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { NavigationType, useLocation, useMatches, useNavigationType } from 'react-router';
import { usePortal } from '#platform/web/boot.ts';
import {
  isTitled,
  titleOf,
  type NamedThing,
  type TitleHandle,
  type TitlePlace,
} from '#platform/web/pageTitle.ts';
import { queryClient } from '#platform/web/query.ts';

const cache = queryClient.getQueryCache();
const whenAnswersCome = (listener: () => void) => cache.subscribe(listener);

/** The name of what the page shows, as soon as an answer that knows it is there. */
function useNameOfThing(
  handle: TitleHandle | undefined,
  place: TitlePlace,
  address: string,
): string | undefined {
  const [known, setKnown] = useState<{ address: string; thing: NamedThing | null } | null>(null);
  const ask = handle?.thing;
  useEffect(() => {
    let left = false;
    // where this code cannot be fetched, the screen says so
    ask?.(place)
      .then((thing) => left || setKnown({ address, thing }))
      .catch(() => {});
    return () => {
      left = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the place is made of the address
  }, [ask, address]);
  const thing = ask && known?.address === address ? known.thing : null;
  return useSyncExternalStore(whenAnswersCome, () => {
    const data = thing ? queryClient.getQueryData(thing.queryKey) : undefined;
    return data === undefined ? undefined : thing?.nameOf(data);
  });
}

/** After another screen has come: where one begins to read, and what a screen reader says. */
function useArrival(screen: string, words: string): string {
  const byLink = useNavigationType() === NavigationType.Push;
  const before = useRef(screen);
  const latest = useRef(words);
  const [said, setSaid] = useState('');
  useEffect(() => {
    latest.current = words;
  }, [words]);
  useLayoutEffect(() => {
    if (before.current !== screen && byLink && !window.location.hash) window.scrollTo(0, 0);
  }, [screen, byLink]);
  useEffect(() => {
    if (before.current === screen) return;
    before.current = screen;
    // names of things come a moment later, and the words go again: nobody should find them while reading the page
    const speak = setTimeout(() => {
      setSaid(latest.current);
      // what was followed is gone with the page before
      if (document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true });
    }, 300);
    const fall = setTimeout(() => setSaid(''), 3000);
    return () => {
      clearTimeout(speak);
      clearTimeout(fall);
    };
  }, [screen]);
  return said;
}

/** The title of the tab, from what the route says about itself, spoken when the screen changes. */
export function DocumentTitle({ support }: { support: boolean }) {
  const { brand } = usePortal();
  const { pathname, search } = useLocation();
  const matches = useMatches();
  const match = matches.findLast(({ handle }) => isTitled(handle));
  const handle = match && isTitled(match.handle) ? match.handle : undefined;
  const place: TitlePlace = { params: match?.params ?? {}, search: new URLSearchParams(search) };
  const name = useNameOfThing(handle, place, pathname + search);
  const page = [name, handle && titleOf(handle, place)].filter(Boolean).join(' · ');
  const title = [support ? 'Support session' : '', page, brand.brandNameLong].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
  const said = useArrival(matches.at(-1)?.id ?? '', page);
  return (
    <p className="visually-hidden" aria-live="polite">
      {said}
    </p>
  );
}
