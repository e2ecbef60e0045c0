import { stat } from 'node:fs/promises';
import { forBugTexts } from '#contract/bug-texts.ts';
import { LABEL_COLORS, type LabelColor, LONGEST, type Priority, TEXT_BOUNDS } from '#contract/words.ts';
import { fold, type Instant } from '#platform';
import { ImportRefused } from '../import-report.ts';
import { type JsonRow, textIn } from '../json-rows.ts';
import { cutAt, keepable, piecesOf, readLine } from '../source-words.ts';
import type {
  IncomingAnswer,
  IncomingComment,
  IncomingField,
  IncomingRow,
  IncomingTicket,
  SourceRemark,
} from './incoming-ticket.ts';

/** The name of a source. @param own tells apart several of a product whose ids would mix; empty for one. */
export const sourceName = (product: string, own: string): string => (own === '' ? product : `${product}:${own}`);

/** A line of what has no place of its own; none where there is nothing to say. */
export function lineOf(name: string, value: unknown): string[] {
  if (value === null || value === undefined || value === '' || value === 0) return [];
  if (!Array.isArray(value)) return [`${name}: ${value}`];
  return value.length === 0 ? [] : [`${name}: ${value.join(', ')}`];
}

/** Values that a team asks for in fields of its own: as such, and as lines of what has no place. */
export function ownFields(values: readonly (readonly [name: string, value: unknown])[]) {
  const said = values.flatMap(([name, value]) => lineOf(name, value).map((line) => ({ name, line })));
  return {
    lines: said.map(({ line }) => line),
    fields: said.map(({ name, line }): IncomingField => ({ name, value: line.slice(name.length + 2), isInNote: true })),
  };
}

export class RowRemarks {
  readonly all: SourceRemark[] = [];
  readonly #place: string;

  constructor(place: string) {
    this.#place = place;
  }

  /** It came, and not as it was. */
  add(of: string, reason: string, value?: string): void {
    this.all.push({ of, place: this.#place, reason, ...(value === undefined ? {} : { value }) });
  }

  /** Something that belongs to it did not come. @param name of what is lost; none where they are counted. */
  lose(
    of: string,
    reason: string,
    { name, value, count = 1 }: { name?: string; value?: string; count?: number },
  ): void {
    const place = name === undefined ? this.#place : `${this.#place} ${name}`;
    this.all.push({ of, place, reason, lost: count, ...(value === undefined ? {} : { value }) });
  }
}

/** Something that a source announces and does not give. */
export interface Shortage extends SourceRemark {
  /** How many are missing. */
  readonly lost: number;
}

/** @throws ImportRefused naming what does not come, unless somebody wants the rest nevertheless. */
export function refuseShort(product: string, shortages: readonly Shortage[], allows: boolean): void {
  if (shortages.length === 0 || allows) return;
  const lines = shortages.slice(0, 20).map(({ place, reason }) => `  ${place}: ${reason}`);
  const more = shortages.length > lines.length ? [`  and ${shortages.length - lines.length} more`] : [];
  throw new ImportRefused(
    [`${product} has more than it gives:`, ...lines, ...more, '--incomplete imports the rest, and names these.'].join(
      '\n',
    ),
  );
}

/** An earlier row could not be imported, and this one came: who corrects that one and imports it should know. */
export const ID_OF_REJECTED =
  'an earlier row with its id was rejected; when that is corrected and imported, it takes the place of this one';

export const RESTRICTED = 'it is private: it is restricted here';

/** A title as Kwit can have it. @returns null when nothing of it can be seen. */
export function titleFrom(written: string, remarks: RowRemarks): string | null {
  const line = readLine(keepable(written), () => {
    if (written.trim().includes('\n')) remarks.add('tickets', 'title was made one line', written);
  });
  if (line === null) return null;
  const title = cutAt(line, TEXT_BOUNDS.title.max);
  if (title !== line) remarks.add('tickets', `title was cut to ${TEXT_BOUNDS.title.max} characters`, line);
  return title;
}

/** The row of a ticket needs these before anything else is read. */
export interface TicketAbout {
  readonly title: string;
  readonly createdAt: Instant;
}

/** The row of a ticket. @param faults what is said where nothing of the title can be seen, or no time is known. */
export async function rowFrom(
  place: string,
  values: { readonly title: string | null; readonly createdAt: Instant | null },
  faults: { readonly title: string; readonly createdAt: string },
  read: (about: TicketAbout, remarks: RowRemarks) => Promise<IncomingTicket>,
): Promise<IncomingRow> {
  const remarks = new RowRemarks(place);
  const title = titleFrom(values.title ?? '', remarks);
  const { createdAt } = values;
  if (title === null || createdAt === null)
    return { of: 'tickets', place, rejected: title === null ? faults.title : faults.createdAt };
  return { place, ticket: await read({ title, createdAt }, remarks), remarks: remarks.all };
}

/** A name of a project as Kwit can have it; null for none. */
export const projectFrom = (name: string): string | null => readLine(cutAt(keepable(name), 120), () => {});

/** A comment of another product, with the id of its author there. */
export interface AuthoredComment extends IncomingComment {
  readonly authorId: string;
  readonly createdAt: Instant;
}

/** A comment, in as many parts as its text needs. */
export function commentParts(comment: AuthoredComment, remarks: RowRemarks): AuthoredComment[] {
  const parts = piecesOf(comment.content, LONGEST.comment);
  if (parts.length > 1)
    remarks.add('comments', `a comment is longer than ${LONGEST.comment} characters: it came in ${parts.length} parts`);
  const { externalId } = comment;
  return parts.map((content, part) => ({
    ...comment,
    content,
    externalId: part === 0 ? externalId : `${externalId}/${part}`,
  }));
}

/** Oldest first; two of one moment stay as they are. */
export const inOrderOfTime = <C extends { readonly createdAt: Instant }>(comments: readonly C[]): C[] =>
  comments.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)));

