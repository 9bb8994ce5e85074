import { createElement, lazy, useState, type ComponentType } from 'react';

/**
 * A component in a chunk of its own that can be fetched before anything is drawn. React shows nothing new for 300 ms after it
 * has drawn a fallback, so a page that begins with one is late even when all its code is there.
 */
export function ownChunk<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const Later = lazy(async () => ({ default: await load() }));
  return {
    fetch: async (): Promise<void> => {
      loaded ??= await load();
    },
    Part: (props: Props) => {
      // what was begun with stays: another component would lose the state of everything in it
      const [Component] = useState(() => loaded ?? Later);
      return createElement(Component as ComponentType<Props>, props);
    },
  };
}
