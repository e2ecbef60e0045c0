import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import {
  type ByteRange,
  checkName,
  checkRange,
  type FileStore,
  isFileName,
  type KeptFile,
  newFileName,
  type OpenFile,
  type StoredName,
} from './file-store.ts'

export interface Bucket {
  readonly bucket: string
  /** Without slashes around it; empty for the whole bucket. */
  readonly prefix: string
  readonly region?: string
  /** The address of another service that speaks S3; without it, Amazon's. */
  readonly endpoint?: string
  /** Without them the SDK looks in its usual places. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

/** Keeps files in a bucket of S3, or of another service that speaks it. The first use loads the SDK. */
export class S3FileStore implements FileStore {
  readonly #at: Bucket
  #loading: Promise<S3Client> | undefined

  constructor(at: Bucket) {
    this.#at = at
  }

  /** Collects the body first, for S3 needs its length. Uploads have at most 20 MiB. */
  async keep(body: AsyncIterable<Uint8Array> | Uint8Array, given = newFileName()): Promise<KeptFile> {
    const name = checkName(given)
    const [{ PutObjectCommand }, client] = await this.#connect()
    const bytes = body instanceof Uint8Array ? body : Buffer.concat(await Array.fromAsync(body))
    const contentType = 'application/octet-stream'
    await client.send(new PutObjectCommand({ ...this.#object(name), Body: bytes, ContentType: contentType }))
    return { name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  }

  async open(name: string, range?: ByteRange): Promise<OpenFile | null> {
    if (!isFileName(name)) return null
    const [{ GetObjectCommand, HeadObjectCommand }, client] = await this.#connect()
    try {
      if (range) checkRange(range, (await client.send(new HeadObjectCommand(this.#object(name)))).ContentLength ?? 0)
      const part = range && { Range: `bytes=${range.start}-${range.end}` }
      const answer = await client.send(new GetObjectCommand({ ...this.#object(name), ...part }))
      const size = Number(answer.ContentRange?.split('/')[1] ?? answer.ContentLength)
      return { size, stream: answer.Body as Readable }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async remove(name: string): Promise<void> {
    if (!isFileName(name)) return
    const [{ DeleteObjectCommand }, client] = await this.#connect()
    await client.send(new DeleteObjectCommand(this.#object(name)))
  }

  async *names(): AsyncGenerator<StoredName> {
    const [{ paginateListObjectsV2 }, client] = await this.#connect()
    const Prefix = this.#key('')
    for await (const page of paginateListObjectsV2({ client }, { Bucket: this.#at.bucket, Prefix })) {
      for (const { Key = '', LastModified } of page.Contents ?? []) {
        const name = Key.slice(Prefix.length)
        if (isFileName(name) && LastModified) yield { name, modifiedAt: LastModified.getTime() }
      }
    }
  }

  #key(name: string): string {
    return this.#at.prefix ? `${this.#at.prefix}/${name}` : name
  }

  #object(name: string) {
    return { Bucket: this.#at.bucket, Key: this.#key(name) }
  }

  async #connect() {
    const module = await sdk()
    this.#loading ??= Promise.resolve(new module.S3Client(clientConfig(this.#at)))
    return [module, await this.#loading] as const
  }
}

const sdk = () => import('@aws-sdk/client-s3')

function clientConfig({ region, endpoint, credentials }: Bucket): S3ClientConfig {
  return {
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000, requestTimeout: 30_000 },
    ...(region ? { region } : {}),
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')
}
