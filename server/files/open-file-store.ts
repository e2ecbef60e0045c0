import { fileURLToPath } from 'node:url'
import { StartRefused } from '../database/start-refused.ts'
import { DiskFileStore } from './disk.ts'
import type { FileStore } from './file-store.ts'
import { type Bucket, S3FileStore } from './s3.ts'

/**
 * The store that an address names (design § Environment, FILES_URL): a folder, as a path or a `file:` URL, or
 * `s3://bucket/prefix`, with `?region=` and, for another service that speaks S3, `?endpoint=`. Credentials are never
 * part of the address. Throws, in words, on anything else.
 */
export function openFileStore(address: string, credentials?: Bucket['credentials']): FileStore {
  if (address.startsWith('s3:'))
    return new S3FileStore({ ...bucketOf(address), ...(credentials ? { credentials } : {}) })
  if (address.startsWith('file:')) return new DiskFileStore(fileURLToPath(address))
  if (address === '' || /^[a-z][a-z0-9+.-]+:/i.test(address)) {
    throw new StartRefused('FILES_URL must be a folder or s3://bucket/prefix.')
  }
  return new DiskFileStore(address)
}

function bucketOf(address: string): Bucket {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const strange = [...(url?.searchParams.keys() ?? [])].some((name) => name !== 'region' && name !== 'endpoint')
  if (!url?.hostname || url.username || url.password || url.hash || strange) {
    throw new StartRefused('FILES_URL must look like s3://bucket/prefix?region=eu-central-1.')
  }
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  const region = url.searchParams.get('region')
  const endpoint = url.searchParams.get('endpoint')
  return { bucket: url.hostname, prefix, ...(region ? { region } : {}), ...(endpoint ? { endpoint } : {}) }
}
