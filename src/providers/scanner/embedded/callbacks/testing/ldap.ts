import { Buffer } from 'node:buffer';

/** Messages of an LDAP client, for tests. */

const element = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  // Lengths in four bytes, as Java writes them.
  const length = Buffer.alloc(5);
  length[0] = 0x84;
  length.writeUInt32BE(content.length, 1);
  return Buffer.concat([Buffer.from([tag]), length, content]);
};
const integer = (value: number) => element(0x02, Buffer.from([value]));
const text = (value: string) => element(0x04, Buffer.from(value));
const choice = (value: number) => element(0x0a, Buffer.from([value]));

export const bindMessage = (id: number): Buffer =>
  element(0x30, integer(id), element(0x60, integer(3), text(''), element(0x80, Buffer.alloc(0))));

export const searchMessage = (id: number, base: string): Buffer =>
  element(
    0x30,
    integer(id),
    element(
      0x63,
      text(base),
      choice(0),
      choice(3),
      integer(0),
      integer(0),
      element(0x01, Buffer.from([0])),
      element(0x87, Buffer.from('objectClass')),
      element(0x30),
    ),
  );
