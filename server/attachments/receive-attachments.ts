import type { FastifyRequest } from 'fastify'
import { ATTACHMENT_BYTES_PER_REQUEST, ATTACHMENTS_PER_REQUEST } from '../../contract/attachments.ts'
import { TicketDraft } from '../../contract/tickets.ts'
import { Failure } from '../failure.ts'
import type { FileStore } from '../files/file-store.ts'
import { type ReceivedFile, receiveFiles, receiveForm } from '../files/received-files.ts'
import { sniff } from '../files/sniff.ts'
import { bodyCheck, fieldProblems } from '../http/validation.ts'
import type { KeptAttachment } from './attach-files.ts'

/** A file that was looked at: its content is on the list. */
interface CheckedFile extends ReceivedFile {
  readonly mimeType: string
}

const ALLOWED = {
  fileField: 'attachments',
  maxFiles: ATTACHMENTS_PER_REQUEST,
  maxBytes: ATTACHMENT_BYTES_PER_REQUEST,
  tooLarge: 'attachments_too_large',
} as const

const checkDraft = bodyCheck(TicketDraft)

/** Takes files in from requests: reads, looks at their content, keeps them, and lets go of what came to nothing. */
export class AttachmentReceiver {
  readonly #files: FileStore

  constructor(files: FileStore) {
    this.#files = files
  }

  /** @throws Failure `unsupported_media_type`, `validation_error`, `attachments_too_large`, `attachments_required`, `unsupported_file_type`. */
  async attachments(request: FastifyRequest): Promise<CheckedFile[]> {
    const files = await receiveFiles(request, ALLOWED)
    if (files.length === 0) throw new Failure('attachments_required')
    return checked(files)
  }

  /** A report, as JSON or as a form with files. @throws Failure as `attachments`, but that no file need be there. */
  async draft(request: FastifyRequest): Promise<{ draft: TicketDraft; files: CheckedFile[] }> {
    if (!request.isMultipart()) return { draft: sent(request.body), files: [] }
    const { fields, files } = await receiveForm(request, ALLOWED)
    const draft = Object.fromEntries(
      Object.entries(fields).filter(
        ([name, value]) => value.trim() !== '' || name === 'title' || name === 'description',
      ),
    )
    return { draft: checkedDraft(draft), files: await checked(files) }
  }

  /**
   * Makes the files durable, then lets `use` write the rows that name them. What no row names afterwards is removed;
   * after an accident, when nobody can say, the sweep decides.
   *
   * @param use answers which of the kept files are named by a row now, besides its result.
   */
  async keeping<T>(
    files: readonly CheckedFile[],
    use: (kept: KeptAttachment[]) => Promise<T>,
    named: (result: T) => readonly string[],
  ): Promise<T> {
    const kept: KeptAttachment[] = []
    try {
      for (const { bytes, originalName, mimeType } of files) {
        const { name, size, sha256 } = await this.#files.keep(bytes)
        kept.push({ filename: name, originalName, mimeType, size, sha256 })
      }
      const result = await use(kept)
      const inUse = named(result)
      await this.#letGo(kept.filter(({ filename }) => !inUse.includes(filename)))
      return result
    } catch (error) {
      if (error instanceof Failure) await this.#letGo(kept)
      throw error
    }
  }

  async #letGo(files: readonly KeptAttachment[]): Promise<void> {
    for (const { filename } of files) await this.#files.remove(filename)
  }
}

/** A body in JSON is checked by the route; one that is missing altogether names no type to check it by. */
const sent = (body: unknown): TicketDraft => (body == null ? checkedDraft(null) : (body as TicketDraft))

function checkedDraft(draft: unknown): TicketDraft {
  if (!checkDraft(draft)) throw new Failure('validation_error', fieldProblems(checkDraft.errors ?? [], 'body'))
  return draft as TicketDraft
}

async function checked(files: readonly ReceivedFile[]): Promise<CheckedFile[]> {
  const looked: CheckedFile[] = []
  for (const file of files) {
    const mimeType = await sniff(file.bytes, file.claimed, file.originalName)
    if (mimeType === null) throw new Failure('unsupported_file_type')
    looked.push({ ...file, mimeType })
  }
  return looked
}
