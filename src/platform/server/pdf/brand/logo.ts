import { fillOf } from './brand.ts';
import type { Pdf } from '../document.ts';

type Size = { width: number; height: number };

/** Size of the brand's logo fitted into a box, or null where there is none that can be drawn. */
export function logoSize(pdf: Pdf, box: Size): Size | null {
  const natural = naturalSize(pdf);
  if (!natural || !(natural.width > 0) || !(natural.height > 0)) return null;
  const factor = Math.min(box.width / natural.width, box.height / natural.height);
  return { width: natural.width * factor, height: natural.height * factor };
}

/** Draws the logo with its top left corner at x, y. Call it inside marked content. */
export function drawLogo(pdf: Pdf, x: number, y: number, size: Size): void {
  const { logo } = pdf.options.brand;
  const { doc } = pdf;
  if (!logo) return;
  if ('image' in logo) {
    doc.image(pictureOf(pdf, logo.image) as never, x, y, size);
    return;
  }
  const [left, top, width] = logo.viewBox;
  doc
    .save()
    .translate(x, y)
    .scale(size.width / width)
    .translate(-left, -top);
  for (const path of logo.paths)
    if (path.fill !== 'none') doc.path(path.d).fill(fillOf(path.fill, pdf.theme.accent));
  doc.restore();
}

function naturalSize(pdf: Pdf): Size | null {
  const { logo } = pdf.options.brand;
  if (!logo) return null;
  return 'viewBox' in logo ? { width: logo.viewBox[2], height: logo.viewBox[3] } : pictureOf(pdf, logo.image);
}

/** Opened once per document, so that its bytes are in the file once however many pages carry it. */
const pictures = new WeakMap<Pdf, Size | null>();

function pictureOf(pdf: Pdf, data: Uint8Array): Size | null {
  let picture = pictures.get(pdf);
  if (picture === undefined) {
    try {
      // Missing in the published types: reads a PNG or JPEG for later use.
      picture = (pdf.doc as unknown as { openImage: (bytes: Uint8Array) => Size }).openImage(data);
    } catch {
      // A logo file that cannot be read must not cost the customer the report: the name takes its place.
      picture = null;
    }
    pictures.set(pdf, picture);
  }
  return picture;
}
