import { doesSomething, isThing, isWeak, wordsOf } from './words.ts';

/** Tells addresses that show something from addresses that do something, whatever method they are meant for. */

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // broken escapes: judged as written
    return text;
  }
};

const file =
  /\.(?:css|m?js|json|xml|map|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|pdf|docx?|xlsx?|zip|gz|txt|mp[34])$/i;
const ending = /\.[a-z][a-z0-9]{1,4}$/i;
const idLike = /^(?:\d+|[0-9a-f]{8,}|[0-9a-f-]{24,}|[a-z_~-]*\d[\w~-]{15,}|[A-Za-z0-9_-]{24,})$/i;
const idName =
  /^(?:id|pid|uid|gid|cid|tid|fid|nid|item|post|product|user|comment|entry|key|uuid|guid|slug|no|num|\w*[_-]id|\w+Id)$/;

// What stands below is about something: a word, not a command.
const titleFolder =
  /^(?:tags?|categor(?:y|ies)|wiki|topics?|docs?|documentation|glossary|dictionary|manual|man|reference|learn|guides?|help|faqs?|kb|tutorials?|recipes?|lexikon|ratgeber|hilfe)$/i;
const articleFolder =
  /^(?:blog|blogs|news|articles?|stories|story|magazine|press|posts?|events?|products?|p|shop|store|collections?|\d{4}|\d\d)$/i;

// A form that is filled in, rather than a switch that is thrown.
const filledIn =
  /^(?:add|save|submit|send|apply|subscribe|vote|complete|finish|verify|confirm|share|order|book|reserve|invite|join|like|report|import|donate|transfer|generate|run|execute|start)$/;
const setting = /^(?:set|unset|switch|mark|toggle|change)$/;

type Judged = { changing: boolean };

function segmentDoes(segments: readonly string[], at: number, url: URL, { changing }: Judged): boolean {
  const raw = segments[at]!.split(';')[0]!;
  const isLast = at === segments.length - 1;
  if (file.test(raw) && isLast) return false;
  const [before = '', next] = [segments[at - 1], segments[at + 1]];
  if (raw.includes('='))
    return raw.split('&').some((pair) => pairDoes(...pairOf(pair), { changing })) || before === 'set';
  const stem = raw.replace(ending, '');
  const words = wordsOf(stem);
  if (words.length === 0) return false;
  if (titleFolder.test(before) && isLast) return false;
  const isTitle =
    segments.slice(0, at).some((one) => titleFolder.test(one) || articleFolder.test(one)) &&
    stem.includes('-');
  if (doesSomething(words, { strict: true, isTitle })) return true;
  if (isTitle || !isWeak(words) || words.length > 3) return false;
  if (changing && words.some((word) => filledIn.test(word))) return false;
  return actsOnNeighbor(words, { before, next, isBase: segments.length - at > 2 }, url);
}

/** Words that may be a command or a title are one beside an id, or with something to set. */
function actsOnNeighbor(
  words: readonly string[],
  { before, next, isBase }: { before: string; next: string | undefined; isBase: boolean },
  url: URL,
): boolean {
  const isLast = next === undefined;
  if (isLast && idLike.test(before)) return true;
  if (!isLast && idLike.test(next) && !isThing(words) && words.length <= 2) return true;
  const hasMore = !isLast || url.search !== '';
  if (setting.test(words[0]!) && ((words.length > 1 && hasMore) || isBase)) return true;
  return (
    isLast &&
    !isThing(words) &&
    [...url.searchParams].some(([name, value]) => idName.test(name) && value !== '')
  );
}

const pairOf = (pair: string): [string, string] => {
  const at = pair.indexOf('=');
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
};

const actionName =
  /^(?:_?action2?|act|ac|a|do|doaction|op|cmd|command|task|operation|_?method|func|function|event|todo|verb|submit|what|mode|process|job|trigger|button|exec|subaction|sub|btn\w*)$/i;
const routeName =
  /^(?:page|p|r|route|view|section|module|mod|controller|path|option|screen|go|content|load|q|file|include|target)$/i;
const leadsTo = /(?:url|uri|link|page|path|redirect|to)$/i;
// In names of parameters these are properties: `seed=42`, `rotate=90`, `payment=card`.
const property = /^(?:rotate|payment|pay|buy|purchase|seed|drop|restore|migrate|terminate|trash|flush)$/;
const switchName =
  /^(?:(?:_|do)?(?:switch|mark|set)[_-].*|add[_-]?to[_-]?cart|impersonate|masquerade|(?:de)?activate|publish|approve|mark(?:as)?read|(?:un)?archive)$/i;
const writes =
  /\b(?:drop|truncate|alter)\s+(?:table|database|schema|user)\b|\bdelete\s+from\b|\binsert\s+into\b|\bupdate\s+[\w.`"]+\s+set\b/i;

/** A parameter or field and its value say that something is done: `action=delete`, `toggle=1`, `_method=DELETE`. */
export function pairDoes(name: string, value: string, { changing }: Judged): boolean {
  const words = wordsOf(name);
  if (/^_?method$/i.test(name) && /^delete$/i.test(value)) return true;
  if (actionName.test(name)) {
    const said = wordsOf(value);
    if (value.length <= 60 && doesSomething(said, { strict: true })) return true;
    if (value.length <= 60 && isWeak(said)) return !said.some((word) => filledIn.test(word));
  }
  if (switchName.test(name)) return true;
  if (
    !property.test(name.toLowerCase()) &&
    !(words.length > 1 && leadsTo.test(name)) &&
    doesSomething(words, { strict: true })
  )
    return true;
  if (routeName.test(name) && value.length <= 200 && /^[\w/.-]+$/.test(value) && !file.test(value)) {
    const route = new URL(`http://route.invalid/${value.replace(/^\/+/, '')}`);
    return (value.includes('/') || name.toLowerCase() !== 'q') && pathDoes(route, { changing });
  }
  return false;
}

const pathDoes = (url: URL, judged: Judged): boolean => {
  const segments = url.pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map(decoded);
  return segments.some((_segment, at) => segmentDoes(segments, at, url, judged));
};

/**
 * True for addresses that end the session, take something away, switch something or cost money. `changing` for those that
 * are sent to by other methods than GET: there it is a form that is filled in which does no such thing.
 */
export function isOperation(url: URL, judged: Judged = { changing: false }): boolean {
  if (pathDoes(url, judged)) return true;
  return [...url.searchParams].some(
    ([name, value]) =>
      pairDoes(name, value, judged) || (/sql|stmt|statement/i.test(name) && writes.test(value)),
  );
}
