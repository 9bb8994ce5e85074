import { findChromium } from './launch.ts';

/** The Chromium that tests run with. They fail where there is none, as the journeys do. */
export function testChromium(): string {
  const found = findChromium();
  if (found === null)
    throw new Error('These tests need a Chromium: install one (Debian: apt-get install chromium) or name it with CHROMIUM_PATH.');
  return found;
}
