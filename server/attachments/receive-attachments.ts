import type { FastifyRequest } from 'fastify'
import { ATTACHMENT_BYTES_PER_REQUEST, ATTACHMENTS_PER_REQUEST } from '../../contract/attachments.ts'
import { TicketDraft } from '../../contract/tickets.ts'
import { Failure } from '../failure.ts'
import type { FileStore } from '../files/file-store.ts'
import { fittingName } from '../files/fitting-name.ts'
import { type ReceivedFile, receiveFiles, receiveForm } from '../files/received-files.ts'
import { sniff } from '../files/sniff.ts'
import { bodyCheck, fieldProblems } from '../http/validation.ts'
import type { KeptAttachment } from './attach-files.ts'

/** A file whose content was checked: its type is allowed. */
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

/** Receives the files of requests: reads them, checks their content, keeps them, and removes them when the request fails. */
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

  /** Reads a report, as JSON or as a form with files. @throws Failure as `attachments`, but a report needs no file. */
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
   * Keeps the files durably, calls `use` to write the rows that name them, and removes the files that no row names then. When
   * `use` fails in a way that leaves this open, the sweep of files decides later.
   *
   * @param named answers which of the kept files a row names now.
   */
  async keepDuring<T>(
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
      await this.#remove(kept.filter(({ filename }) => !inUse.includes(filename)))
      return result
    } catch (error) {
      if (error instanceof Failure) await this.#remove(kept)
      throw error
    }
  }

  async #remove(files: readonly KeptAttachment[]): Promise<void> {
    for (const { filename } of files) await this.#files.remove(filename)
  }
}

/** The route has checked a JSON body. A missing body has no type and was not checked, so it is checked here. */
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
    looked.push({ ...file, originalName: fittingName(file.originalName, mimeType), mimeType })
  }
  return looked
}
