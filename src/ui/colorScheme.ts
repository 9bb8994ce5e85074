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

export type ColorSchemeChoice = {
  scheme: MantineColorScheme;
  choose: (scheme: MantineColorScheme) => void;
};

/** The current choice and the way to change it, for the switch in the user's popup. */
export function useColorSchemeChoice(): ColorSchemeChoice {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return { scheme: colorScheme, choose: setColorScheme };
}
