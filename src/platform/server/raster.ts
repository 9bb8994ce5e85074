import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import type { PdfVectorLogo } from './pdf/brand/brand.ts';

/** Draws plain coloured paths as a PNG, for places that take no vectors, such as email. */

type Point = readonly [x: number, y: number];
type Edge = { x0: number; y0: number; x1: number; y1: number; winding: 1 | -1 };

/** Lines that a curve becomes, and rows that a pixel is cut into: more of either cannot be seen. */
const linesPerCurve = 12;
const rowsPerPixel = 5;

/** The outlines of a path in SVG notation, curves as short lines; the PDF library reads the notation. */
function outlinesOf(d: string): Point[][] {
  const outlines: Point[][] = [];
  let here: Point = [0, 0];
  const at = (x: number, y: number): void => {
    here = [x, y];
    outlines.at(-1)?.push(here);
  };
  const curve = (of: (t: number) => Point): void => {
    for (let step = 1; step <= linesPerCurve; step += 1) at(...of(step / linesPerCurve));
  };
  const pen = {
    moveTo: (x: number, y: number) => {
      outlines.push([]);
      at(x, y);
      return pen;
    },
    lineTo: (x: number, y: number) => {
      at(x, y);
      return pen;
    },
    quadraticCurveTo: (x1: number, y1: number, x: number, y: number) => {
      const [x0, y0] = here;
      curve((t) => [
        (1 - t) ** 2 * x0 + 2 * t * (1 - t) * x1 + t * t * x,
        (1 - t) ** 2 * y0 + 2 * t * (1 - t) * y1 + t * t * y,
      ]);
      return pen;
    },
    bezierCurveTo: (x1: number, y1: number, x2: number, y2: number, x: number, y: number) => {
      const [x0, y0] = here;
      const mix = (t: number, a: number, b: number, c: number, e: number) =>
        (1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t * t * (1 - t) * c + t ** 3 * e;
      curve((t) => [mix(t, x0, x1, x2, x), mix(t, y0, y1, y2, y)]);
      return pen;
    },
    closePath: () => {
      const first = outlines.at(-1)?.[0];
      if (first) at(...first);
      return pen;
    },
  };
  PDFDocument.prototype.path.call(pen as never, d);
  return outlines;
}

function edgesOf(d: string, scale: number, [left, top]: Point): Edge[] {
  const edges: Edge[] = [];
  for (const outline of outlinesOf(d)) {
    for (const [index, [ax, ay]] of outline.entries()) {
      const [bx, by] = outline[(index + 1) % outline.length]!;
      const [x0, y0, x1, y1] = [
        (ax - left) * scale,
        (ay - top) * scale,
        (bx - left) * scale,
        (by - top) * scale,
      ];
      if (y0 < y1) edges.push({ x0, y0, x1, y1, winding: 1 });
      else if (y1 < y0) edges.push({ x0: x1, y0: y1, x1: x0, y1: y0, winding: -1 });
    }
  }
  return edges;
}

/** How much of each pixel of a row lies inside, 0 to 1, by the rule of windings that SVG fills with. */
function coverRow(edges: readonly Edge[], row: number, cover: Float64Array): void {
  cover.fill(0);
  const width = cover.length;
  for (let part = 0; part < rowsPerPixel; part += 1) {
    const y = row + (part + 0.5) / rowsPerPixel;
    const crossings = edges
      .filter(({ y0, y1 }) => y0 <= y && y < y1)
      .map(({ x0, y0, x1, y1, winding }) => ({ x: x0 + ((x1 - x0) * (y - y0)) / (y1 - y0), winding }))
      .toSorted((one, other) => one.x - other.x);
    let winding = 0;
    for (const [index, crossing] of crossings.entries()) {
      winding += crossing.winding;
      const next = crossings[index + 1];
      if (winding === 0 || !next) continue;
      const [from, to] = [Math.max(0, crossing.x), Math.min(width, next.x)];
      for (let x = Math.floor(from); x < to; x += 1)
        cover[x]! += (Math.min(to, x + 1) - Math.max(from, x)) / rowsPerPixel;
    }
  }
}

const channels = (color: string): [number, number, number] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number, number];

/** A chunk of a PNG file: length, name, content, checksum. */
function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

/**
 * @param size in pixels; the drawing is fitted to the width
 * @param ground colour behind the drawing, `#rrggbb`; drawn into it, so that it stays readable wherever the picture ends up
 */
export function rasterize(
  logo: PdfVectorLogo,
  size: { width: number; height: number },
  ground: string,
): Buffer {
  const { width, height } = size;
  const [left, top, wide] = logo.viewBox;
  const scale = width / wide;
  const pixels = new Uint8Array(width * height * 3);
  const behind = channels(ground);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = behind[at % 3]!;
  const cover = new Float64Array(width);
  for (const { d, fill } of logo.paths) {
    if (!/^#[0-9a-f]{6}$/i.test(fill)) continue;
    const color = channels(fill);
    const edges = edgesOf(d, scale, [left, top]);
    for (let row = 0; row < height; row += 1) {
      coverRow(
        edges.filter(({ y0, y1 }) => y0 < row + 1 && y1 > row),
        row,
        cover,
      );
      for (let x = 0; x < width; x += 1) {
        const share = Math.min(1, cover[x]!);
        if (share === 0) continue;
        const at = (row * width + x) * 3;
        for (let part = 0; part < 3; part += 1)
          pixels[at + part] = Math.round(pixels[at + part]! * (1 - share) + color[part]! * share);
      }
    }
  }
  const lines = Buffer.alloc((width * 3 + 1) * height);
  for (let row = 0; row < height; row += 1)
    lines.set(pixels.subarray(row * width * 3, (row + 1) * width * 3), row * (width * 3 + 1) + 1);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // eight bits a channel, red, green and blue
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
