import type { Buffer } from 'node:buffer';

/**
 * Size in pixels of a whole JPEG of one or three channels, read from its frame header; null for anything else, so that a
 * picture of unknown origin never stops a document.
 */
export function jpegSize(bytes: Buffer): { width: number; height: number } | null {
  if (
    bytes.length < 20 ||
    bytes.readUInt16BE(0) !== 0xffd8 ||
    bytes.readUInt16BE(bytes.length - 2) !== 0xffd9
  )
    return null;
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return null;
    // frames of baseline, extended and progressive pictures
    if (marker >= 0xc0 && marker <= 0xc2) {
      const [height, width, channels] = [
        bytes.readUInt16BE(at + 5),
        bytes.readUInt16BE(at + 7),
        bytes[at + 9],
      ];
      return width > 0 && height > 0 && (channels === 1 || channels === 3) ? { width, height } : null;
    }
    at += 2 + length;
  }
  return null;
}
