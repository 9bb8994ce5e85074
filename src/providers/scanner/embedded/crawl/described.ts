import { meaningOf } from '../harm/credentials.ts';
import { changesStore, describesOperation, doesSomething, wordsOf } from '../harm/words.ts';
import { isNode, list, makeResolver, methods, rootOf, text, type Node } from './openApi.ts';

/** Calls that a description itself gives away: what they are called, and what it says of them. */

type Forbidden = { method: string | null; path: RegExp; label: string };

function namesOf(operation: Node, shared: unknown, resolve: (value: unknown) => Node): string[] {
  const given = [...list(shared), ...list(operation.parameters)].map((one) => resolve(one));
  const content = resolve(operation.requestBody).content;
  const bodies = [
    ...(isNode(content) ? Object.values(content).map((media) => (isNode(media) ? media.schema : null)) : []),
    ...given.filter((one) => one.in === 'body').map((one) => one.schema),
  ];
  const members = bodies.flatMap((schema) => {
    const { properties } = resolve(schema);
    return isNode(properties) ? Object.keys(properties) : [];
  });
  return [
    ...given.filter((one) => one.in === 'query' || one.in === 'formData').map((one) => text(one.name)),
    ...members,
  ];
}

const escape = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A segment of a described path; several parameters in one are any text, because their borders cannot be told apart quickly. */
function segmentPattern(segment: string): string {
  const fixed = segment.split(/\{[^{}]*\}/);
  return fixed.length > 2 ? '[^/]+' : fixed.map(escape).join('[^/]+');
}

/** Whole stores made, emptied or restored: by whichever method, and whoever asks. */
const storesToo = (operation: Node, path: string): boolean =>
  [text(operation.operationId), text(operation.summary), path, ...list(operation.tags).map(text)].some(
    (words) => changesStore(wordsOf(words).slice(0, 12)),
  );

export function forbiddenIn(root: Node, at: string): Forbidden[] {
  const resolve = makeResolver(root);
  const base = rootOf(root, new URL(at));
  const found: Forbidden[] = [];
  for (const [path, given] of Object.entries(isNode(root.paths) ? root.paths : {})) {
    const item = resolve(given);
    for (const method of methods) {
      const operation = item[method];
      if (!isNode(operation) || method === 'delete' || found.length >= 400) continue;
      const summary = text(operation.summary) || text(operation.description);
      const id = wordsOf(text(operation.operationId).split('.').at(-1)!);
      const plain = path.replace(/\{[^{}]*\}/g, '1').replace(/^\//, '');
      if (!URL.canParse(plain, base.href)) continue;
      const url = new URL(plain, base);
      const fields = namesOf(operation, item.parameters, resolve).map((name) => ({ name }));
      const isStore = storesToo(operation, path);
      const meaning = meaningOf({
        method: method.toUpperCase(),
        url,
        fields,
        ...(method === 'get' ? {} : { about: summary }),
      });
      const harms =
        isStore ||
        describesOperation(summary) ||
        doesSomething(id, { strict: true }) ||
        meaning === 'operation' ||
        meaning === 'credentials';
      if (!harms) continue;
      const pattern = path.split('/').map(segmentPattern).join('/');
      found.push({
        method: isStore && !path.includes('{') && method === 'get' ? null : method.toUpperCase(),
        path: new RegExp(`^${escape(base.pathname.replace(/\/$/, ''))}/?${pattern.replace(/^\//, '')}/?$`),
        label: `${method.toUpperCase()} ${base.pathname.replace(/\/$/, '')}${path}${summary === '' ? '' : ` (${summary.slice(0, 60)})`}`,
      });
    }
  }
  return found;
}
