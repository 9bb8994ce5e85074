import { createContext, useContext, type MouseEvent, type ReactNode } from 'react';
import { Link } from '#ui/text/Link.tsx';

export type Going = {
  go: (place: string) => void;
  /** Addresses of the places, where they have any. */
  hrefOf?: ((place: string) => string) | undefined;
};

const GoingContext = createContext<Going>({ go: () => {} });
export const GoingProvider = GoingContext;
export const useGoing = (): Going => useContext(GoingContext);

type PlaceLinkProps = {
  place: string;
  className?: string | undefined;
  isCurrent?: boolean;
  children: ReactNode;
};

/** The way to another place of the course: a link where places have addresses, a button elsewhere. */
export function PlaceLink({ place, className, isCurrent = false, children }: PlaceLinkProps) {
  const { go, hrefOf } = useGoing();
  const current = isCurrent ? 'step' : undefined;
  if (hrefOf)
    return (
      <Link href={hrefOf(place)} className={className} aria-current={current}>
        {children}
      </Link>
    );
  const press = (event: MouseEvent) => {
    event.preventDefault();
    go(place);
  };
  return (
    <button type="button" className={className} aria-current={current} onClick={press}>
      {children}
    </button>
  );
}
