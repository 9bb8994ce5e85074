import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

type Node = { role?: string; alt?: string; type?: string; id?: string; children?: Node[] };

export type ReadPdf = {
  /** Text of each page, pieces joined by spaces. */
  pages: string[];
  text: string;
  /** What belongs to structure elements, piece by piece: what is read aloud. */
  marked: string[];
  title: string;
  author: string;
  subject: string;
  xmp: string;
  lang: string;
  tagged: boolean;
  bookmarks: { title: string; items: string[] }[];
  /** Roles of the structure elements that have a part on each page, whole elements with all they contain. */
  roles: string[][];
  alts: string[];
  /** Addresses of links; `#name` for a place in the document. */
  links: string[];
  /** Right edge of the widest text on any page, in points. */
  rightmost: number;
  lowest: number;
};

type TextItem = { str?: string; type?: string; tag?: string | null };

/** The texts of all marked content that is no artifact. */
function markedOf(items: readonly TextItem[]): string[] {
  const texts: string[] = [];
  const open: boolean[] = [];
  for (const item of items) {
    if (item.type?.startsWith('beginMarkedContent')) {
      open.push(item.tag === 'Artifact');
      texts.push('');
    } else if (item.type === 'endMarkedContent') open.pop();
    else if (!open.includes(true) && texts.length > 0) texts[texts.length - 1] += item.str ?? '';
  }
  return texts.filter((text) => text.trim() !== '');
}

/** A PDF as another program understands it; for tests. */
export async function readPdf(file: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({
    data: new Uint8Array(file),
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
  });
  const document = await task.promise;
  const metadata = await document.getMetadata();
  const info = metadata.info as Record<string, unknown>;
  const read: ReadPdf = {
    pages: [],
    text: '',
    marked: [],
    title: String(info.Title ?? ''),
    author: String(info.Author ?? ''),
    subject: String(info.Subject ?? ''),
    xmp: String((metadata.metadata as { getRaw?: () => string } | null)?.getRaw?.() ?? ''),
    lang: String(info.Language ?? ''),
    // The published type says object, the library gives a map.
    tagged:
      ((await document.getMarkInfo()) as unknown as Map<string, boolean> | null)?.get('Marked') === true,
    bookmarks: ((await document.getOutline()) ?? []).map((item) => ({
      title: item.title,
      items: item.items.map((child: { title: string }) => child.title),
    })),
    roles: [],
    alts: [],
    links: [],
    rightmost: 0,
    lowest: Infinity,
  };
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const content = await page.getTextContent();
    let text = '';
    for (const item of content.items) {
      if (!('str' in item)) continue;
      text += item.str + (item.hasEOL ? '\n' : '');
      // what stands at an angle is decoration
      if (item.str.trim() === '' || Number(item.transform[1]) !== 0) continue;
      read.rightmost = Math.max(read.rightmost, Number(item.transform[4]) + item.width);
      read.lowest = Math.min(read.lowest, Number(item.transform[5]));
    }
    read.pages.push(text);
    read.marked.push(...markedOf((await page.getTextContent({ includeMarkedContent: true })).items));
    const roles: string[] = [];
    const walk = (node: Node | null): void => {
      if (!node) return;
      if (node.role) roles.push(node.role);
      if (node.alt) read.alts.push(node.alt);
      for (const child of node.children ?? []) walk(child);
    };
    walk((await page.getStructTree()) as Node | null);
    read.roles.push(roles);
    for (const annotation of await page.getAnnotations()) {
      if (annotation.subtype === 'Link') read.links.push(annotation.url ?? `#${String(annotation.dest)}`);
    }
  }
  read.text = read.pages.join('\n');
  await task.destroy();
  return read;
}
