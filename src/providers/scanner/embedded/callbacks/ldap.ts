import { Buffer } from 'node:buffer';

/** As much of LDAP (RFC 4511) as shows what a client wants to read; nothing is ever found. */

type Element = { tag: number; content: Buffer; end: number };

const mostBytes = 4096;

/** One element at `at`: null when bytes are missing, 'bad' when it is none or too large. */
function readElement(bytes: Buffer, at: number): Element | null | 'bad' {
  if (bytes.length < at + 2) return null;
  const tag = bytes[at]!;
  const first = bytes[at + 1]!;
  let start = at + 2;
  let length = first;
  if (first >= 0x80) {
    const size = first & 0x7f;
    if (size === 0 || size > 4) return 'bad';
    if (bytes.length < start + size) return null;
    length = bytes.readUIntBE(start, size);
    start += size;
  }
  if (length > mostBytes) return 'bad';
  if (bytes.length < start + length) return null;
  return { tag, content: bytes.subarray(start, start + length), end: start + length };
}

const element = (tag: number, content: Buffer | readonly number[]): Buffer => {
  const inner = Buffer.from(content);
  return Buffer.concat([Buffer.from(inner.length < 0x80 ? [tag, inner.length] : [tag, 0x81, inner.length]), inner]);
};

const success = 0;
const noSuchObject = 32;
const unwilling = 53;

const reply = (id: Buffer, tag: number, code: number): Buffer =>
  element(0x30, Buffer.concat([element(0x02, id), element(tag, [0x0a, 1, code, 0x04, 0, 0x04, 0])]));

export type LdapMessage = {
  /** What to answer; null ends the conversation. */
  answer: Buffer | null;
  /** The entry asked for. */
  search: string | null;
  /** Where the next message begins. */
  end: number;
};

/** Reads one message: null when bytes are missing, 'bad' for what is no LDAP. */
export function readLdap(bytes: Buffer): LdapMessage | null | 'bad' {
  const message = readElement(bytes, 0);
  if (message === null || message === 'bad') return message;
  if (message.tag !== 0x30) return 'bad';
  const id = readElement(message.content, 0);
  if (id === null || id === 'bad' || id.tag !== 0x02 || id.content.length === 0 || id.content.length > 4) return 'bad';
  const operation = readElement(message.content, id.end);
  if (operation === null || operation === 'bad') return 'bad';
  const { end } = message;
  switch (operation.tag) {
    case 0x60:
      return { answer: reply(id.content, 0x61, success), search: null, end };
    case 0x63: {
      const base = readElement(operation.content, 0);
      if (base === null || base === 'bad' || base.tag !== 0x04) return 'bad';
      return { answer: reply(id.content, 0x65, noSuchObject), search: base.content.toString('utf8'), end };
    }
    case 0x77:
      return { answer: reply(id.content, 0x78, unwilling), search: null, end };
    default:
      return { answer: null, search: null, end };
  }
}
