const LONGEST = 255;
const LONGEST_ENDING = 20;

/**
 * Makes a file name that a client sent fit to be kept and shown (docs/rules/files.md#names): the last segment of a
 * path, without control characters, line separators and marks that turn the direction of writing (`gpj.exe` must not
 * read `exe.jpg`). It keeps at most 255 code points, the ending among them, and answers `file` when nothing is left.
 * Browsers send quotes and line breaks in names as `%22`, `%0D` and `%0A` (HTML Standard, multipart/form-data).
 */
export function cleanName(sent: string | undefined): string {
  const spelled = (sent ?? '').replaceAll('%22', '"').replaceAll(/%0[DA]/g, '');
  const segment = spelled.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  const name = segment.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu, '').trim();
  if (/^\.*$/.test(name)) return 'file';
  const points = [...name];
  if (points.length <= LONGEST) return name;
  const dot = points.lastIndexOf('.');
  const ending = dot > 0 && points.length - dot <= LONGEST_ENDING ? points.slice(dot) : [];
  return [...points.slice(0, LONGEST - ending.length), ...ending].join('');
}
