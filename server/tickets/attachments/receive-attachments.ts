import type { FastifyRequest } from 'fastify';
import type { Static, TObject } from 'typebox';
import { ATTACHMENT_BYTES_PER_REQUEST, ATTACHMENTS_PER_REQUEST } from '#contract/attachments.ts';
import {
  bodyCheck,
  Failure,
  type FileStore,
  fieldProblems,
  fieldsOfForm,
  fittingName,
  type ReceivedFile,
  receiveFiles,
  receiveForm,
  shownSize,
  sniff,
} from '#platform';
import type { KeptAttachment } from './attachments.ts';

/** A file whose content was checked: its type is allowed. */
interface CheckedFile extends ReceivedFile {
  readonly mimeType: string;
}

const ALLOWED = {
  fileField: 'attachments',
  maxFiles: ATTACHMENTS_PER_REQUEST,
  maxBytes: ATTACHMENT_BYTES_PER_REQUEST,
  tooLarge: 'attachments_too_large',
} as const;

const TEXTS: readonly string[] = ['text/plain', 'text/csv', 'application/json'];

/** Receives the files of requests: reads them, checks their content, keeps them, and removes them when the request fails. */
export class AttachmentReceiver {
  readonly #files: FileStore;

  constructor(files: FileStore) {
    this.#files = files;
  }

  /** @throws Failure `unsupported_media_type`, `validation_error`, `attachments_too_large`, `attachments_required`, `unsupported_file_type`. */
  async attachments(request: FastifyRequest): Promise<CheckedFile[]> {
    const files = await receiveFiles(request, ALLOWED);
    if (files.length === 0) throw new Failure('attachments_required');
    return checked(files);
  }

  /** A file that a program sends as a text. @throws Failure `unsupported_file_type` for a text that would be another type. */
  async text(originalName: string, content: string): Promise<CheckedFile[]> {
    const bytes = Buffer.from(content);
    const files = await checked([{ originalName, claimed: undefined, bytes, sha256: '' }]);
    if (files.some(({ mimeType }) => !TEXTS.includes(mimeType))) throw new Failure('unsupported_file_type');
    return files;
  }

  /**
   * Reads what somebody wrote, as JSON or as a form with files.
   *
   * @param kind the draft's schema and its check.
   * @throws Failure as `attachments`, but a draft needs no file.
   */
  async draft<S extends TObject>(
    request: FastifyRequest,
    { schema, check }: DraftKind<S>,
  ): Promise<{ draft: Static<S>; files: CheckedFile[] }> {
    const valid = (draft: unknown): Static<S> => {
      if (!check(draft)) throw new Failure('validation_error', fieldProblems(check.errors ?? [], 'body'));
      return draft as Static<S>;
    };
    // The route has checked a JSON body. A missing body has no type and was not checked.
    if (!request.isMultipart())
      return { draft: request.body == null ? valid(null) : (request.body as Static<S>), files: [] };
    const { fields, files } = await receiveForm(request, ALLOWED);
    return { draft: valid(fieldsOfForm(schema, fields)), files: await checked(files) };
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
    if (files.length === 0) return use([]);
    const kept: KeptAttachment[] = [];
    try {
      for (const { bytes, originalName, mimeType } of files) {
        const { name, size, sha256 } = await this.#files.keep(bytes);
        const { width = null, height = null } = shownSize(bytes, mimeType) ?? {};
        kept.push({ filename: name, originalName, mimeType, size, sha256, width, height });
      }
      const result = await use(kept);
      const inUse = named(result);
      await this.#remove(kept.map(({ filename }) => filename).filter((filename) => !inUse.includes(filename)));
      return result;
    } catch (error) {
      if (error instanceof Failure) await this.#remove(kept.map(({ filename }) => filename));
      throw error;
    }
  }

  /**
   * Makes a change that takes attachments away, then removes their files. The change is durable by then, so a failure to
   * remove a file is none for the caller: the sweep of files removes it later.
   *
   * @param change answers the stored names of the files that no row names now.
   */
  async removing(change: () => Promise<readonly string[]>): Promise<void> {
    const names = await change();
    await this.#remove(names).catch(() => {});
  }

  async #remove(names: readonly string[]): Promise<void> {
    for (const name of names) await this.#files.remove(name);
  }
}

/** What a request may write: its schema, and the schema's check. */
export interface DraftKind<S extends TObject> {
  readonly schema: S;
  readonly check: ReturnType<typeof bodyCheck>;
}

export const draftKind = <S extends TObject>(schema: S): DraftKind<S> => ({ schema, check: bodyCheck(schema) });

async function checked(files: readonly ReceivedFile[]): Promise<CheckedFile[]> {
  const looked: CheckedFile[] = [];
  for (const file of files) {
    const mimeType = await sniff(file.bytes, file.claimed, file.originalName);
    if (mimeType === null) throw new Failure('unsupported_file_type');
    looked.push({ ...file, originalName: fittingName(file.originalName, mimeType), mimeType });
  }
  return looked;
}
