import { createHash } from 'node:crypto'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { FailureCode } from '../../contract/errors.ts'
import { Failure, invalidField } from '../failure.ts'

export interface ReceivedFile {
  readonly originalName: string
  /** The media type that the part names. */
  readonly claimed: string | undefined
  readonly bytes: Buffer
  /** Hexadecimal. */
  readonly sha256: string
}

export interface ReceivedForm {
  readonly fields: Readonly<Record<string, string>>
  readonly files: readonly ReceivedFile[]
}

interface Allowed {
  /** The name of the parts that are files. */
  readonly fileField: string
  readonly maxFiles: number
  /** Bytes of all files together. */
  readonly maxBytes: number
  /** The refusal for too many files, or too many bytes. */
  readonly tooLarge: FailureCode
}

/**
 * Reads a form with files, counting as it streams. A form that breaks a limit is read to its end and thrown away, so
 * that the sender gets an answer and not a broken connection.
 *
 * @throws Failure `validation_error`, `unsupported_media_type`, or the one that `allowed` names.
 */
export async function receiveForm(request: FastifyRequest, allowed: Allowed): Promise<ReceivedForm> {
  if (!request.isMultipart())
    throw new Failure('unsupported_media_type', { message: 'Send the files as multipart/form-data.' })
  const form = new FormBeingRead(allowed)
  try {
    for await (const part of request.parts()) await form.take(part)
  } catch (error) {
    throw error instanceof Failure ? error : asRefusal(error as { code?: string }, allowed)
  }
  return form.finished()
}

class FormBeingRead {
  readonly #allowed: Allowed
  readonly #fields = new Map<string, string>()
  readonly #files: ReceivedFile[] = []
  #bytes = 0
  #refusal: Failure | undefined

  constructor(allowed: Allowed) {
    this.#allowed = allowed
  }

  async take(part: Multipart): Promise<void> {
    if (part.type === 'file') await this.#takeFile(part)
    else this.#takeField(part.fieldname, part.value, part.valueTruncated === true)
  }

  finished(): ReceivedForm {
    if (this.#refusal) throw this.#refusal
    return { fields: Object.fromEntries(this.#fields), files: this.#files }
  }

  #takeField(name: string, value: unknown, truncated: boolean): void {
    if (this.#fields.has(name)) this.#refuse(invalidField(name, 'duplicate', `Send the part "${name}" once.`))
    if (truncated) this.#refuse(invalidField(name, 'maxLength', `The part "${name}" may have 100 KB.`))
    this.#fields.set(name, String(value))
  }

  async #takeFile(part: MultipartFile): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of part.file) {
      this.#bytes += chunk.length
      if (this.#bytes > this.#allowed.maxBytes) this.#refuse(new Failure(this.#allowed.tooLarge))
      if (this.#refusal === undefined) chunks.push(chunk)
    }
    if (part.file.truncated) this.#refuse(new Failure(this.#allowed.tooLarge))
    const bytes = Buffer.concat(chunks)
    // An empty file input of a browser: a part without a name and without content.
    if (bytes.length === 0 && !part.filename) return
    if (part.fieldname !== this.#allowed.fileField) {
      this.#refuse(
        invalidField(part.fieldname, 'additionalProperties', `Send files in parts named "${this.#allowed.fileField}".`),
      )
    }
    if (this.#files.length >= this.#allowed.maxFiles) this.#refuse(new Failure(this.#allowed.tooLarge))
    if (this.#refusal) return
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    this.#files.push({ originalName: cleanName(part.filename), claimed: part.mimetype, bytes, sha256 })
  }

  /** The first thing that is wrong is what is said. */
  #refuse(refusal: Failure): void {
    this.#refusal ??= refusal
  }
}

const LIMITS = ['FST_REQ_FILE_TOO_LARGE', 'FST_FILES_LIMIT']

function asRefusal({ code = '' }: { code?: string }, { tooLarge }: Allowed): Failure {
  if (LIMITS.includes(code)) return new Failure(tooLarge)
  return invalidField('body', 'multipart', 'Send a complete multipart/form-data body with at most 20 fields.')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** The last segment of the name, without what could deceive or break a line; at most 255 code points, ending kept. */
export function cleanName(name: string | undefined): string {
  const segment = (name ?? '').toWellFormed().split(/[\\/]/).at(-1) ?? ''
  const clean = [...segment.replace(UNPRINTABLE, '').trim()]
  if (clean.length === 0 || /^\.+$/.test(clean.join(''))) return 'file'
  const dot = clean.lastIndexOf('.')
  const ending = dot > 0 && clean.length - dot <= 16 ? clean.slice(dot) : []
  return clean.length <= 255 ? clean.join('') : [...clean.slice(0, 255 - ending.length), ...ending].join('')
}
