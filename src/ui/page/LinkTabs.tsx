import { useRef, type KeyboardEvent } from 'react';
import { Link } from '../text/Link.tsx';
import classes from './LinkTabs.module.css';

export type LinkTab<Id extends string = string> = {
  id: Id;
  href: string;
  label: string;
  /** Shown instead of the label where there is little room. */
  short?: string | undefined;
};

/** What the element below the tabs carries, so that the two are known to belong together. */
export const linkTabPanel = (name: string, current: string) =>
  ({
    role: 'tabpanel',
    id: `${name}-panel-${current}`,
    'aria-labelledby': `${name}-tab-${current}`,
  }) as const;

/** Where an arrow key leads from the tab at `at`; undefined for any other key. */
const neighbour = (key: string, at: number, last: number): number | undefined =>
  ({ ArrowLeft: at === 0 ? last : at - 1, ArrowRight: at === last ? 0 : at + 1, Home: 0, End: last })[key];

/**
 * Parts of a screen, each with an address: arrow keys go from one to the next, and going back works.
 * @param name begins the ids; one on a page
 */
export function LinkTabs<Id extends string>({
  name,
  label,
  tabs,
  current,
}: {
  name: string;
  label: string;
  tabs: readonly LinkTab<Id>[];
  current: Id;
}) {
  const list = useRef<HTMLDivElement>(null);
  const leaf = (event: KeyboardEvent, at: number) => {
    const to = neighbour(event.key, at, tabs.length - 1);
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = list.current?.children[to] as HTMLElement | undefined;
    next?.focus();
    next?.click();
  };
  return (
    <div role="tablist" aria-label={label} className={`${classes.tabs} flex gap-1 border-b mb-6`} ref={list}>
      {tabs.map((tab, at) => (
        <Link
          key={tab.id}
          href={tab.href}
          role="tab"
          id={`${name}-tab-${tab.id}`}
          className={`${classes.tab} px-4 py-2.5 flex-none relative leading-5 font-medium text-dimmed whitespace-nowrap no-underline`}
          aria-selected={tab.id === current}
          aria-controls={tab.id === current ? `${name}-panel-${tab.id}` : undefined}
          tabIndex={tab.id === current ? 0 : -1}
          onKeyDown={(event) => leaf(event, at)}
        >
          {tab.short ? (
            <>
              <span className={classes.long}>{tab.label}</span>
              <span className={classes.short}>{tab.short}</span>
            </>
          ) : (
            tab.label
          )}
        </Link>
      ))}
    </div>
  );
}
