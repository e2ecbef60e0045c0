import parseRange from 'range-parser'

/**
 * One range of bytes (RFC 9110 § 14.2). Several ranges, or another unit, are answered with the whole file.
 *
 * @returns first and last byte, null for the whole, or `unsatisfiable`.
 */
export function byteRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  if (header === undefined) return null
  const ranges = parseRange(size, header)
  if (ranges === -1) return 'unsatisfiable'
  const [range] = ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1 ? [] : ranges
  return range ?? null
}
