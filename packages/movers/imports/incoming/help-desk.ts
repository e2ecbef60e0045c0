import type { Instant } from '#platform';
import type { RestFolder } from '../rest/rest-folder.ts';
import type { InlinePicture } from './html-body.ts';
import type { IncomingFile, IncomingLink, IncomingTicket } from './incoming-ticket.ts';
import {
  type AuthoredComment,
  commentParts,
  conversationOf,
  describe,
  EMPTY_COMMENT,
  inOrderOfTime,
  NO_DETAILS,
  NOT_READ,
  type RowRemarks,
  wholeFile,
} from './source-parts.ts';

/** A message in a ticket of a help desk, with the files that came with it. */
export interface DeskMessage {
  readonly comment: AuthoredComment;
  readonly files: readonly IncomingFile[];
  /** Pictures that stood in its text itself. */
  readonly pictures?: readonly InlinePicture[];
}

/** Why a ticket of a help desk does not come. */
export const FAULTS = { title: 'nothing of its title can be seen', createdAt: 'when it was made is no time' };
export const DELETED = 'it was deleted there: it is left out';

type DeskValues = 'externalId' | 'title' | 'status' | 'updatedAt' | 'priority' | 'project' | 'reporter' | 'assignee';

interface DeskTicket extends Pick<IncomingTicket, DeskValues>, Partial<Pick<IncomingTicket, DeskExtras>> {
  /** By which people know it. */
  readonly name: string;
  readonly createdAt: Instant;
  /** As it is told: a closed one may lack it, and an open one have it. */
  readonly closedAt: Instant | null;
  /** In order of time. */
  readonly messages: readonly DeskMessage[];
  /** The one that describes the ticket; undefined where none does. */
  readonly first: DeskMessage | undefined;
  /** Lines of what has no place of its own. */
  readonly leftovers: readonly string[];
  /** The id of who works on it, where the last public word of theirs is its answer; else null. */
  readonly answeredBy: string | null;
}
type DeskExtras = 'fields' | 'plannedDate' | 'labels' | 'links' | 'participants';

/** A ticket of a help desk: one message describes it, the others are comments, and each file stays with its message. */
export function deskTicket(product: string, ticketThere: DeskTicket, remarks: RowRemarks): IncomingTicket {
  const { name, messages, first, leftovers, answeredBy, ...ticket } = ticketThere;
  const { externalId, createdAt, status, updatedAt } = ticket;
  const isTold = status !== 'closed' || ticket.closedAt !== null;
  if (!isTold) remarks.add('tickets', 'it is closed without a time: it closed when it last changed');
  const closedAt = status === 'closed' ? (ticket.closedAt ?? updatedAt ?? createdAt) : null;
  const others = messages.filter((message) => message !== first);
  const isEmpty = (message: DeskMessage) => message.comment.content.trim() === '' && filesOf(message).length === 0;
  for (const { comment } of others.filter(isEmpty)) remarks.add('comments', EMPTY_COMMENT, comment.externalId);
  const written = others.filter((message) => !isEmpty(message));
  const said = inOrderOfTime(written.flatMap(({ comment }) => commentParts(comment, remarks)));
  const { description, rest } = describe(first?.comment.content ?? '');
  const conversation = {
    ...{ externalId, name, createdAt, said, leftovers: [...leftovers, ...rest] },
    closing: answeredBy === null ? null : { assignee: answeredBy, closedAt },
  };
  return {
    ...NOT_ASKED,
    ...ticket,
    closedAt,
    description,
    ...conversationOf(product, conversation),
    files: [
      ...(first ? filesOf(first) : []),
      ...written.flatMap((message) => filesOf(message).map((file) => ({ ...file, of: message.comment.externalId }))),
    ],
  };
}

/** No help desk asks these. */
const NOT_ASKED = {
  ...NO_DETAILS,
  category: 'other' as const,
  urgency: 'normal' as const,
  plannedDate: null,
  estimatedHours: null,
  origin: null,
  moves: [],
};

/** The files of a message, each of its time, its author and its readers. */
function filesOf({ comment, files, pictures = [] }: DeskMessage): IncomingFile[] {
  const { externalId, createdAt: at, author: by, isInternal } = comment;
  const id = externalId.split(' ').at(-1);
  const inText = pictures.map((picture, place) => ({ ...picture, path: '', externalId: `picture ${id} ${place}` }));
  return [...files, ...inText].map((file) => ({ ...file, at, by, isInternal }));
}

/** Two of one moment stay as they are. */
export const oldestFirst = <M extends DeskMessage>(messages: readonly M[]): M[] =>
  messages.toSorted(({ comment: { createdAt: a } }, { comment: { createdAt: b } }) => (a < b ? -1 : Number(a > b)));

/** The first message, where everybody reads it: it describes the ticket. */
export const publicFirst = ([first]: readonly DeskMessage[]): DeskMessage | undefined =>
  first?.comment.isInternal === false ? first : undefined;

/** A file that a message names. */
export interface AttachedFile {
  readonly id: string;
  readonly name: string;
  /** Why nobody may have it; null for none. */
  readonly fault: string | null;
  /** Its length, as the product has it. */
  readonly size: unknown;
}

/** The files of a message that are in a folder, by their ids or names. Those that are not are lost, and named. */
export async function filesIn(
  folder: Pick<RestFolder, 'file'>,
  place: (file: AttachedFile) => readonly [folder: string, ...names: string[]],
  attached: readonly AttachedFile[],
  remarks: RowRemarks,
): Promise<IncomingFile[]> {
  const files: IncomingFile[] = [];
  for (const file of attached) {
    const path = /^\w+$/.test(file.id) ? await folder.file(...place(file)) : null;
    const content = file.fault ?? (await wholeFile(path, file.size, 'it is not in the folder'));
    if (typeof content === 'string') remarks.lose('attachments', content, { name: file.name });
    else files.push({ name: file.name, ...content, externalId: `file ${file.id}` });
  }
  return files;
}

/** Links between tickets of a help desk. Each stands at both ends, once. */
export class DeskLinks {
  readonly #byTicket = new Map<string, IncomingLink[]>();

  add(from: string, to: string, type: IncomingLink['type']): void {
    this.#put(from, { other: to, type, isOut: true });
    this.#put(to, { other: from, type, isOut: false });
  }

  #put(id: string, link: IncomingLink): void {
    const links = this.#byTicket.getOrInsertComputed(id, () => []);
    if (!links.some(({ other }) => other === link.other)) links.push(link);
  }

  /** Links of a ticket that lead to tickets which come. The others are named. */
  of(id: string, comes: (id: string) => boolean, remarks: RowRemarks): IncomingLink[] {
    return (this.#byTicket.get(id) ?? []).filter(({ other }) => {
      if (!comes(other)) remarks.add('relations', NOT_READ, other);
      return comes(other);
    });
  }

  /** The ticket to which the first one leads away. */
  targetOf(id: string): string | undefined {
    return this.#byTicket.get(id)?.find(({ isOut }) => isOut)?.other;
  }
}
