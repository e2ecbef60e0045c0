import { fileURLToPath } from 'node:url';
import { StartRefused } from '../failure.ts';
import { missingPackage } from '../optional-package.ts';
import { DiskFileStore } from './disk.ts';
import type { FileStore } from './file-store.ts';
import { type Bucket, readBucketAddress, S3FileStore } from './s3.ts';

/**
 * Opens the store that an address names (`FILES_URL` in docs/operating/environment.md): a folder, as a path or a
 * `file:` URL, or a bucket.
 *
 * @throws StartRefused on anything else, and on a bucket while the package that speaks S3 is not installed.
 */
export function openFileStore(address: string, credentials?: Bucket['credentials']): FileStore {
  const bucket = bucketAt(address);
  if (bucket !== null) return new S3FileStore({ ...bucket, ...(credentials ? { credentials } : {}) });
  if (address.startsWith('file:')) return new DiskFileStore(fileURLToPath(address));
  if (address === '' || /^[a-z][a-z0-9+.-]+:/i.test(address)) {
    throw new StartRefused('FILES_URL must be a folder, or look like s3://bucket/prefix?region=eu-central-1.');
  }
  return new DiskFileStore(address);
}

/** The bucket that an address names; null for any other address. @throws StartRefused while its package is not installed. */
export function bucketAt(address: string): Bucket | null {
  const bucket = readBucketAddress(address);
  const missing = bucket && missingPackage('@aws-sdk/client-s3');
  if (missing) throw new StartRefused(missing);
  return bucket;
}
