import { forBugTexts } from '#contract/bug-texts.ts';
import type { IncomingFile, IncomingTicket, SourceNumbers } from './incoming-ticket.ts';
import { fileNameOf } from './ticket-files.ts';

/** A block or a piece of code, a number of a ticket, or a picture: its words and its address. */
const SIGNS =
  /(```[\s\S]*?```|`[^`\n]+`)|(?<![\w#&/[\\])#(\d{1,9})\b|!\[((?:[^[\]\n]|\\.){0,1000})\]\(<?([^\s()<>]+(?:\([^\s()<>]*\))?[^\s()<>]*)>?\)/g;

/** The comment of what has no place begins with the name that its ticket had. */
const NAME = /^From [^\n]+/;

/**
 * A ticket with its texts as they are read here: a number leads to the ticket that had it there, since that alone would lead
 * to another one, and a picture shows its file (docs/rules/texts.md#pictures-in-texts).
 *
 * @param of undefined for a source whose tickets keep theirs.
 */
export function withTextsOfHere(ticket: IncomingTicket, of: SourceNumbers | undefined): IncomingTicket {
  const numbers = of?.isOfHere?.(ticket.externalId) ? undefined : of;
  const names = new Map(ticket.files.flatMap((file) => keysOf(file).map((key) => [key, fileNameOf(file)] as const)));
  const read = (text: string): string => {
    if (!/#\d|!\[/.test(text)) return text;
    const [name = ''] = numbers === undefined ? [] : (NAME.exec(text) ?? []);
    const rest = text.slice(name.length).replaceAll(SIGNS, (sign, code, number, words, address) => {
      if (code !== undefined) return sign;
      return number === undefined ? pictureOf(sign, words, address, names) : numberIn(sign, number, numbers);
    });
    return name + rest;
  };
  const readOrNull = (text: string | null) => text && read(text);
  const { answer } = ticket;
  return {
    ...ticket,
    description: read(ticket.description),
    internalNote: readOrNull(ticket.internalNote),
    ...forBugTexts((name) => readOrNull(ticket[name])),
    answer: answer && { ...answer, content: read(answer.content), said: answer.content },
    comments: ticket.comments.map((comment) => ({ ...comment, content: read(comment.content) })),
  };
}

function numberIn(sign: string, number: string, numbers: SourceNumbers | undefined): string {
  if (numbers === undefined) return sign;
  const path = numbers.pathOf(number);
  return path === null ? `\\${sign}` : `[${numbers.product} ${number}](${path})`;
}

/** A file is named by its address there, or by its name. */
const keysOf = (file: IncomingFile): string[] => [file.address ?? [], file.name, fileNameOf(file)].flat();

/** A picture whose file did not come is its words. */
function pictureOf(sign: string, words: string, address: string, names: ReadonlyMap<string, string>): string {
  const place = /^attachment:(.*)$/s.exec(address)?.[1];
  const named = decoded(place ?? address);
  const name = names.get(address) ?? names.get(named);
  if (name === undefined) return place === undefined ? sign : words || named;
  return pictureAt(name, words || name);
}

/** The place in a text where a file shows. */
export const pictureAt = (name: string, words = name): string =>
  `![${words.replaceAll(/[[\]]/g, '')}](attachment:${encodeURIComponent(name).replaceAll('(', '%28').replaceAll(')', '%29')})`;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
