import type { UnknownWord } from '#contract/imports.ts';
import type { Status } from '#contract/words.ts';
import { type Instant, instant } from '#platform';
import { type CsvTable, RowRejected } from '../csv/csv-table.ts';
import type { OnRejected } from '../csv/csv-tickets.ts';
import type { SourcePeople } from '../incoming/accounts.ts';
import type { IncomingMove, IncomingRow, IncomingTicket, SourceRemark } from '../incoming/incoming-ticket.ts';
import {
  type AuthoredComment,
  commentParts,
  conversationOf,
  describe,
  EMPTY_COMMENT,
  lineOf,
  NO_DETAILS,
  projectFrom,
  type RowRemarks,
  rowFrom,
  type TicketAbout,
} from '../incoming/source-parts.ts';
import { idIn, type JsonRow, textIn, timeIn } from '../json-rows.ts';
import { type CardActions, commentsToldBy, MOST_ACTIONS, shortLinkOf, type TrelloBoard } from './trello-board.ts';
import {
  attachmentsOf,
  cardFieldsOf,
  cardLeftovers,
  cardText,
  dayOf,
  labelsIn,
  linksBetween,
  memberIdsIn,
  type TrelloChoice,
  type TrelloReading,
} from './trello-parts.ts';

/** The first eight digits of an id are the second in which it was made. @returns null for what is no such id. */
function madeAt(id: string): Instant | null {
  return /^[0-9a-f]{24}$/i.test(id) ? instant(Number.parseInt(id.slice(0, 8), 16) * 1000) : null;
}

/** The cards of a board, and the table in which those are given back that cannot be imported. */
export function trelloCards(board: TrelloBoard, people: SourcePeople, sha256: string, choice: TrelloChoice) {
  const reading = { board, people, choice, links: linksBetween(board) };
  return {
    name: `trello:${board.shortLink}`,
    sha256,
    tickets: BY_SHORT_LINK,
    numbers: { product: 'Trello', pathOf: (number: string) => board.paths.get(number) ?? null },
    wordsToMatch: wordsToMatch(board, choice),
    /** @param onRejected is told of cards that cannot be imported. Their lines are their places among all. */
    async *rows(onRejected: OnRejected = () => {}): AsyncGenerator<IncomingRow> {
      for (const remark of [...remarksOn(board), ...people.remarks]) yield { remark };
      let line = 0;
      for (const card of board.cards()) {
        line += 1;
        const row = await rowOf(card, reading);
        if ('rejected' in row) onRejected('tickets', { line, cells: [row.place] }, faultOf(row.rejected));
        yield 'ticket' in row ? { ...row, line } : row;
      }
    },
  };
}

const BY_SHORT_LINK: CsvTable = { header: ['Card'], separator: ',', lineEnds: ['\n'], namesSeparator: false };

/** Open lists of which nobody has said what status they mean, with their cards. */
const wordsToMatch = ({ lists, openCards }: TrelloBoard, { statuses }: TrelloChoice): UnknownWord[] =>
  [...lists].flatMap(([id, { name, isClosed }]) =>
    isClosed || statuses.has(name) ? [] : { list: 'status', word: name, rows: openCards.get(id) ?? 0 },
  );

/** A remark on the whole board, where its file has the newest actions alone. */
function remarksOn({ actionCount, oldestAction, comments: { announced, here }, name }: TrelloBoard): SourceRemark[] {
  if (actionCount < MOST_ACTIONS || oldestAction === null) return [];
  const reason = `the file has the newest ${actionCount} actions of the board alone: ${here} of ${announced} comments; those before ${oldestAction.slice(0, 10)} are not in it`;
  return [{ of: 'comments', place: name, reason }];
}

async function rowOf(card: JsonRow, reading: TrelloReading): Promise<IncomingRow> {
  const place = shortLinkOf(card);
  if (card.isTemplate === true)
    return { remark: { of: 'tickets', place, reason: 'it is a template for cards: it was left out' } };
  const values = { title: textIn(card, 'name'), createdAt: madeAt(idIn(card) ?? '') };
  const faults = { title: NO_TITLE, createdAt: 'its id does not tell when it was made' };
  return rowFrom(place, values, faults, (about, remarks) => ticketOf(card, reading, about, remarks));
}

