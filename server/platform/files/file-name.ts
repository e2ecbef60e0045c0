import { isVisible, withoutUnseen } from '../texts/lines.ts';
import type { MimeType } from './sniff.ts';

/** The extensions that belong to a content; the first is the one that Kwit gives. */
const EXTENSIONS: Readonly<Record<MimeType, readonly [string, ...string[]]>> = {
  'image/png': ['png', 'apng'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
  'application/zip': ['zip'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'image/heic': ['heic', 'heif'],
  'image/avif': ['avif'],
  'application/gzip': ['gz', 'tgz'],
  'application/x-7z-compressed': ['7z'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.ms-outlook': ['msg'],
  'video/mp4': ['mp4', 'm4v'],
  'video/webm': ['webm'],
  'video/quicktime': ['mov', 'qt'],
  'message/rfc822': ['eml', 'txt'],
  'text/plain': ['txt', 'log', 'md'],
  'text/csv': ['csv', 'txt', 'log', 'md'],
  'application/json': ['json', 'txt', 'log', 'md'],
};

const LONGEST = 255;
/** Whatever stands there: Windows saves `run.hta::$DATA` as `run.hta`. */
const EXTENSION = /\.([^\s.]+)$/;

/**
 * The name under which people see and save a file (docs/rules/files.md#names): an extension that does not belong to the
 * content is followed by one that does, so that `run.bat` with text in it is `run.bat.txt`. A name without an extension
 * stays as it is. At most 255 code points.
 */
export function fittingName(name: string, type: MimeType): string {
  // Some systems drop dots and spaces at the end, and what stands before them would be the extension.
  const tidy = name.replace(/[. ]+$/, '') || 'file';
  const extension = EXTENSION.exec(tidy)?.[1]?.toLowerCase();
  const [usual, ...others] = EXTENSIONS[type];
  if (extension === undefined || extension === usual || others.includes(extension)) return tidy;
  const ending = `.${usual}`;
  return [...tidy].slice(0, LONGEST - ending.length).join('') + ending;
}

const LONGEST_ENDING = 20;

/**
 * Makes a file name that a client sent fit to be kept and shown (docs/rules/files.md#names): the last segment of a
 * path, without control characters, line separators and marks that nobody sees, such as those that turn the direction of
 * writing (`gpj.exe` must not read `exe.jpg`). It keeps at most 255 code points, the ending among them, and answers `file`
 * when nothing is left to see.
 * Browsers send quotes and line breaks in names as `%22`, `%0D` and `%0A` (HTML Standard, multipart/form-data).
 */
export function cleanName(sent: string | undefined): string {
  const spelled = (sent ?? '').replaceAll('%22', '"').replaceAll(/%0[DA]/g, '');
  const segment = spelled.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  const name = withoutUnseen(segment.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '')).trim();
  if (/^\.*$/.test(name) || !isVisible(name)) return 'file';
  const points = [...name];
  if (points.length <= LONGEST) return name;
  const dot = points.lastIndexOf('.');
  const ending = dot > 0 && points.length - dot <= LONGEST_ENDING ? points.slice(dot) : [];
  return [...points.slice(0, LONGEST - ending.length), ...ending].join('');
}
