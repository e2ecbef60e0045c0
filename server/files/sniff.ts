import { extname } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const TEXTS: Readonly<Record<string, string>> = { '.json': 'application/json', '.csv': 'text/csv' }

/** Types told by their first bytes. */
const BINARY: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/pdf',
  'application/zip',
  DOCX,
  XLSX,
])

/** Other names under which browsers send the same type. */
const ALIASES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'application/x-zip-compressed': 'application/zip',
  'application/x-zip': 'application/zip',
  'application/csv': 'text/csv',
  'text/json': 'application/json',
  'text/x-log': 'text/plain',
}

/** Text that a browser might run. */
const MARKUP = /^(\s|<!--[\s\S]*?-->)*<(!doctype|\?xml|html|head|body|svg|script|iframe|math|xsl|!entity)/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * What a file is, by its content, if it is on the list of attachments and what it claims to be (decisions § 3).
 *
 * @param claimed the part's media type; none, or `application/octet-stream`, claims nothing.
 * @returns the type under which it is kept and served, or null when it is refused.
 */
export async function sniff(
  bytes: Uint8Array,
  claimed: string | undefined,
  originalName: string,
): Promise<string | null> {
  const claim = claimOf(claimed, originalName)
  const found = (await fileTypeFromBuffer(bytes))?.mime
  // Anything else that seems to be found is text or nothing: "BMW" begins like a bitmap.
  const type = found && BINARY.has(found) ? found : textType(bytes, claim ?? TEXTS[extname(originalName).toLowerCase()])
  if (type === null) return null
  // A DOCX or XLSX is a ZIP, and may be sent as one.
  return claim === null || claim === type || (claim === 'application/zip' && (type === DOCX || type === XLSX))
    ? type
    : null
}

function claimOf(claimed: string | undefined, originalName: string): string | null {
  const type = claimed?.split(';')[0]?.trim().toLowerCase()
  if (!type || type === 'application/octet-stream') return null
  // What Windows sends for a CSV when a spreadsheet program is installed.
  if (type === 'application/vnd.ms-excel' && /\.csv$/i.test(originalName)) return 'text/csv'
  return ALIASES[type] ?? type
}

function textType(bytes: Uint8Array, wanted: string | undefined | null): string | null {
  let text: string
  try {
    text = strictUtf8.decode(bytes)
  } catch {
    return null
  }
  if (bytes.byteLength === 0 || CONTROLS.test(text) || MARKUP.test(text)) return null
  if (wanted === 'application/json') return isJson(text) ? wanted : null
  return wanted === 'text/csv' ? wanted : 'text/plain'
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
