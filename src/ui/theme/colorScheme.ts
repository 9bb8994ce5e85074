import {
  localStorageColorSchemeManager,
  useMantineColorScheme,
  type MantineColorScheme,
  type MantineColorSchemeManager,
} from '@mantine/core';

/** Where the choice is kept; `public/theme.js` reads the same key before first paint. */
export const COLOR_SCHEME_KEY = 'color-scheme';

/** Keeps the reader's choice (light, dark, or auto for the system's) in this browser. */
export function colorSchemeManager(): MantineColorSchemeManager {
  return localStorageColorSchemeManager({ key: COLOR_SCHEME_KEY });
}

/**
 * Paper is white: printing in the dark scheme would put light words on it.
 * @returns what ends it
 */
export function printInLight(): () => void {
  const root = document.documentElement;
  const attribute = 'data-mantine-color-scheme';
  let before: string | null = null;
  const begin = () => {
    before = root.getAttribute(attribute);
    root.setAttribute(attribute, 'light');
  };
  const end = () => {
    if (before !== null) root.setAttribute(attribute, before);
  };
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

export type ColorSchemeChoice = {
  scheme: MantineColorScheme;
  choose: (scheme: MantineColorScheme) => void;
};

/** The current choice and the way to change it, for the switch in the user's popup. */
export function useColorSchemeChoice(): ColorSchemeChoice {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return { scheme: colorScheme, choose: setColorScheme };
}
