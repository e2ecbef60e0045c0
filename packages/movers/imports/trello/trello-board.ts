import { type Instant, readInstant, type ScratchTables } from '#platform';
import type { FileBytes } from '../csv/csv-table.ts';
import { ImportRefused } from '../import-report.ts';
import type { SourceAccount } from '../incoming/accounts.ts';
import { asRow, asRows, idIn, type JsonRow, readJsonLists, textIn } from '../json-rows.ts';

/** As many actions as Trello writes into one file. */
export const MOST_ACTIONS = 1000;

export interface TrelloComment {
  readonly id: string;
  readonly author: string | null;
  readonly text: string;
  /** Null where it cannot be read. */
  readonly at: Instant | null;
  readonly editedAt: Instant | null;
}

/** A move of a card: into another list, into the archive or out of it. */
export interface TrelloMove {
  readonly at: Instant;
  readonly by: string | null;
  /** The lists between which it moved; null where it stayed in its list. */
  readonly lists: { readonly from: string; readonly to: string } | null;
  /** Whether it is in the archive afterwards; null where that did not change. */
  readonly isArchived: boolean | null;
}

export interface CardActions {
  readonly comments: TrelloComment[];
  /** Oldest first. */
  readonly moves: TrelloMove[];
  creator: string | null;
  /** The list in which it was made. */
  firstList: string | null;
}

/** A board as Trello exports it. Its cards, their actions and checklists are in tables of scratch: there may be many. */
export class TrelloBoard {
  name = '';
  shortLink = '';
  readonly lists = new Map<string, ReturnType<typeof listOf>>();
  readonly accounts = new Map<string, SourceAccount>();
  /** By their ids: names, and what the choices of one are called. */
  readonly fields = new Map<string, ReturnType<typeof fieldOf>>();
  /** By the numbers of cards. */
  readonly paths = new Map<string, string>();
  /** The ids of cards, lowest first. */
  cardIds: readonly string[] = [];
  /** Short links of cards that are no templates. */
  readonly shortLinks = new Set<string>();
  /** Short links of cards, and those to which an attachment of theirs leads. */
  readonly leads: (readonly [from: string, to: string])[] = [];
  /** How many open cards lists have. */
  readonly openCards = new Map<string, number>();
  /** How many comments the cards tell of, and how many of them are in the file. */
  readonly comments = { announced: 0, here: 0 };
  actionCount = 0;
  oldestAction: Instant | null = null;
  readonly #scratch: ScratchTables;

  constructor(scratch: ScratchTables) {
    this.#scratch = scratch;
    scratch.declare('cards', ['id', 'row']);
    scratch.declare('actions', ['card', 'row']);
    scratch.declare('checklists', ['card', 'row']);
  }

  /** @throws ImportRefused for what is no board. */
  async read(file: FileBytes): Promise<void> {
    const named = new Map<string, JsonRow>();
    const members: JsonRow[] = [];
    const ids = new Set<string>();
    const take: Readonly<Record<string, (row: JsonRow) => void>> = {
      cards: (row) => {
        ids.add(idOf(row));
        this.#addCard(row);
      },
      actions: (row) => {
        this.#addAction(actionIn(row));
        for (const person of [asRow(row.memberCreator), asRow(row.member)]) named.getOrInsert(idOf(person), person);
      },
      checklists: (row) =>
        this.#scratch.add('checklists', { card: textIn(row, 'idCard') ?? '', row: JSON.stringify(row) }),
      lists: (row) => this.lists.set(idOf(row), listOf(row)),
      customFields: (row) => this.fields.set(idOf(row), fieldOf(row)),
      members: (row) => members.push(row),
    };
    const board = asRow(await readJsonLists(file, (row, list) => take[list]?.(row)));
    if (!Array.isArray(board.cards) || !Array.isArray(board.lists))
      throw new ImportRefused(
        `${file.name} is no board of Trello: cards and lists are not in it. In Trello: Menu › Print, export and share › Export as JSON.`,
      );
    this.name = textIn(board, 'name') ?? file.name;
    this.shortLink = textIn(board, 'shortLink', 'id') ?? '';
    this.cardIds = [...ids].sort();
    for (const person of [...members, ...named.values()]) this.#addPerson(person);
  }

