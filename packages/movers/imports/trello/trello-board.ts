import { type Instant, readInstant } from '#platform';
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
  const actions: BoardAction[] = [];
  const named = new Map<string, JsonRow>();
  const board = asRow(
    await readJsonLists(file, (row, list) => {
      if (list !== 'actions') rowsOf(list).push(row);
      else {
        actions.push(actionIn(row));
        for (const person of [asRow(row.memberCreator), asRow(row.member)]) named.getOrInsert(idOf(person), person);
      }
    }),
  );
  if (!Array.isArray(board.cards) || !Array.isArray(board.lists))
    throw new ImportRefused(
      `${file.name} is no board of Trello: cards and lists are not in it. In Trello: Menu › Print, export and share › Export as JSON.`,
    );
  return {
    name: textIn(board, 'name') ?? file.name,
    shortLink: textIn(board, 'shortLink', 'id') ?? '',
    cards: rowsOf('cards'),
    lists: new Map(rowsOf('lists').map((list) => [idOf(list), listOf(list)])),
    accounts: accountsOf([...rowsOf('members'), ...named.values()]),
    checklists: Map.groupBy(rowsOf('checklists'), (list) => textIn(list, 'idCard') ?? ''),
    /** By their ids: names, and what the choices of one are called. */
    fields: new Map(rowsOf('customFields').map((field) => [idOf(field), fieldOf(field)])),
    actions: actionsByCard(actions),
    actionCount: actions.length,
    oldestAction: actions.map(({ at }) => at).reduce(earlier, null),
  };
}
export type TrelloBoard = Awaited<ReturnType<typeof readTrelloBoard>>;

const earlier = (a: Instant | null, b: Instant | null): Instant | null => (a === null || (b !== null && b < a) ? b : a);

const idOf = (row: JsonRow): string => idIn(row) ?? '';

const listOf = (list: JsonRow) => ({ name: textIn(list, 'name') ?? '', isClosed: list.closed === true });

const fieldOf = (field: JsonRow) => ({
  name: textIn(field, 'name') ?? '',
  options: new Map(asRows(field.options).map((option) => [idOf(option), textIn(asRow(option.value), 'text') ?? ''])),
});

function accountsOf(people: readonly JsonRow[]): Map<string, SourceAccount> {
  const accounts = new Map<string, SourceAccount>();
  for (const person of people) {
    const [id, login] = [idOf(person), textIn(person, 'username')];
    if (id === '' || accounts.has(id)) continue;
    accounts.set(id, { name: textIn(person, 'fullName') ?? '', login, email: textIn(person, 'email') });
  }
  return accounts;
}

export const noActions = (): CardActions => ({ comments: [], moves: [], creator: null, firstList: null });

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

function actionsByCard(actions: readonly BoardAction[]): Map<string, CardActions> {
  const cards = new Map<string, CardActions>();
  for (const action of actions.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const { kind, card, id, at, by, text, editedAt, list, lists, isArchived } = action;
    if (card === '' || (at === null && kind !== 'comment')) continue;
    const ofCard = cards.getOrInsertComputed(card, noActions);
    if (kind === 'comment') ofCard.comments.push({ id, author: by, text, at, editedAt });
    else if (kind === 'creation') Object.assign(ofCard, { creator: by, firstList: list });
    else if (kind === 'update' && at !== null && (lists !== null || isArchived !== null))
      ofCard.moves.push({ at, by, lists, isArchived });
  }
  return cards;
}
