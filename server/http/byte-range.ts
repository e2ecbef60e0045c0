import parseRange from 'range-parser';

/**
 * Reads the header Range (RFC 9110 § 14.2). For several ranges, or for another unit than bytes, the route answers with the
 * whole file.
 *
 * @returns the first and the last byte, null for the whole file, or `unsatisfiable`.
 */
export function byteRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  if (header === undefined) return null;
  const ranges = parseRange(size, header);
  if (ranges === -1) return 'unsatisfiable';
  const [range] = ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1 ? [] : ranges;
  return range ?? null;
}
