import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const localCredentials = { accessKeyId: 'AKIDLOCALTEST', secretAccessKey: 'local-test-secret' };
export const localBucket = 'portal-test';
const region = 'eu-test-1';

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const escape = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Whether a request carries AWS's signature (version 4) of the one key that is known here, over its headers and its body. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const shape =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const match = shape.exec(request.headers.authorization ?? '');
  const payload = String(request.headers['x-amz-content-sha256']);
  if (!match || match[1] !== localCredentials.accessKeyId || match[3] !== region) return false;
  if (payload !== sha256(body)) return false;
  const [, , date, , names, signature] = match as unknown as [string, string, string, string, string, string];
  const url = new URL(request.url!, 'http://local');
  const query = [...url.searchParams].map(([name, value]) => `${escape(name)}=${escape(value)}`).sort();
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query.join('&'), headers.join(''), names, payload].join(
    '\n',
  );
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [date, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (last, part) => hmac(last, part),
    `AWS4${localCredentials.secretAccessKey}`,
  );
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'));
}

type Stored = { bytes: Buffer; type: string; at: Date };

const xml = (text: string) => text.replace(/[<>&]/g, (c) => `&#${c.charCodeAt(0)};`);
const fail = (response: ServerResponse, status: number, code: string) =>
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);

const answerXml = (response: ServerResponse, text: string) =>
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`);

/** Objects that arrive in parts: begun, sent part by part, and completed or given up. */
function openUploads(objects: Map<string, Stored>) {
  const uploads = new Map<string, { key: string; type: string; parts: Map<number, Buffer> }>();
  /** @returns whether the request was about parts, and is answered */
  const answer = (
    request: IncomingMessage,
    response: ServerResponse,
    query: URLSearchParams,
    key: string,
    body: Buffer,
  ): boolean => {
    if (query.has('uploads')) {
      const id = randomUUID();
      uploads.set(id, { key, type: String(request.headers['content-type']), parts: new Map() });
      answerXml(
        response,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
      return true;
    }
    const id = query.get('uploadId');
    if (!id) return false;
    const upload = uploads.get(id);
    if (!upload || upload.key !== key) fail(response, 404, 'NoSuchUpload');
    else if (request.method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body);
      response.writeHead(200, { etag: `"${sha256(body)}"` }).end();
    } else {
      uploads.delete(id);
      if (request.method === 'DELETE') response.writeHead(204).end();
      else {
        const order = [...upload.parts.keys()].toSorted((a, b) => a - b);
        objects.set(key, {
          bytes: Buffer.concat(order.map((part) => upload.parts.get(part)!)),
          type: upload.type,
          at: new Date(),
        });
        answerXml(
          response,
          '<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>',
        );
      }
    }
    return true;
  };
  return { uploads, answer };
}

/** A small store that speaks S3 (path style) for tests: put (also in parts), get, delete, list; signatures are checked. */
export async function startLocalS3() {
  const objects = new Map<string, Stored>();
  const state = { down: false };
  const { uploads, answer: answerUpload } = openUploads(objects);
  function list(response: ServerResponse, query: URLSearchParams) {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('start-after') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const most = Number(query.get('max-keys') ?? 1000);
    const contents = keys.slice(0, most).map((key) => {
      const { bytes, at } = objects.get(key)!;
      return `<Contents><Key>${xml(key)}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
    });
    answerXml(
      response,
      `<ListBucketResult><IsTruncated>${keys.length > most}</IsTruncated>${contents.join('')}</ListBucketResult>`,
    );
  }
  function answer(request: IncomingMessage, response: ServerResponse, body: Buffer) {
    if (state.down) return fail(response, 503, 'SlowDown');
    if (!isSigned(request, body)) return fail(response, 403, 'SignatureDoesNotMatch');
    const url = new URL(request.url!, 'http://local');
    const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    if (bucket !== localBucket) return fail(response, 404, 'NoSuchBucket');
    const key = rest.join('/');
    if (!key) return list(response, url.searchParams);
    if (answerUpload(request, response, url.searchParams, key, body)) return undefined;
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, type: String(request.headers['content-type']), at: new Date() });
      return response.writeHead(200).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    const found = objects.get(key);
    if (!found) return fail(response, 404, 'NoSuchKey');
    const part = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    if (part) {
      const bytes = found.bytes.subarray(Number(part[1]), Number(part[2]) + 1);
      const range = `bytes ${part[1]}-${part[2]}/${found.bytes.length}`;
      return response
        .writeHead(206, {
          'content-type': found.type,
          'content-length': bytes.length,
          'content-range': range,
        })
        .end(bytes);
    }
    return response
      .writeHead(200, {
        'content-type': found.type,
        'content-length': found.bytes.length,
        'last-modified': found.at.toUTCString(),
      })
      .end(found.bytes);
  }
  const server = createServer((request, response) => {
    void buffer(request).then((body) => answer(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region,
    objects,
    /** What was begun in parts and neither completed nor given up. */
    uploads,
    state,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
