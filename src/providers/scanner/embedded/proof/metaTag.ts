import { Parser } from 'htmlparser2';
import { metaName } from './places.ts';

/** What stands in a head besides what it is for; anything else begins the body, as in a browser. */
const headTags = new Set([
  'html',
  'head',
  'title',
  'base',
  'link',
  'meta',
  'style',
  'script',
  'noscript',
  'template',
]);
/** Whose content is no part of the head. */
const closedTags = new Set(['noscript', 'template', 'title', 'style', 'script']);
const mostValues = 20;

/**
 * The codes that a page's own head names. What stands in the body counts for nothing: there, websites show what their visitors
 * wrote.
 */
export function headCodes(html: string): string[] {
  const codes: string[] = [];
  let within = 0;
  let over = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (over) return;
        if (!headTags.has(name)) {
          if (within === 0) over = true;
          return;
        }
        if (closedTags.has(name)) within += 1;
        else if (
          name === 'meta' &&
          within === 0 &&
          attributes.name?.trim().toLowerCase() === metaName &&
          codes.length < mostValues &&
          attributes.content !== undefined
        )
          codes.push(attributes.content.trim());
      },
      onclosetag(name) {
        if (closedTags.has(name)) within = Math.max(0, within - 1);
        else if (name === 'head') over = true;
      },
      ontext(text) {
        // text outside the tags of a head begins the body
        if (within === 0 && text.replace(/^\uFEFF/, '').trim() !== '') over = true;
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(html);
  parser.end();
  return codes;
}
