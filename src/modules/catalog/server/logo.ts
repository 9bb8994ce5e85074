import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { PdfVectorLogo } from '#platform/server/pdf/brand/brand.ts';
import { ConfigError } from './configFiles.ts';

/** A picture of a brand, checked: safe to serve, of known size, and as vectors for PDF where it is plain enough. */
export type Picture = {
  svg: string;
  width: number;
  height: number;
  version: string;
  vector: PdfVectorLogo | null;
};

const maxBytes = 64 * 1024;
const allowedTags = new Set([
  'svg',
  'g',
  'title',
  'desc',
  'defs',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polygon',
  'polyline',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
  'mask',
]);

type Node = Record<string, unknown> & { ':@'?: Record<string, string> };

/** Every element, depth first, with its attributes. */
function* elements(nodes: readonly Node[]): Generator<{ tag: string; attributes: Record<string, string> }> {
  for (const node of nodes) {
    const tag = Object.keys(node).find((key) => key !== ':@') ?? '';
    if (tag === '#text' || tag === '#comment') continue;
    yield { tag, attributes: node[':@'] ?? {} };
    const inside = node[tag];
    if (Array.isArray(inside)) yield* elements(inside as Node[]);
  }
}

/** Why a drawing is not safe or not usable, or null. */
function problemOf(parts: readonly { tag: string; attributes: Record<string, string> }[]): string | null {
  for (const { tag, attributes } of parts) {
    if (!allowedTags.has(tag))
      return `has a <${tag}> element; only shapes can be used (turn text into paths)`;
    for (const [name, value] of Object.entries(attributes)) {
      if (/^on/i.test(name)) return `has the attribute ${name}, which could run a script`;
      if (/href$/i.test(name) && !value.startsWith('#')) return 'refers to something outside itself';
      // a style may spell url( with escapes, and has more words for an address
      if (/url\(\s*['"]?(?!#)|javascript:|\\|@import|image-set/i.test(value))
        return 'refers to something outside itself';
    }
  }
  return null;
}

/** Numbers that no document can hold would cost a brand every PDF. */
const isDrawable = (d: string) => !/(?<![.\d])\d{8}|\de\+?\d/i.test(d);

const isPlain = (parts: readonly { tag: string; attributes: Record<string, string> }[]) =>
  parts.every(({ tag, attributes }) =>
    tag === 'svg' || tag === 'title' || tag === 'desc'
      ? true
      : tag === 'path' &&
        /^#[0-9a-f]{6}$/i.test(attributes['fill'] ?? '') &&
        isDrawable(attributes['d'] ?? '') &&
        Object.keys(attributes).every((name) => name === 'd' || name === 'fill'),
  );

/**
 * Reads and checks an SVG file of the configuration.
 * @throws ConfigError when it is missing, too large, not SVG, without a viewBox, or holds more than shapes
 */
export function readPicture(configDir: string, file: string): Picture {
  const shown = path.join(path.basename(configDir), file);
  try {
    return checkPicture(readFileSync(path.join(configDir, file), 'utf8'), shown);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(
      shown,
      '',
      `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown cause'})`,
    );
  }
}

/**
 * Checks a drawing, wherever it comes from.
 * @param shown what messages call it
 * @throws ConfigError
 */
export function checkPicture(svg: string, shown: string): Picture {
  if (Buffer.byteLength(svg) > maxBytes)
    throw new ConfigError(shown, '', `is larger than ${maxBytes / 1024} kB`);
  if (/<!DOCTYPE|<!ENTITY|<\?xml-stylesheet/i.test(svg) || XMLValidator.validate(svg) !== true)
    throw new ConfigError(shown, '', 'is not plain SVG');
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    ignoreDeclaration: true,
    ignorePiTags: true,
    processEntities: false,
    parseTagValue: false,
    parseAttributeValue: false,
  });
  let parts: { tag: string; attributes: Record<string, string> }[];
  try {
    parts = [...elements(parser.parse(svg) as Node[])];
  } catch {
    throw new ConfigError(shown, '', 'is not plain SVG');
  }
  const root = parts[0];
  if (root?.tag !== 'svg') throw new ConfigError(shown, '', 'is not SVG');
  const problem = problemOf(parts);
  if (problem) throw new ConfigError(shown, '', problem);
  const box = (root.attributes['viewBox'] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (box.length !== 4 || box.some((n) => !Number.isFinite(n)) || !(box[2]! > 0) || !(box[3]! > 0))
    throw new ConfigError(shown, '', 'has no usable viewBox');
  const viewBox = box as [number, number, number, number];
  const paths = parts
    .filter(({ tag }) => tag === 'path')
    .map(({ attributes }) => ({ d: attributes['d'] ?? '', fill: attributes['fill'] ?? '' }));
  return {
    svg,
    width: viewBox[2],
    height: viewBox[3],
    version: createHash('sha256').update(svg).digest('hex').slice(0, 12),
    vector: isPlain(parts) && paths.length > 0 ? { viewBox, paths } : null,
  };
}
