import { XMLParser } from 'fast-xml-parser';
import { Refusal } from '#platform/server/refusal.ts';

/** An element as its name, attributes, text and children; names without their prefixes. */
export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlElement[];
};

const mostCharacters = 2_000_000;
const mostNesting = 60;

const noManifest = (why: string): Refusal => new Refusal('no-manifest', undefined, new Error(why));

export function decodeXml(bytes: Buffer): string {
  if (bytes.length > mostCharacters) throw noManifest('too long');
  const head = bytes.subarray(0, 200).toString('latin1');
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : null;
  const named = marked ?? /^[^>]*encoding=["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(named, { fatal: false }).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** The five entities that need no declaration, and characters by number; any other stays as it is written. */
const plain = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi,
    (all: string, dec?: string, hex?: string, name?: string) => {
      if (name) return named[name] ?? all;
      const code = dec ? Number(dec) : Number.parseInt(hex ?? '', 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
const storable = (text: string): string => plain(text).toWellFormed().replaceAll('\0', '');

// entities stay unread: a declared one could stand for a file of this machine, or for itself a thousand times
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  htmlEntities: false,
  trimValues: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: mostNesting,
});

type Ordered = Record<string, unknown> & { ':@'?: Record<string, string> };

function elementOf(node: Ordered): XmlElement | null {
  const name = Object.keys(node).find((key) => key !== ':@');
  if (!name || name === '#text') return null;
  const inner = node[name] as Ordered[];
  const text = inner.map((one) => (typeof one['#text'] === 'string' ? one['#text'] : '')).join('');
  return {
    name,
    attributes: Object.fromEntries(
      Object.entries(node[':@'] ?? {}).map(([key, value]) => [key, storable(String(value))]),
    ),
    text: storable(text).trim(),
    children: inner.map(elementOf).filter((one) => one !== null),
  };
}

/** Reads XML of somebody else; declarations of types and entities are refused whatever they say. */
export function readXml(bytes: Buffer): { root: XmlElement; text: string } {
  const text = decodeXml(bytes);
  if (/<!(DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(text))
    throw new Refusal('unsafe-package', undefined, new Error('DOCTYPE'));
  try {
    const root = (parser.parse(text) as Ordered[]).map(elementOf).find((one) => one !== null);
    if (root) return { root, text };
  } catch (error) {
    throw new Refusal('no-manifest', undefined, error);
  }
  throw noManifest('empty');
}

export const child = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((one) => one.name.toLowerCase() === name.toLowerCase());
export const children = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((one) => one.name.toLowerCase() === name.toLowerCase()) ?? [];
/** An attribute whatever the case of its name: tools write `identifierref` and `identifierRef`. */
export const attribute = (element: XmlElement | undefined, name: string): string | undefined =>
  Object.entries(element?.attributes ?? {}).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
