import { readFileSync } from 'node:fs';

/** Every setting of .env.example. */
export const knownSettings = new Set(
  [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]!),
);