async function ticketOf(
  card: JsonRow,
  reading: TrelloReading,
  { title, createdAt }: TicketAbout,
  remarks: RowRemarks,
): Promise<IncomingTicket> {
  const { board, choice, links } = reading;
  const place = shortLinkOf(card);
  const actions = board.actionsOf(card);
  const status = statusOf(textIn(card, 'idList') ?? '', card.closed === true, reading);
  const updatedAt = timeIn(card, 'dateLastActivity');
  const moves = movesOf(actions, reading);
  const madeClosedAt = moves.length === 0 && isSaidClosed(actions.firstList, reading) ? createdAt : null;
  const closedAt = status === 'closed' ? closingOf(moves, madeClosedAt, updatedAt ?? createdAt, remarks) : null;
  const said = commentsOf(card, actions, reading, remarks);
  const assignee = memberIdsIn(card, 'idMembers')[0] ?? null;
  const closing = choice.lastCommentAnswers ? { assignee, closedAt } : null;
  const { description, rest } = describe(cardText(card, board));
  const { labels, colors, rest: otherLabels } = labelsIn(card);
  const { files, references, lines } = await attachmentsOf(card, reading, remarks);
  const leftovers = [...cardLeftovers(card, reading, remarks), ...lines, ...lineOf('Labels', otherLabels), ...rest];
  return {
    externalId: place,
    title,
    description,
    status,
    createdAt,
    updatedAt,
    closedAt,
    ...NO_DETAILS,
    category: 'other',
    urgency: 'normal',
    priority: 'normal',
    estimatedHours: null,
    project: projectFrom(board.name),
    plannedDate: dayOf(card, 'due', choice),
    ...peopleOf(actions, assignee, reading, remarks),
    ...conversationOf('Trello', { externalId: place, createdAt, said, leftovers, closing }),
    origin: { url: `https://trello.com/c/${place}`, title: place },
    files,
    references,
    labels,
    labelColors: colors,
    fields: cardFieldsOf(card, board).fields,
    moves: moves.at(-1)?.to === status ? moves : [],
    links: [...(links.get(place) ?? [])].map(([other, isOut]) => ({ other, type: 'related', isOut })),
  };
}

function peopleOf({ creator }: CardActions, member: string | null, { people }: TrelloReading, remarks: RowRemarks) {
  const [reporter, assignee] = [people.person(creator), people.person(member)];
  if (reporter === null) remarks.add('tickets', 'the file does not tell who made it: it is that of Unknown (imported)');
  if (member !== null && assignee === null)
    remarks.add('tickets', 'its member has no account any more: nobody has it', member);
  return { reporter, assignee };
}

/** Whether a list is one whose cards somebody said to be closed. */
const isSaidClosed = (list: string | null, { board, choice }: TrelloReading): boolean =>
  choice.statuses.get(board.lists.get(list ?? '')?.name ?? '') === 'closed';

function statusOf(list: string, isArchived: boolean, { board, choice }: TrelloReading): Status {
  const { name, isClosed } = board.lists.get(list) ?? { name: '', isClosed: false };
  return isArchived || isClosed ? 'closed' : (choice.statuses.get(name) ?? 'submitted');
}

/** The changes of status that the moves of a card were. */
function movesOf({ firstList, moves }: CardActions, reading: TrelloReading): IncomingMove[] {
  const changes: IncomingMove[] = [];
  let list = firstList ?? moves.find(({ lists }) => lists !== null)?.lists?.from ?? null;
  if (list === null) return changes;
  let isArchived = moves.find((move) => move.isArchived !== null)?.isArchived === false;
  let from = statusOf(list, isArchived, reading);
  for (const { at, by, lists, isArchived: is } of moves) {
    list = lists?.to ?? list;
    isArchived = is ?? isArchived;
    const to = statusOf(list, isArchived, reading);
    if (to !== from) changes.push({ from, to, at, by: reading.people.person(by) });
    from = to;
  }
  return changes;
}

function commentsOf(
  card: JsonRow,
  { comments }: CardActions,
  { people, choice }: TrelloReading,
  remarks: RowRemarks,
): AuthoredComment[] {
  const announced = commentsToldBy(card);
  const missing = announced - comments.length;
  if (missing > 0)
    remarks.lose('comments', `${missing} of its ${announced} comments are not in the file`, { count: missing });
  return comments.flatMap(({ id, author, text, at, editedAt }) => {
    const person = people.person(author);
    if (person === null) remarks.add('comments', 'its author has no account any more: it is of an unknown person', id);
    if (text.trim() === '') {
      remarks.add('comments', EMPTY_COMMENT, id);
      return [];
    }
    if (at === null) {
      remarks.lose('comments', 'a comment tells no time', { value: text });
      return [];
    }
    const comment: AuthoredComment = {
      externalId: id,
      author: person,
      authorId: author ?? '',
      content: text,
      createdAt: at,
      editedAt,
      isInternal: !choice.commentsArePublic,
      isDeveloper: memberIdsIn(card, 'idMembers').includes(author ?? ''),
    };
    return commentParts(comment, remarks);
  });
}

const NO_TITLE = 'nothing of its title can be seen';

const faultOf = (reason: string): RowRejected =>
  new RowRejected(
    reason,
    reason === NO_TITLE ? { code: 'empty', column: 'title' } : { code: 'not_a_time', column: 'created_at', value: '' },
  );

/** The move that closed it; else it was made closed, or the file does not tell, and it last changed then. */
function closingOf(
  moves: readonly IncomingMove[],
  madeClosedAt: Instant | null,
  updatedAt: Instant,
  remarks: RowRemarks,
): Instant {
  const last = moves.at(-1);
  if (last?.to === 'closed') return last.at;
  if (madeClosedAt !== null) return madeClosedAt;
  remarks.add('tickets', 'the file does not tell when it was closed: it closed when it last changed');
  return updatedAt;
}
