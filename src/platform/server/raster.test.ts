import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { rasterize } from './raster.ts';

/** Pixels of a PNG as `rrggbb` by row; reads what any program reads. */
function pixelsOf(png: Buffer): string[][] {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const length = png.readUInt32BE(33);
  const lines = inflateSync(png.subarray(41, 41 + length));
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_pixel, x) => {
      const at = row * (width * 3 + 1) + 1 + x * 3;
      return lines.subarray(at, at + 3).toString('hex');
    }),
  );
}
const draw = (d: string, fill = '#ff0000', size = { width: 8, height: 8 }) =>
  pixelsOf(rasterize({ viewBox: [0, 0, 8, 8], paths: [{ d, fill }] }, size, '#ffffff'));
const inked = (pixels: string[][]): number => pixels.flat().filter((pixel) => pixel !== 'ffffff').length;

test('a square covers its pixels and no other, at any scale', () => {
  const pixels = draw('M2 2H6V6H2Z');
  expect([pixels[2]![2], pixels[5]![5], pixels[1]![2], pixels[6]![6]]).toEqual([
    'ff0000',
    'ff0000',
    'ffffff',
    'ffffff',
  ]);
  expect(inked(pixels)).toBe(16);
  expect(inked(draw('m2 2h4v4h-4z', '#ff0000', { width: 16, height: 16 }))).toBe(64);
});

test('half a pixel is half as strong', () => {
  expect(draw('M2 2H4.5V6H2Z')[3]![4]).toMatch(/^ff(7f|80){2}$/);
});

test('a hole stays a hole, and what lies twice over itself is no hole', () => {
  // the inner square runs the other way round
  expect(draw('M1 1H7V7H1ZM3 3V5H5V3Z')[4]![4]).toBe('ffffff');
  expect(draw('M1 1H7V7H1ZM3 3H5V5H3Z')[4]![4]).toBe('ff0000');
});

test('curves and arcs are round', () => {
  const circle = draw('M4 0A4 4 0 0 1 4 8A4 4 0 0 1 4 0Z');
  expect([circle[0]![0], circle[7]![7], circle[4]![4]]).toEqual(['ffffff', 'ffffff', 'ff0000']);
  const hill = draw('M0 8Q4 -8 8 8Z');
  expect([hill[0]![0], hill[1]![1], hill[4]![4]]).toEqual(['ffffff', 'ffffff', 'ff0000']);
  expect(draw('M0 8C0 0 8 0 8 8Z')[7]![4]).toBe('ff0000');
});

test('later paths lie over earlier ones, and nothing is drawn outside of the picture', () => {
  const paths = [
    { d: 'M0 0H8V8H0Z', fill: '#000000' },
    { d: 'M-90 2H90V4H-90Z', fill: '#00ff00' },
    { d: 'M0 0H8V8H0Z', fill: 'none' },
  ];
  const pixels = pixelsOf(rasterize({ viewBox: [0, 0, 8, 8], paths }, { width: 8, height: 8 }, '#ffffff'));
  expect([pixels[3]![0], pixels[3]![7], pixels[5]![0]]).toEqual(['00ff00', '00ff00', '000000']);
});
