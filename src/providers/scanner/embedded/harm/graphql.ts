import type { RequestBody } from '../points/point.ts';
import { meaningOf, type Meaning } from './credentials.ts';
import { mutationsIn, type Sent } from './sent.ts';
import { doesSomething, isWeak, wordsOf } from './words.ts';

const harmless =
  /^(?:add|create|send|submit|save|post|vote|share|apply|report|like|subscribe|complete|verify|import|invite|order|book|reserve)$/;

function meaningOfMutation(name: string, args: readonly string[]): Meaning {
  const words = wordsOf(name);
  if (
    doesSomething(words, { strict: true }) ||
    words.some((word) =>
      /^(?:delete|remove|destroy|purge|reset|revoke|logout|pay|checkout|cancel|disable|enable|toggle)$/.test(
        word,
      ),
    )
  )
    return 'operation';
  if (isWeak(words) && !words.some((word) => harmless.test(word))) return 'operation';
  const url = new URL(`http://graphql.invalid/${words.join('-')}`);
  return meaningOf({
    method: /^(?:update|edit|set|change|modify|patch)$/.test(words[0] ?? '') ? 'PATCH' : 'POST',
    url,
    fields: args.map((arg) => ({ name: arg })),
  });
}

export function mutationsOf(body: RequestBody): string[] {
  const value = body.kind === 'json' ? body.value : null;
  if (value === null || typeof value !== 'object' || Array.isArray(value) || typeof value.query !== 'string')
    return [];
  return mutationsIn(value.query);
}

export function means({ body, fields }: Sent): Meaning {
  const names = fields.map(({ name }) => name);
  const found = (body ? mutationsOf(body) : []).map((name) => meaningOfMutation(name, names));
  return (
    found.find((meaning) => meaning === 'operation' || meaning === 'credentials') ??
    found.find((meaning) => meaning !== null) ??
    null
  );
}
