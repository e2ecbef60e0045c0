import {
  headerValue,
  headerValues,
  isByMachine,
  type MailAuthor,
  mailAuthorOf,
  mailHeaders,
  plainSubject,
} from './headers.ts';
import type { MailFile } from './mail-pictures.ts';
import type { MailReader } from './mail-reader.ts';

/** The head of a mail of the past, which an import reads. */
export interface PastMailHead {
  /** Null for a mail that has none. */
  readonly messageId: string | null;
  /** The ids of the mails that it answers. */
  readonly answers: readonly string[];
  readonly author: MailAuthor;
  readonly subject: string;
  /** Milliseconds since 1970; NaN where it does not tell. */
  readonly at: number;
  readonly isByMachine: boolean;
}

const idsIn = (values: readonly string[]): string[] =>
  values.flatMap((value) => Array.from(value.matchAll(/<[^<>\s]{1,995}>/g), ([id]) => id));

export function readPastMailHead(raw: Uint8Array): PastMailHead {
  const headers = mailHeaders(raw);
  return {
    messageId: idsIn(headerValues(headers, 'message-id'))[0] ?? null,
    answers: idsIn([...headerValues(headers, 'references'), ...headerValues(headers, 'in-reply-to')]),
    author: mailAuthorOf(headers),
    subject: plainSubject(headers),
    at: Date.parse(headerValue(headers, 'date') ?? ''),
    isByMachine: isByMachine({ headers, envelopeFrom: null, loop: '', own: [] }),
  };
}

export interface PastMailBody {
  /** The author's words, as Markdown. */
  readonly kept: string;
  /** All that it says: what answers to it may quote. */
  readonly text: string;
  readonly files: readonly MailFile[];
}

/** @param earlier what the mails before it in its thread say. @returns null for one that cannot be read. */
export async function readPastMailBody(
  reader: MailReader,
  raw: Uint8Array,
  earlier: readonly string[],
): Promise<PastMailBody | null> {
  const parsed = await reader.parse(raw);
  if (!parsed?.isReadable) return null;
  const { text, markdown, files } = parsed;
  const sent = earlier.map((letter) => ({ text: letter, html: null }));
  const said = await reader.authorsText({ text, markdown, sent, said: [], own: { addresses: [], names: [] } });
  const whole = text ?? markdown ?? '';
  return { kept: said?.kept ?? whole, text: whole, files };
}
