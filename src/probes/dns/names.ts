import { Buffer } from 'node:buffer';

/** Bytes that are no DNS message. */
export class WireError extends Error {}

/** A label as text: printable ASCII as it is, everything else escaped (RFC 1035 5.1). */
function labelText(label: Buffer): string {
  let text = '';
  for (const byte of label) {
    if (byte === 0x2e || byte === 0x5c) text += `\\${String.fromCharCode(byte)}`;
    else if (byte <= 0x20 || byte >= 0x7f || byte === 0x22) text += `\\${String(byte).padStart(3, '0')}`;
    else text += String.fromCharCode(byte).toLowerCase();
  }
  return text;
}

export type Name = { text: string; wire: Buffer; next: number };

/** Reads a name, pointers followed (RFC 1035 4.1.4). Throws `WireError`. */
export function readName(message: Buffer, start: number): Name {
  const labels: Buffer[] = [];
  let offset = start;
  // A pointer must lead before the piece that holds it; so no loop is possible.
  let before = start;
  let next = -1;
  let length = 1;
  for (;;) {
    const size = message[offset];
    if (size === undefined) throw new WireError('name beyond the message');
    if (size === 0) break;
    if (size >= 0xc0) {
      const low = message[offset + 1];
      if (low === undefined) throw new WireError('pointer beyond the message');
      const target = ((size & 0x3f) << 8) | low;
      if (target >= before) throw new WireError('pointer that leads forward');
      if (next < 0) next = offset + 2;
      before = target;
      offset = target;
      continue;
    }
    if (size > 63 || offset + 1 + size > message.length) throw new WireError('bad label');
    length += size + 1;
    if (length > 255) throw new WireError('name too long');
    labels.push(message.subarray(offset + 1, offset + 1 + size));
    offset += size + 1;
  }
  const wire = Buffer.concat([
    ...labels.flatMap((label) => [Buffer.from([label.length]), lowerBytes(label)]),
    Buffer.from([0]),
  ]);
  return {
    text: labels.length === 0 ? '.' : labels.map(labelText).join('.'),
    wire,
    next: next < 0 ? offset + 1 : next,
  };
}

function lowerBytes(label: Buffer): Buffer {
  return Buffer.from(label.map((byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte)));
}

/** The name in the form of the wire, lower case; null when it is none (empty labels, too long). Understands `\DDD`. */
export function nameBytes(name: string): Buffer | null {
  if (name === '.' || name === '') return Buffer.from([0]);
  const labels: number[][] = [[]];
  const text = name.endsWith('.') && !name.endsWith('\\.') ? name.slice(0, -1) : name;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    const digits = char === '\\' ? /^\d{3}/.exec(text.slice(at + 1, at + 4))?.[0] : undefined;
    if (char === '.') labels.push([]);
    else if (digits) {
      labels.at(-1)!.push(Number(digits) & 0xff);
      at += 3;
    } else if (char === '\\') {
      at += 1;
      labels.at(-1)!.push((text.codePointAt(at) ?? 0) & 0xff);
    } else labels.at(-1)!.push(...Buffer.from(char));
  }
  if (labels.some((label) => label.length === 0 || label.length > 63)) return null;
  const wire = Buffer.concat([
    ...labels.map((label) => Buffer.from([label.length, ...lowerBytes(Buffer.from(label))])),
    Buffer.from([0]),
  ]);
  return wire.length > 255 ? null : wire;
}
