import type { UnknownWord } from '#contract/imports.ts';
import type { Status } from '#contract/words.ts';
import { type Instant, instant } from '#platform';
import { type CsvTable, RowRejected } from '../csv/csv-table.ts';
import type { OnRejected } from '../csv/csv-tickets.ts';
import type { Accounts } from '../incoming/accounts.ts';
import type {
  IncomingMove,
  IncomingRow,
  IncomingTicket,
  SourceRemark,
  TicketSource,
} from '../incoming/incoming-ticket.ts';
import {
  type AuthoredComment,
  commentParts,
  conversationOf,
  describe,
  NO_DETAILS,
  projectFrom,
  type RowRemarks,
  rowFrom,
  type TicketAbout,
} from '../incoming/source-parts.ts';
import { asRow, idIn, type JsonRow, textIn, timeIn } from '../json-rows.ts';
import { type CardActions, MOST_ACTIONS, type TrelloBoard } from './trello-board.ts';
import {
  attachmentsOf,
  cardLeftovers,
  cardText,
  dayOf,
  labelsIn,
  linksBetween,
  memberIdsIn,
  shortLinkOf,
  type TrelloChoice,
  type TrelloReading,
} from './trello-parts.ts';

const NO_ACTIONS: CardActions = { comments: [], moves: [], creator: null, firstList: null };

/** The first eight digits of an id are the second in which it was made. @returns null for what is no such id. */
function madeAt(id: string): Instant | null {
  return /^[0-9a-f]{24}$/i.test(id) ? instant(Number.parseInt(id.slice(0, 8), 16) * 1000) : null;
}

export class TrelloCards implements TicketSource {
  readonly name: string;
  readonly sha256: string;
  readonly #reading: TrelloReading;

  constructor(board: TrelloBoard, people: Accounts, sha256: string, choice: TrelloChoice) {
    this.name = `trello:${board.shortLink}`;
    this.sha256 = sha256;
    this.#reading = { board, people, choice, links: linksBetween(board) };
  }

  /** Cards that cannot be imported are given back by their short links. */
  get tickets(): CsvTable {
    return { header: ['Card'], separator: ',', lineEnds: ['\n'], namesSeparator: false };
  }

  /** Open lists of which nobody has said what status they mean, with their cards. */
  get wordsToMatch(): UnknownWord[] {
    const { board, choice } = this.#reading;
    const open = board.cards.filter(({ closed, isTemplate }) => closed !== true && isTemplate !== true);
    const rowsIn = (id: string) => open.filter(({ idList }) => idList === id).length;
    return [...board.lists].flatMap(([id, { name, isClosed }]) =>
      isClosed || choice.statuses.has(name) ? [] : { list: 'status', word: name, rows: rowsIn(id) },
    );
  }