  #addCard(card: JsonRow): void {
    const shortLink = shortLinkOf(card);
    this.#scratch.add('cards', { id: idOf(card), row: JSON.stringify(card) });
    this.paths.set(idIn(card, 'idShort') ?? '', `/c/${shortLink}`);
    this.comments.announced += commentsToldBy(card);
    for (const attachment of asRows(card.attachments)) {
      const other = linkIn(attachment);
      if (other !== '') this.leads.push([shortLink, other]);
    }
    if (card.isTemplate === true) return;
    this.shortLinks.add(shortLink);
    const list = textIn(card, 'idList') ?? '';
    if (card.closed !== true) this.openCards.set(list, (this.openCards.get(list) ?? 0) + 1);
  }

  #addAction(action: BoardAction): void {
    const { card, kind, at } = action;
    this.actionCount += 1;
    this.oldestAction = earlier(this.oldestAction, at);
    if (card === '' || kind === 'other') return;
    if (kind === 'comment') this.comments.here += 1;
    this.#scratch.add('actions', { card, row: JSON.stringify(action) });
  }

  #addPerson(person: JsonRow): void {
    const [id, login] = [idOf(person), textIn(person, 'username')];
    if (id === '' || this.accounts.has(id)) return;
    this.accounts.set(id, { name: textIn(person, 'fullName') ?? '', login, email: textIn(person, 'email') });
  }

  /** By their ids, which begin with the time. */
  *cards(): Generator<JsonRow> {
    for (const id of this.cardIds) yield* this.#rowsOf('cards', 'id', id);
  }

  checklistsOf(card: JsonRow): JsonRow[] {
    return this.#rowsOf('checklists', 'card', idOf(card));
  }

  actionsOf(card: JsonRow): CardActions {
    return actionsIn(this.#rowsOf('actions', 'card', idOf(card)) as unknown as BoardAction[]);
  }

  #rowsOf(table: string, column: string, value: string): JsonRow[] {
    return this.#scratch.rowsWith(table, column, value).map(({ row }): JsonRow => JSON.parse(row ?? ''));
  }
}

const earlier = (a: Instant | null, b: Instant | null): Instant | null => (a === null || (b !== null && b < a) ? b : a);

const idOf = (row: JsonRow): string => idIn(row) ?? '';

const listOf = (list: JsonRow) => ({ name: textIn(list, 'name') ?? '', isClosed: list.closed === true });

const fieldOf = (field: JsonRow) => ({
  name: textIn(field, 'name') ?? '',
  options: new Map(asRows(field.options).map((option) => [idOf(option), textIn(asRow(option.value), 'text') ?? ''])),
});

const CREATIONS: ReadonlySet<unknown> = new Set(['createCard', 'copyCard', 'convertToCardFromCheckItem', 'emailCard']);
const COMMENTS: ReadonlySet<unknown> = new Set(['commentCard', 'copyCommentCard']);

/** An action, as far as it tells something of a card: whole ones are large, and many. */
function actionIn(action: JsonRow) {
  const { type, date } = action;
  const data = asRow(action.data);
  const [from, to] = [textIn(asRow(data.listBefore), 'id'), textIn(asRow(data.listAfter), 'id')];
  const isComment = COMMENTS.has(type);
  return {
    kind: isComment ? 'comment' : CREATIONS.has(type) ? 'creation' : type === 'updateCard' ? 'update' : 'other',
    key: `${String(date)} ${idOf(action)}`,
    id: idOf(action),
    card: idOf(asRow(data.card)),
    at: readInstant(String(date)),
    by: textIn(action, 'idMemberCreator'),
    text: isComment ? (textIn(data, 'text') ?? '') : '',
    editedAt: readInstant(String(data.dateLastEdited ?? '')),
    list: textIn(asRow(data.list), 'id'),
    lists: from === null || to === null ? null : { from, to },
    isArchived: 'closed' in asRow(data.old) ? asRow(data.card).closed === true : null,
  };
}
type BoardAction = ReturnType<typeof actionIn>;

/** The actions on a card, oldest first, as far as they tell something of it. */
function actionsIn(actions: readonly BoardAction[]): CardActions {
  const ofCard: CardActions = { comments: [], moves: [], creator: null, firstList: null };
  for (const action of actions.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const { kind, id, at, by, text, editedAt, list, lists, isArchived } = action;
    if (kind === 'comment') ofCard.comments.push({ id, author: by, text, at, editedAt });
    else if (at === null) continue;
    else if (kind === 'creation') Object.assign(ofCard, { creator: by, firstList: list });
    else if (lists !== null || isArchived !== null) ofCard.moves.push({ at, by, lists, isArchived });
  }
  return ofCard;
}

export const shortLinkOf = (card: JsonRow): string => textIn(card, 'shortLink') ?? idIn(card) ?? '';

/** Anything that leads to a card. */
const CARD_ADDRESS = /^https?:\/\/trello\.com\/c\/(\w{8})(?:[/?#]|$)/;

/** The short link of the card to which an attachment leads; empty where it leads to none. */
export const linkIn = (attachment: JsonRow): string => CARD_ADDRESS.exec(textIn(attachment, 'url') ?? '')?.[1] ?? '';

export const commentsToldBy = (card: JsonRow): number => Number(asRow(card.badges).comments ?? 0);
