import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a zip file as somebody with bad intent could write it: whatever is given here stands in its headers. */
export type ZipEntry = {
  name: string | Buffer;
  bytes?: Buffer | string;
  /** Unix mode with the kind of file, as `0o120777` for a link. */
  mode?: number;
  attributes?: number;
  flags?: number;
  method?: number;
  /** What the headers say of the unpacked size. */
  size?: number;
  crc?: number;
  stored?: boolean;
};

const utf8 = 0x800;

function headerOf(entry: ZipEntry) {
  const bytes = Buffer.from(entry.bytes ?? '');
  const packed = entry.stored ? bytes : deflateRawSync(bytes);
  const name = Buffer.from(entry.name as string);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(entry.flags ?? utf8, 2);
  shared.writeUInt16LE(entry.method ?? (entry.stored ? 0 : 8), 4);
  shared.writeUInt32LE(entry.crc ?? crc32(bytes), 10);
  shared.writeUInt32LE(packed.length, 14);
  shared.writeUInt32LE(entry.size ?? bytes.length, 18);
  shared.writeUInt16LE(name.length, 22);
  return { packed, name, shared, external: entry.attributes ?? ((entry.mode ?? 0o100644) << 16) >>> 0 };
}

/** A zip file byte by byte, true to nothing but its entries. */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { packed, name, shared, external } = headerOf(entry);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, name, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(external, 6);
    tail.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([20, 3]);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), madeBy, shared, tail, name]));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}

export type ManifestOptions = {
  schemaversion?: string | null;
  schema?: string;
  namespace?: string;
  items?: string;
  resources?: string;
  title?: string;
  more?: string;
  attributes?: string;
};

const namespaces = {
  '1.2':
    'xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"',
  '2004':
    'xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss"',
};

/** A manifest in the shape that authoring tools write. */
export function manifestXml({
  schemaversion = '1.2',
  schema = 'ADL SCORM',
  namespace = schemaversion === '1.2' || schemaversion === null ? namespaces['1.2'] : namespaces['2004'],
  title = 'Handling parcels',
  items = '<item identifier="i1" identifierref="r1"><title>Parcels</title><adlcp:masteryscore>80</adlcp:masteryscore></item>',
  resources = '<resource identifier="r1" type="webcontent" adlcp:scormtype="sco" href="index.html"><file href="index.html"/></resource>',
  more = '',
  attributes = '',
}: ManifestOptions = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="m1" version="1.0" ${namespace} ${attributes}>
  <metadata>${schema ? `<schema>${schema}</schema>` : ''}${schemaversion ? `<schemaversion>${schemaversion}</schemaversion>` : ''}</metadata>
  <organizations default="o1"><organization identifier="o1"><title>${title}</title>${items}</organization></organizations>
  <resources>${resources}</resources>${more}
</manifest>`;
}

/** A small package that is as it should be, with further files. */
export const makePackage = (manifest: ManifestOptions = {}, more: readonly ZipEntry[] = []): Buffer =>
  makeZip([
    { name: 'imsmanifest.xml', bytes: manifestXml(manifest) },
    {
      name: 'index.html',
      bytes: '<!doctype html><html><head><title>Parcels</title></head><body>Hello</body></html>',
    },
    ...more,
  ]);
