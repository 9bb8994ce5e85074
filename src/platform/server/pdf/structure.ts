/**
 * Tags: the reading order and meaning of a page for a screen reader. Everything drawn is either inside an element's
 * marked content or an artifact; nothing is left untagged.
 */
export type StructureElement = PDFKit.PDFStructureElement;

export type ElementOptions = {
  alt?: string;
  /** What the shown characters stand for, where they differ. */
  actual?: string;
  scope?: 'Column' | 'Row';
  /** left, top, right, bottom in points from the top left corner. */
  bbox?: readonly [number, number, number, number];
};

type Document = PDFKit.PDFDocument;

/** Adds an element under a parent and leaves it open. */
export function openElement(
  doc: Document,
  parent: StructureElement,
  tag: string,
  options: ElementOptions = {},
): StructureElement {
  // The published types lag behind the library: `scope` and `bbox` are options since 0.18 and 0.19.
  const element = doc.struct(tag, options as never);
  parent.add(element);
  return element;
}

/** Draws a piece of an element's content on the current page; may be called again on later pages. */
export function mark(doc: Document, element: StructureElement, tag: string, draw: () => void): void {
  element.add(doc.markStructureContent(tag));
  draw();
  doc.endMarkedContent();
}

/** An element drawn in one go on the current page. */
export function drawElement(
  doc: Document,
  parent: StructureElement,
  tag: string,
  options: ElementOptions,
  draw: () => void,
): void {
  const element = openElement(doc, parent, tag, options);
  mark(doc, element, tag, draw);
  element.end();
}

/** Decoration: rules, backgrounds, running heads. */
export function artifact(
  doc: Document,
  draw: () => void,
  options: { type: 'Layout' | 'Pagination' | 'Background' } = { type: 'Layout' },
): void {
  doc.markContent('Artifact', options as never);
  draw();
  doc.endMarkedContent();
}

/** A link annotation as a part of its Link element, on the current page. */
export function annotateLink(
  doc: Document,
  element: StructureElement,
  box: { x: number; y: number; width: number; height: number },
  target: { url: string } | { goTo: string },
  label: string,
): void {
  const options = { structParent: element, Contents: new String(label) } as never;
  if ('url' in target) doc.link(box.x, box.y, box.width, box.height, target.url, options);
  else doc.goTo(box.x, box.y, box.width, box.height, target.goTo, options);
}
