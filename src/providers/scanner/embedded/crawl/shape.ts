/** Groups addresses that are probably the same page with other data, so that sixty products cost few requests. */

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const programs = /^\.(php\d?|phtml|aspx?|ashx|jspx?|jsf|do|action|cgi|pl|py|rb|cfm|html?)$/i;

/** True for addresses that name a program or a page of their own by its file extension. */
export const looksLikeProgram = (url: URL): boolean =>
  programs.test(/\.[a-z0-9]+$/i.exec(url.pathname)?.[0] ?? '');

/** A part of a path with its data taken out. */
export function segmentShape(segment: string): string {
  const [, stem = segment, extension = ''] = /^(.*?)(\.[a-z][a-z0-9]{1,5})?$/i.exec(segment) ?? [];
  if (/^\d+$/.test(stem)) return `{n}${extension}`;
  if (uuid.test(stem) || /^(?=.*\d)[0-9a-f]{8,}$/i.test(stem)) return `{id}${extension}`;
  if (/^\d{4}-\d\d(-\d\d)?$/.test(stem)) return `{date}${extension}`;
  // Numbered names are kept apart: `Case12.jsp` does something else than `Case13.jsp`.
  if (/^[a-z]+[-_]?\d{1,6}$/i.test(stem) && !programs.test(extension))
    return stem.replace(/\d+/g, '{n}') + extension;
  if (stem.length > 15 && (stem.match(/[-_]/g)?.length ?? 0) >= 2) return `{slug}${extension}`;
  return segment;
}

function valueShape(value: string): string {
  if (value === '') return '';
  if (/^-?\d+([.,]\d+)?$/.test(value)) return '{n}';
  if (uuid.test(value) || /^(?=.*\d)[0-9a-f]{8,}$/i.test(value)) return '{id}';
  return /^[a-z_-]{1,20}$/i.test(value) ? value : '{v}';
}

export function urlShape(url: URL): string {
  const path = url.pathname.split('/').map(segmentShape).join('/');
  const query = [...url.searchParams].map(([name, value]) => `${name}=${valueShape(value)}`).sort();
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** A coarser group: everything in one folder, or one page with any values of its parameters. */
export function urlFamily(url: URL): string {
  if (url.search !== '') {
    const names = [...new Set(url.searchParams.keys())].sort().join('&');
    return `${url.pathname.split('/').map(segmentShape).join('/')}?${names}`;
  }
  const parts = url.pathname.split('/').map(segmentShape);
  const last = parts.pop() ?? '';
  const extension = /\.[a-z0-9]+$/i.exec(last)?.[0] ?? '';
  return last === '' ? `${parts.slice(0, -1).join('/')}/*/` : `${parts.join('/')}/*${extension}`;
}

/** Which asked parameters a page has, whatever their values: what the active checks need one example of. Names are not data here. */
export function parameterShape(url: URL): string {
  const path = url.pathname
    .split('/')
    .map((segment) => (/^\{(n|id|date)\}/.test(segmentShape(segment)) ? segmentShape(segment) : segment));
  return `${path.join('/')}?${[...new Set(url.searchParams.keys())].sort().join('&')}`;
}
