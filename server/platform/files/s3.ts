import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import {
  type ByteRange,
  checkName,
  checkRange,
  type FileStore,
  isFileName,
  newFileName,
  type OpenFile,
  type StoredFile,
  type StoredName,
} from './file-store.ts';

const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/;
const REGION = /^[a-z0-9-]{1,60}$/;

/**
 * Reads `s3://bucket/prefix`, with `?region=` and, for another service that speaks S3, `?endpoint=`. Credentials are
 * never part of the address.
 *
 * @returns null for any other text.
 */
export function readBucketAddress(address: string): Bucket | null {
  const url = URL.parse(address);
  if (url?.protocol !== 's3:' || !BUCKET.test(url.hostname)) return null;
  const { region, endpoint, ...strange } = Object.fromEntries(url.searchParams);
  if (url.username || url.password || url.port || url.hash || Object.keys(strange).length > 0) return null;
  if (region !== undefined && !REGION.test(region)) return null;
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) return null;
  const prefix = prefixOf(url.pathname);
  if (prefix === null) return null;
  return { bucket: url.hostname, prefix, ...(region ? { region } : {}), ...(endpoint ? { endpoint } : {}) };
}

function prefixOf(path: string): string | null {
  try {
    return decodeURIComponent(path).replace(/^\/+|\/+$/g, '');
  } catch {
    return null;
  }
}

/** The address of what stands in it under a name; `..` leads up. */
export function addressWithin(address: string, name: string): string {
  const url = new URL(address);
  const places = url.pathname.split('/').filter(Boolean);
  url.pathname = `/${(name === '..' ? places.slice(0, -1) : [...places, name]).join('/')}`;
  return url.href;
}

/** Whether it names a folder or a bucket: any other address is a mistake, and no folder of that name is meant. */
export const isPlace = (text: string): boolean => !/^[a-z0-9+.-]+:\/\//i.test(text) || readBucketAddress(text) !== null;

export interface Bucket {
  readonly bucket: string;
  /** Without slashes around it; empty for the whole bucket. */
  readonly prefix: string;
  readonly region?: string;
  /** The address of another service that speaks S3; without it, Amazon's. */
  readonly endpoint?: string;
  /** Without them the SDK looks in its usual places. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** How much is sent at once, and again when it fails. S3 takes 10,000 pieces: 312 GB. */
const PIECE = 32 * 2 ** 20;

/** Something under one prefix of a bucket. The first use loads the SDK. */
export class S3Prefix {
  readonly #at: Bucket;
  #loading: Promise<S3Client> | undefined;

  constructor(at: Bucket) {
    this.#at = at;
  }

  object(name: string) {
    return { Bucket: this.#at.bucket, Key: this.#at.prefix ? `${this.#at.prefix}/${name}` : name };
  }

  async connect() {
    const module = await import('@aws-sdk/client-s3');
    this.#loading ??= Promise.resolve(new module.S3Client(clientConfig(this.#at)));
    return [module, await this.#loading] as const;
  }

  /** Null when there is no such object. */
  async open(name: string, part: { Range?: string } = {}): Promise<OpenFile | null> {
    const [{ GetObjectCommand }, client] = await this.connect();
    try {
      const answer = await client.send(new GetObjectCommand({ ...this.object(name), ...part }));
      const size = Number(answer.ContentRange?.split('/')[1] ?? answer.ContentLength);
      return { size, stream: answer.Body as Readable };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const [{ PutObjectCommand }, client] = await this.connect();
    const contentType = 'application/octet-stream';
    await client.send(new PutObjectCommand({ ...this.object(name), Body: bytes, ContentType: contentType }));
  }

  /** Sends a file of any size, in pieces. It is there whole, or not at all. */
  async putFile(name: string, path: string): Promise<void> {
    const { size } = await stat(path);
    if (size <= PIECE) return this.put(name, Buffer.concat(await Array.fromAsync(createReadStream(path))));
    const [sdk, client] = await this.connect();
    const object = this.object(name);
    const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(object));
    try {
      const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
      for await (const Body of createReadStream(path, { highWaterMark: PIECE })) {
        const PartNumber = Parts.length + 1;
        const { ETag } = await client.send(new sdk.UploadPartCommand({ ...object, UploadId, PartNumber, Body }));
        Parts.push({ ETag, PartNumber });
      }
      await client.send(new sdk.CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }));
    } catch (error) {
      // This error matters more than that its pieces stay.
      await client.send(new sdk.AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => {});
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    const [{ DeleteObjectCommand }, client] = await this.connect();
    await client.send(new DeleteObjectCommand(this.object(name)));
  }

  /** Every object whose name begins so. */
  async *names(beginning = ''): AsyncGenerator<StoredName> {
    const [{ paginateListObjectsV2 }, client] = await this.connect();
    const { Bucket, Key: Prefix } = this.object(beginning);
    const ours = this.object('').Key.length;
    for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix }))
      for (const { Key = '', LastModified } of page.Contents ?? [])
        yield { name: Key.slice(ours), modifiedAt: LastModified?.getTime() ?? 0 };
  }
}

/** Keeps files in a bucket of S3, or of another service that speaks it. */
export class S3FileStore implements FileStore {
  readonly place: string;
  readonly #at: S3Prefix;

  constructor(at: Bucket) {
    this.place = [at.endpoint, at.bucket, at.prefix].join(' ');
    this.#at = new S3Prefix(at);
  }

  /** Collects the body first, for S3 needs its length. Uploads have at most 20 MiB. */
  async keep(body: AsyncIterable<Uint8Array> | Uint8Array, newName = newFileName()): Promise<StoredFile> {
    const name = checkName(newName);
    const bytes = body instanceof Uint8Array ? body : Buffer.concat(await Array.fromAsync(body));
    await this.#at.put(name, bytes);
    return { name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  }

  async open(name: string, range?: ByteRange): Promise<OpenFile | null> {
    if (!isFileName(name)) return null;
    if (range === undefined) return this.#at.open(name);
    const [{ HeadObjectCommand }, client] = await this.#at.connect();
    try {
      const { ContentLength = 0 } = await client.send(new HeadObjectCommand(this.#at.object(name)));
      checkRange(range, ContentLength);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
    return this.#at.open(name, { Range: `bytes=${range.start}-${range.end}` });
  }

  async remove(name: string): Promise<void> {
    if (isFileName(name)) await this.#at.remove(name);
  }

  async *names(): AsyncGenerator<StoredName> {
    for await (const stored of this.#at.names()) if (isFileName(stored.name)) yield stored;
  }
}

function clientConfig({ region, endpoint, credentials }: Bucket): S3ClientConfig {
  return {
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000, requestTimeout: 30_000 },
    ...(region ? { region } : {}),
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}