interface Conversation {
  readonly externalId: string;
  /** By which it was known; its id where that is left out. */
  readonly name?: string;
  readonly createdAt: Instant;
  readonly said: readonly AuthoredComment[];
  /** Lines of what has no place of its own. */
  readonly leftovers: readonly string[];
  /** Its assignee, and when it was closed, where the assignee's last public word until then is its answer. */
  readonly closing: { readonly assignee: string | null; readonly closedAt: Instant | null } | null;
}

/** The comments of a ticket of another product, and its answer. */
export function conversationOf(
  product: string,
  { externalId, name = externalId, createdAt, said, leftovers, closing }: Conversation,
): Pick<IncomingTicket, 'comments' | 'answer'> {
  const { assignee = null, closedAt = null } = closing ?? {};
  const answer = said.findLast(
    (comment) =>
      closedAt !== null && !comment.isInternal && comment.authorId === assignee && comment.createdAt <= closedAt,
  );
  const others = said.filter((comment) => comment !== answer).map(({ authorId: _, ...comment }) => comment);
  // One internal comment has everything without a place of its own; its first line has the name by which it was known.
  const lines = leftovers.length === 0 ? [] : [leftovers.map((line) => `- ${line}`).join('\n')];
  const pieces = piecesOf([`From ${product}: ${name}`, ...lines].join('\n\n'), LONGEST.comment);
  const rest = pieces.map((content, index) => ({
    externalId: `${externalId} from ${product}${index === 0 ? '' : ` ${index}`}`,
    author: null,
    content,
    isInternal: true,
    isDeveloper: true,
    createdAt,
  }));
  return { answer: answer ? answerFrom(answer) : null, comments: [...others, ...rest] };
}

const answerFrom = ({ externalId, content, author, createdAt }: AuthoredComment): IncomingAnswer => ({
  externalId,
  content,
  author,
  at: createdAt,
});

