import type { FastifyRequest } from 'fastify';
import type { Static, TObject } from 'typebox';
import type { FieldProblem } from '#contract/errors.ts';
import { ATTACHMENT_BYTES_PER_REQUEST, ATTACHMENTS_PER_REQUEST } from '#contract/words.ts';
import {
  cleanName,
  contentTypeOf,
  examineFile,
  Failure,
  type FileRefusal,
  type FileStore,
  fieldsOfForm,
  fittingName,
  listsIn,
  type ReceivedFile,
  receiveFiles,
  receiveForm,
  shownSize,
  type Work,
} from '#platform';
import { bodyCheck, fieldProblems, keyOf } from '#platform/serving';
import { answerOnce, fingerprintOf, RunningRequests } from '#settings';
import type { NewAttachment } from './attachments.ts';

/** A file whose content was checked: its type is allowed. */
export interface CheckedFile extends ReceivedFile {
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
  readonly #running = new RunningRequests();

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

  /** The files of a mail that may be attached, by their content, and the names of the others. A mail in a mail keeps its name. */
  async fitting(files: readonly { readonly name: string; readonly type: string; readonly bytes: Buffer }[]) {
    const fit: CheckedFile[] = [];
    const refused: string[] = [];
    for (const { name, type, bytes } of files) {
      const sent = cleanName(name);
      const result = await examineFile(bytes, undefined, sent);
      if ('refused' in result) refused.push(sent);
      else {
        const originalName = type === 'message/rfc822' ? sent : fittingName(sent, result.mime);
        fit.push({ originalName, claimed: undefined, bytes, sha256: '', mimeType: contentTypeOf(result) });
      }
    }
    return { fit, refused };
  }

  /**
   * Reads what somebody wrote, as JSON or as a form with files.
   *
   * @throws Failure as `attachments`, but a draft needs no file.
   */
  async #draft<S extends TObject>(
    request: FastifyRequest,
    { schema, check, refuse }: DraftKind<S>,
  ): Promise<{ draft: Static<S>; files: CheckedFile[] }> {
    const valid = (draft: unknown): Static<S> => {
      if (!check(draft)) throw new Failure('validation_error', fieldProblems(check.errors ?? [], 'body'));
      refuse(draft as Static<S>);
      return draft as Static<S>;
    };
    // A missing body has no type, and the route has not checked it.
    if (!request.isMultipart()) return { draft: valid(request.body ?? null), files: [] };
    const { fields, files } = await receiveForm(request, { ...ALLOWED, lists: listsIn(schema) });
    return { draft: valid(fieldsOfForm(schema, fields)), files: await checked(files) };
  }

  /**
   * Writes what somebody sends, with its files, once for each key that they name
   * (docs/rules/conventions.md#requests-that-are-sent-again).
   *
   * @param operation the method and the path.
   * @param write writes the rows that name the kept files.
   * @throws Failure `request_in_progress`, `idempotency_key_reused`, and those of `draft`.
   */
  writeOnce<S extends TObject, T extends { readonly attachments: readonly { readonly filename: string }[] }>(
    request: FastifyRequest,
    operation: string,
    kind: DraftKind<S>,
    write: (work: Work, draft: Static<S>, stored: readonly NewAttachment[]) => Promise<T>,
  ): Promise<T> {
    const key = keyOf(request);
    return this.#running.alone([request.person.id, operation, key], async () => {
      const { draft, files } = await this.#draft(request, kind);
      const digests = files.map(({ sha256 }) => sha256);
      const once = { operation, key, fingerprint: () => fingerprintOf(draft, digests) };
      return this.keepDuring(
        files,
        (stored) => request.write((work) => answerOnce(work, once, () => write(work, draft, stored))),
        ({ attachments }) => attachments.map(({ filename }) => filename),
      );
    });
  }

  /**
   * Keeps the files durably, calls `use` to write the rows that name them, and removes the files that no row names then. When
   * `use` fails in a way that leaves this open, the sweep of files decides later.
   *
   * @param named answers which of the kept files a row names now.
   */
  async keepDuring<T>(
    files: readonly CheckedFile[],
    use: (stored: NewAttachment[]) => Promise<T>,
    named: (result: T) => readonly string[],
  ): Promise<T> {
    if (files.length === 0) return use([]);
    const stored: NewAttachment[] = [];
    try {
      for (const { bytes, originalName, mimeType } of files) {
        const { name, size, sha256 } = await this.#files.keep(bytes);
        const { width = null, height = null } = shownSize(bytes, mimeType) ?? {};
        stored.push({ filename: name, originalName, mimeType, size, sha256, width, height });
      }
      const result = await use(stored);
      const inUse = named(result);
      await this.#remove(stored.map(({ filename }) => filename).filter((filename) => !inUse.includes(filename)));
      return result;
    } catch (error) {
      if (error instanceof Failure) await this.#remove(stored.map(({ filename }) => filename));
      throw error;
    }
  }

  async #remove(names: readonly string[]): Promise<void> {
    for (const name of names) await this.#files.remove(name);
  }
}

/** A kind of body: its schema, the schema's check, and a check that runs before files are kept for it. */
export interface DraftKind<S extends TObject> {
  readonly schema: S;
  readonly check: ReturnType<typeof bodyCheck>;
  readonly refuse: (draft: Static<S>) => void;
}

/** @throws Failure `unsupported_media_type` for what is no form. */
export function expectForm(request: FastifyRequest): void {
  if (!request.isMultipart()) throw new Failure('unsupported_media_type');
}

export const draftKind = <S extends TObject>(
  schema: S,
  refuse: (draft: Static<S>) => void = () => {},
): DraftKind<S> => ({ schema, check: bodyCheck(schema), refuse });

const REFUSED: Readonly<Record<FileRefusal, string>> = {
  not_on_the_list: 'is of a type that cannot be attached; put it into a ZIP.',
  not_what_it_claims: 'is not what its type or name claims; send it as application/octet-stream, or put it into a ZIP.',
  runs_in_browsers: 'begins as a page that a browser would run; put it into a ZIP.',
};

/** @throws Failure `unsupported_file_type` naming each file and why. */
async function checked(files: readonly ReceivedFile[]): Promise<CheckedFile[]> {
  const looked: CheckedFile[] = [];
  const details: FieldProblem[] = [];
  for (const [index, file] of files.entries()) {
    const { originalName: name } = file;
    const result = await examineFile(file.bytes, file.claimed, name);
    if ('mime' in result)
      looked.push({ ...file, originalName: fittingName(name, result.mime), mimeType: contentTypeOf(result) });
    else {
      const message = `"${name}" ${REFUSED[result.refused]}`;
      details.push({ path: `attachments[${index}]`, name, message, code: result.refused });
    }
  }
  if (details.length > 0) throw new Failure('unsupported_file_type', details);
  return looked;
}
