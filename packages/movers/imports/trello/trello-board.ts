import { type Instant, pick, readInstant } from '#platform';
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

/** Reads a board as Trello exports it. @throws ImportRefused for anything else. */
export async function readTrelloBoard(file: FileBytes) {
  const lists = new Map<string, JsonRow[]>();
  const rowsOf = (name: string) => lists.getOrInsertComputed(name, () => []);
  const board = asRow(
    await readJsonLists(file, (row, list) => rowsOf(list).push(list === 'actions' ? pick(row, ...OF_ACTIONS) : row)),
  );
  if (!Array.isArray(board.cards) || !Array.isArray(board.lists))
    throw new ImportRefused(
      `${file.name} is no board of Trello: cards and lists are not in it. In Trello: Menu › Print, export and share › Export as JSON.`,
    );
  const actions = rowsOf('actions');
  return {
    name: textIn(board, 'name') ?? file.name,
    shortLink: textIn(board, 'shortLink', 'id') ?? '',
    cards: rowsOf('cards'),
    lists: new Map(rowsOf('lists').map((list) => [idOf(list), listOf(list)])),
    accounts: accountsOf(rowsOf('members'), actions),
    checklists: Map.groupBy(rowsOf('checklists'), (list) => textIn(list, 'idCard') ?? ''),
    /** By their ids: names, and what the choices of one are called. */
    fields: new Map(rowsOf('customFields').map((field) => [idOf(field), fieldOf(field)])),
    actions: actionsByCard(actions),
    actionCount: actions.length,
    oldestAction: actions.map(({ date }) => readInstant(String(date))).reduce(earlier, null),
  };
}
const OF_ACTIONS = ['id', 'type', 'date', 'data', 'idMemberCreator', 'memberCreator', 'member'] as const;
export type TrelloBoard = Awaited<ReturnType<typeof readTrelloBoard>>;

const earlier = (a: Instant | null, b: Instant | null): Instant | null => (a === null || (b !== null && b < a) ? b : a);

const idOf = (row: JsonRow): string => idIn(row) ?? '';

const listOf = (list: JsonRow) => ({ name: textIn(list, 'name') ?? '', isClosed: list.closed === true });

const fieldOf = (field: JsonRow) => ({
  name: textIn(field, 'name') ?? '',
  options: new Map(asRows(field.options).map((option) => [idOf(option), textIn(asRow(option.value), 'text') ?? ''])),
});

function accountsOf(members: readonly JsonRow[], actions: readonly JsonRow[]): Map<string, SourceAccount> {
  const accounts = new Map<string, SourceAccount>();
  const named = actions.flatMap((action) => [asRow(action.memberCreator), asRow(action.member)]);
  for (const person of [...members, ...named]) {
    const [id, login] = [idOf(person), textIn(person, 'username')];
    if (id === '' || accounts.has(id)) continue;
    accounts.set(id, { name: textIn(person, 'fullName') ?? '', login, email: textIn(person, 'email') });
  }
  return accounts;
}

export const noActions = (): CardActions => ({ comments: [], moves: [], creator: null, firstList: null });

const CREATIONS: ReadonlySet<unknown> = new Set(['createCard', 'copyCard', 'convertToCardFromCheckItem', 'emailCard']);
const COMMENTS: ReadonlySet<unknown> = new Set(['commentCard', 'copyCommentCard']);

function actionsByCard(actions: readonly JsonRow[]): Map<string, CardActions> {
  const cards = new Map<string, CardActions>();
  for (const action of actions.toSorted(byTime)) {
    const at = readInstant(String(action.date));
    const data = asRow(action.data);
    const card = idOf(asRow(data.card));
    if (card === '' || (at === null && !COMMENTS.has(action.type))) continue;
    const actionsOfCard = cards.getOrInsertComputed(card, noActions);
    const by = textIn(action, 'idMemberCreator');
    if (COMMENTS.has(action.type))
      actionsOfCard.comments.push({
        id: idOf(action),
        author: by,
        text: textIn(data, 'text') ?? '',
        at,
        editedAt: readInstant(String(data.dateLastEdited ?? '')),
      });
    else if (CREATIONS.has(action.type)) {
      actionsOfCard.creator = by;
      actionsOfCard.firstList = textIn(asRow(data.list), 'id');
    } else if (action.type === 'updateCard' && at !== null) addMove(actionsOfCard, data, { at, by });
  }
  return cards;
}

const keyOf = (action: JsonRow): string => `${String(action.date)} ${idOf(action)}`;
const byTime = (a: JsonRow, b: JsonRow): number => (keyOf(a) < keyOf(b) ? -1 : 1);

function addMove(actions: CardActions, data: JsonRow, about: { at: Instant; by: string | null }): void {
  const [from, to] = [textIn(asRow(data.listBefore), 'id'), textIn(asRow(data.listAfter), 'id')];
  const lists = from === null || to === null ? null : { from, to };
  const isArchived = 'closed' in asRow(data.old) ? asRow(data.card).closed === true : null;
  if (lists !== null || isArchived !== null) actions.moves.push({ ...about, lists, isArchived });
}