/** A description, and what is over its bound, as a line of the comment of leftovers. */
export function describe(text: string): { readonly description: string; readonly rest: string[] } {
  const [description = '', ...more] = piecesOf(text, LONGEST.description);
  const rest = more.length === 0 ? [] : [`Description, from character ${LONGEST.description} on:\n${more.join('')}`];
  return { description, rest };
}

const NEAR_COLORS: Readonly<Record<string, LabelColor>> = { sky: 'blue', lime: 'green', black: 'gray' };

/** The colour of a label that is nearest to one of another product: `sky_dark` is blue. */
export function nearestColor(color: string | null): LabelColor {
  const [plain = ''] = (color ?? '').split('_');
  return LABEL_COLORS.find((color) => color === plain) ?? NEAR_COLORS[plain] ?? 'gray';
}

/** Sentences of the report on every product alike. */
export const NOT_READ = 'the ticket at the other end was not read';
export const EMPTY_COMMENT = 'an empty comment was left out';
export const LOGGED = 'hours were logged: they stand in the internal comment';
export const NOBODY_MENTIONED = 'it mentions somebody who is not known';

/** Why a file did not come. @param find looks among downloads; null where nobody named a folder of them. */
export const missingFile = (find: object | null): string =>
  find === null ? 'no folder of downloads was named; --files names it' : 'it is not in the folder of downloads';

/** Why a file is not what it was. */
export const otherSize = (size: number, said: unknown): string =>
  `it has ${size} bytes, and had ${said}: it is damaged`;

/** A file that lies in a folder. @param said its length, as its product has it; nothing where it does not tell. @returns why it does not come. */
export async function wholeFile(
  path: string | null,
  said: unknown,
  missing: string,
): Promise<{ readonly path: string } | string> {
  if (path === null) return missing;
  const { size } = await stat(path);
  return Number(said ?? 0) > 0 && size !== Number(said) ? otherSize(size, said) : { path };
}

/** @param above how many places a priority stands above the usual one; below it is negative. */
export function priorityAt(above: number): Priority {
  if (above < 0) return 'low';
  return (['normal', 'high'] as const)[above] ?? 'critical';
}

/** The priority that a ticket names: normal, and the report says so, where the source does not tell of it. @param word as people read it. */
export function priorityIn(
  priorities: ReadonlyMap<string, Priority>,
  id: string | null,
  word: string | null,
  remarks: RowRemarks,
): Priority {
  const priority = priorities.get(id ?? '');
  if (priority === undefined && id !== null)
    remarks.add('tickets', 'its priority is none of those that were given: it is normal', word ?? id);
  return priority ?? 'normal';
}

/** Words for the usual priority, folded, in the languages of exports. */
const NORMAL =
  /^(?:\d+\s*)?(?:normal|normalny|normalna|normalne|medium|sredni|srednia|mittel|media|medio|normale|moyenne|moyen|normalni|stredni|нормальн|середн|средн)/u;

/** The place of the usual one among priorities, of which none is said to be it: by its name, else the middle one. */
export function placeOfNormal(names: readonly string[]): number {
  const named = names.findIndex((name) => NORMAL.test(fold(name)));
  return named >= 0 ? named : Math.floor((names.length - 1) / 2);
}

/** A name of two parts, each of which may be missing. */
export const nameFromParts = (user: JsonRow): string =>
  [textIn(user, 'firstname'), textIn(user, 'lastname')].filter((part) => part !== null).join(' ');

/** Names people whom texts name by ids. It remarks on a mention of somebody unknown. */
export const mentionsOf = (nameOf: (id: string) => string | null, remarks: RowRemarks) => ({
  person(id: string): string | null {
    const name = nameOf(id);
    if (name === null) remarks.add('mentions', NOBODY_MENTIONED, id);
    return name;
  },
});

/** Other products do not ask these of whoever reports something. */
export const NO_DETAILS = { ...forBugTexts(() => null), internalNote: null } as const;
