import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { Shape } from '../../course.ts';

const most = 14 * 1024;
const tags = new Set([
  'svg',
  'g',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'text',
  'tspan',
]);
const geometry = [
  'x',
  'y',
  'x1',
  'y1',
  'x2',
  'y2',
  'cx',
  'cy',
  'r',
  'rx',
  'ry',
  'width',
  'height',
  'd',
  'points',
  'dx',
  'dy',
];
const styling = [
  'class',
  'transform',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-dasharray',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
];
const attributes = new Set([...geometry, ...styling]);
const fills = ['paper', 'soft', 'line', 'ink', 'accent', 'tint', 'ok', 'warn', 'bad', 'none'].map(
  (name) => `f-${name}`,
);
const strokes = ['ink', 'line', 'accent', 'ok', 'warn', 'bad', 'paper'].map((name) => `s-${name}`);
const classes = new Set([...fills, ...strokes]);
const smallestText = 24;

type Node = Record<string, unknown> & { ':@'?: Record<string, string> };
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  parseTagValue: false,
  trimValues: false,
  processEntities: true,
});

function problemOf(name: string, given: Record<string, string>): string | null {
  if (!tags.has(name)) return `has a <${name}> element; shapes and text alone can be used`;
  const stranger = Object.keys(given).find(
    (one) => !attributes.has(one) && !(name === 'svg' && (one === 'viewBox' || one === 'xmlns')),
  );
  if (stranger) return `has the attribute ${stranger} at <${name}>`;
  const color = given.class?.split(/\s+/).find((one) => one !== '' && !classes.has(one));
  if (color) return `has the unknown class ${color}`;
  const size = given['font-size'];
  if (size !== undefined && !(Number(size) >= smallestText))
    return `has lettering of size ${size}; ${smallestText} is the least`;
  return null;
}

function shapeOf(node: Node, problems: string[]): Shape | string | null {
  const name = Object.keys(node).find((one) => one !== ':@')!;
  if (name === '#text') return String(node[name]);
  if (name === '#comment' || name === '?xml') return null;
  const given = Object.fromEntries(
    Object.entries(node[':@'] ?? {}).map(([key, value]) => [key, String(value)]),
  );
  const problem = problemOf(name, given);
  if (problem) problems.push(problem);
  const inside = (node[name] as Node[]).map((one) => shapeOf(one, problems)).filter((one) => one !== null);
  const isLettering = name === 'text' || name === 'tspan';
  const children = isLettering
    ? inside.map((one) => (typeof one === 'string' ? one.replace(/\s+/g, ' ') : one))
    : inside.filter((one) => typeof one !== 'string');
  return { name, attributes: given, children };
}

/**
 * A drawing of a course as a tree of plain shapes, coloured by class only.
 * @param svg the text of the file
 * @returns the drawing, or everything that keeps it from being used, each the end of a sentence
 */
export function readPicture(
  svg: string,
): { shape: Shape; problems: [] } | { shape: null; problems: string[] } {
  if (Buffer.byteLength(svg) > most) return { shape: null, problems: [`is larger than ${most / 1024} kB`] };
  if (/<!(?:DOCTYPE|ENTITY)/i.test(svg)) return { shape: null, problems: ['declares a document type'] };
  const valid = XMLValidator.validate(svg);
  if (valid !== true)
    return { shape: null, problems: [`is not XML: ${valid.err.msg} (line ${valid.err.line})`] };
  const problems: string[] = [];
  const roots = (parser.parse(svg) as Node[])
    .map((node) => shapeOf(node, problems))
    .filter((one) => one !== null && typeof one !== 'string');
  const shape = roots[0] as Shape | undefined;
  if (roots.length !== 1 || shape?.name !== 'svg') problems.push('must be one <svg> element');
  else if (shape.attributes.viewBox !== '0 0 640 400') problems.push('must have the viewBox 0 0 640 400');
  if (problems.length > 0) return { shape: null, problems };
  return { shape: { ...shape!, attributes: {} }, problems: [] };
}