  /** @param onRejected is told of cards that cannot be imported. Their lines are their places among all. */
  async *rows(onRejected: OnRejected = () => {}): AsyncGenerator<IncomingRow> {
    for (const remark of [...this.#remarks(), ...this.#reading.people.remarks]) yield { remark };
    for (const [index, card] of this.#reading.board.cards.toSorted(byId).entries()) {
      const [line, row] = [index + 1, await this.#rowOf(card)];
      if ('rejected' in row) onRejected('tickets', { line, cells: [row.place] }, faultOf(row.rejected));
      yield 'ticket' in row ? { ...row, line } : row;
    }
  }

  /** What has to be said of the whole board: its file has the newest actions alone. */
  #remarks(): SourceRemark[] {
    const { actionCount, oldestAction, cards, actions, name } = this.#reading.board;
    if (actionCount < MOST_ACTIONS || oldestAction === null) return [];
    const all = cards.reduce((sum, card) => sum + commentsToldBy(card), 0);
    const here = [...actions.values()].reduce((sum, { comments }) => sum + comments.length, 0);
    const reason = `the file has the newest ${actionCount} actions of the board alone: ${here} of ${all} comments; those before ${oldestAction.slice(0, 10)} are not in it`;
    return [{ of: 'comments', place: name, reason }];
  }

  async #rowOf(card: JsonRow): Promise<IncomingRow> {
    const place = shortLinkOf(card);
    if (card.isTemplate === true)
      return { remark: { of: 'tickets', place, reason: 'it is a template for cards: it was left out' } };
    const given = { title: textIn(card, 'name'), createdAt: madeAt(idIn(card) ?? '') };
    const faults = { title: NO_TITLE, createdAt: 'its id does not tell when it was made' };
    return rowFrom(place, given, faults, (about, remarks) => this.#ticketOf(card, place, about, remarks));
  }

  async #ticketOf(
    card: JsonRow,
    place: string,
    { title, createdAt }: TicketAbout,
    remarks: RowRemarks,
  ): Promise<IncomingTicket> {
    const { board, choice, links } = this.#reading;
    const actions = board.actions.get(idIn(card) ?? '') ?? NO_ACTIONS;
    const status = this.#statusOf(textIn(card, 'idList') ?? '', card.closed === true);
    const updatedAt = timeIn(card, 'dateLastActivity');
    const moves = this.#movesOf(actions);
    const isMadeClosed = moves.length === 0 && this.#isSaidClosed(actions.firstList);
    const closedAt =
      status === 'closed' ? closingOf(moves, isMadeClosed ? createdAt : null, updatedAt ?? createdAt, remarks) : null;
    const said = this.#commentsOf(card, actions, remarks);
    const assignee = memberIdsIn(card, 'idMembers')[0] ?? null;
    const closing = choice.lastCommentAnswers ? { assignee, closedAt } : null;
    const { description, rest } = describe(cardText(card, board));
    const { labels, colors, rest: otherLabels } = labelsIn(card);
    const { files, references, lines } = await attachmentsOf(card, this.#reading, remarks);
    const leftovers = [
      ...cardLeftovers(card, this.#reading, remarks),
      ...lines,
      ...(otherLabels.length > 0 ? [`Labels: ${otherLabels.join(', ')}`] : []),
      ...rest,
    ];
    return {
      ...{ externalId: place, title, description, status, createdAt, updatedAt, closedAt, ...NO_DETAILS },
      ...{ category: 'other', urgency: 'normal', priority: 'normal', estimatedHours: null },
      ...{ project: projectFrom(board.name), plannedDate: dayOf(card, 'due', choice) },
      ...this.#peopleOf(actions, assignee, remarks),
      origin: { url: `https://trello.com/c/${place}`, title: place },
      ...conversationOf('Trello', { externalId: place, createdAt, said, leftovers, closing }),
      ...{ files, references, labels, labelColors: colors },
      moves: moves.at(-1)?.to === status ? moves : [],
      links: [...(links.get(place) ?? [])].map(([other, isOut]) => ({ other, type: 'related', isOut })),
    };
  }

  #peopleOf({ creator }: CardActions, member: string | null, remarks: RowRemarks) {
    const [reporter, assignee] = [creator, member].map((id) => this.#reading.people.person(id));
    if (!reporter) remarks.add('tickets', 'the file does not tell who made it: it is that of Unknown (imported)');
    if (member !== null && !assignee)
      remarks.add('tickets', 'its member has no account any more: nobody has it', member);
    return { reporter: reporter ?? null, assignee: assignee ?? null };
  }

  /** Whether a list is one whose cards somebody said to be closed. */
  #isSaidClosed(list: string | null): boolean {
    return this.#reading.choice.statuses.get(this.#reading.board.lists.get(list ?? '')?.name ?? '') === 'closed';
  }

  #statusOf(list: string, isArchived: boolean): Status {
    const { board, choice } = this.#reading;
    const { name, isClosed } = board.lists.get(list) ?? { name: '', isClosed: false };
    return isArchived || isClosed ? 'closed' : (choice.statuses.get(name) ?? 'submitted');
  }

  /** The changes of status that the moves of a card were. */
  #movesOf({ firstList, moves }: CardActions): IncomingMove[] {
    const changes: IncomingMove[] = [];
    let list = firstList ?? moves.find(({ lists }) => lists !== null)?.lists?.from ?? null;
    if (list === null) return changes;
    let isArchived = moves.find((move) => move.isArchived !== null)?.isArchived === false;
    let from = this.#statusOf(list, isArchived);
    for (const { at, by, lists, isArchived: is } of moves) {
      list = lists?.to ?? list;
      isArchived = is ?? isArchived;
      const to = this.#statusOf(list, isArchived);
      if (to !== from) changes.push({ from, to, at, by: this.#reading.people.person(by) });
      from = to;
    }
    return changes;
  }

  #commentsOf(card: JsonRow, { comments }: CardActions, remarks: RowRemarks): AuthoredComment[] {
    const { people, choice } = this.#reading;
    const missing = commentsToldBy(card) - comments.length;
    if (missing > 0)
      remarks.lose('comments', `${missing} of its ${commentsToldBy(card)} comments are not in the file`, {
        count: missing,
      });
    return comments.flatMap(({ id, author, text, at, editedAt }) => {
      const person = people.person(author);
      if (person === null)
        remarks.add('comments', 'its author has no account any more: it is of an unknown person', id);
      if (text.trim() === '') return [];
      if (at === null) {
        remarks.lose('comments', 'a comment tells no time', { value: text });
        return [];
      }
      const comment: AuthoredComment = {
        ...{ externalId: id, author: person, authorId: author ?? '', content: text, createdAt: at, editedAt },
        isInternal: !choice.commentsArePublic,
        isDeveloper: memberIdsIn(card, 'idMembers').includes(author ?? ''),
      };
      return commentParts(comment, remarks);
    });
  }
}

const NO_TITLE = 'nothing of its title can be seen';

const faultOf = (reason: string): RowRejected =>
  new RowRejected(
    reason,
    reason === NO_TITLE ? { code: 'empty', column: 'title' } : { code: 'not_a_time', column: 'created_at', value: '' },
  );

const commentsToldBy = (card: JsonRow): number => Number(asRow(card.badges).comments ?? 0);

const byId = (a: JsonRow, b: JsonRow): number => ((idIn(a) ?? '') < (idIn(b) ?? '') ? -1 : 1);

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
