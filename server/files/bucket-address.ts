import type { Bucket } from './s3.ts';

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
