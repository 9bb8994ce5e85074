import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Readable } from 'node:stream';
import { vendorClient } from '#platform/server/log/vendorCalls.ts';
import { FilesError, requireFileKey, type Files } from '../port.ts';

export type S3Options = {
  bucket: string;
  region: string;
  /** A compatible store's own address; AWS's where absent. */
  endpoint?: string | undefined;
  /** Absent: the machine's own role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Before every key: empty or ending with a slash. */
  prefix: string;
};

const mostAtOnce = 1000;
/** Bytes. A store takes 10,000 parts, and each of those under way is held in memory. */
const partSize = 8 * 1024 * 1024;
const partsAtOnce = 2;

const isMissing = (error: unknown) =>
  error instanceof S3ServiceException &&
  (error.name === 'NoSuchKey' || error.name === 'NotFound') &&
  error.$metadata.httpStatusCode === 404;

/** What the store said, without its request, which names keys. */
function unavailable(error: unknown): never {
  if (error instanceof FilesError) throw error;
  const why = error instanceof Error ? error.name : 'unknown';
  throw new FilesError('unavailable', `The file store could not be used (${why}).`, { cause: error });
}

/** Files in a bucket of S3 or of a compatible store. */
export function openS3({ bucket, region, endpoint, credentials, prefix }: S3Options): Files {
  const client = vendorClient(
    's3',
    new S3Client({
      region,
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      ...(credentials ? { credentials } : {}),
      // older compatible stores refuse checksums that they did not ask for
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  );
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + requireFileKey(key) });
  return {
    kind: 's3',
    put: async (key, bytes, type) => {
      const place = { ...at(key), ContentType: type };
      if (Buffer.isBuffer(bytes)) {
        await client
          .send(new PutObjectCommand({ ...place, Body: bytes, ContentLength: bytes.length }))
          .catch(unavailable);
        return { key, type, size: bytes.length, modifiedAt: new Date() };
      }
      let size = 0;
      const counted = async function* () {
        for await (const chunk of bytes as AsyncIterable<Buffer>) {
          size += chunk.length;
          yield chunk;
        }
      };
      // nobody knows the length of a stream before its end; parts that were sent are given up where it fails
      const Body = Readable.from(counted(), { objectMode: false });
      const upload = new Upload({ client, params: { ...place, Body }, partSize, queueSize: partsAtOnce });
      // where the store refuses, nobody reads the rest
      await upload
        .done()
        .catch(unavailable)
        .finally(() => Body.destroy());
      return { key, type, size, modifiedAt: new Date() };
    },
    open: async (key, range) => {
      const place = at(key);
      const found = await client
        .send(
          new GetObjectCommand({
            ...place,
            ...(range ? { Range: `bytes=${range.first}-${range.last}` } : {}),
          }),
        )
        .catch((error: unknown) => (isMissing(error) ? null : unavailable(error)));
      if (!found) return null;
      return {
        key,
        type: found.ContentType ?? 'application/octet-stream',
        size: range
          ? Number(/\/(\d+)$/.exec(found.ContentRange ?? '')?.[1] ?? 0)
          : (found.ContentLength ?? 0),
        modifiedAt: found.LastModified ?? new Date(0),
        bytes: found.Body as Readable,
      };
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(at(key))).catch(unavailable);
    },
    list: async (within, { after, limit = mostAtOnce } = {}) => {
      const { Contents = [] } = await client
        .send(
          new ListObjectsV2Command({
            Bucket: bucket,
            Prefix: prefix + within,
            MaxKeys: Math.min(limit, mostAtOnce),
            ...(after ? { StartAfter: prefix + after } : {}),
          }),
        )
        .catch(unavailable);
      return Contents.map((object) => ({
        key: (object.Key ?? '').slice(prefix.length),
        size: object.Size ?? 0,
        modifiedAt: object.LastModified ?? new Date(0),
      }));
    },
  };
}
