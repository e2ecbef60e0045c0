import type { Status } from '#contract/words.ts';
import type { ScratchTables } from '#platform';
import { ImportRefused } from '../import-report.ts';
import type { SourceAccount } from '../incoming/accounts.ts';
import { nameFromParts, placeOfNormal, priorityAt, type Shortage } from '../incoming/source-parts.ts';
import { asRow, idIn, type JsonRow, listIn, textIn } from '../json-rows.ts';
import type { RestFolder } from '../rest/rest-folder.ts';

const STATE_TYPES = ['new', 'open', 'pending reminder', 'pending action', 'closed', 'merged', 'removed'] as const;
export type ZammadStateType = (typeof STATE_TYPES)[number];

/** @param hasOwner whether somebody works on it. */
export function statusOfType(type: ZammadStateType, hasOwner: boolean): Status {
  if (type === 'new') return 'submitted';
  if (type === 'open') return hasOwner ? 'in_progress' : 'verified';
  return type.startsWith('pending') ? 'waiting' : 'closed';
}

/**
 * Reads what has to be known of a whole Zammad before one of its tickets can be read.
 *
 * @param scratch has its tickets then. @throws ImportRefused for a folder of anything else.
 */
export async function readZammadFacts(folder: RestFolder, scratch: ScratchTables) {
  const me = asRow(await folder.readCounted('users/me.json'));
  const shortages: Shortage[] = [...folder.shortages];
  const eachRow = (list: string, pages: readonly string[], take: (row: JsonRow) => void) =>
    eachRowOf(folder, pages, take).then((endsFull) => {
      if (endsFull) shortages.push(cutOf(list));
    });
  /** A list in one file, or in one for each page. */
  const pagesOf = async (name: string): Promise<JsonRow[]> => {
    const rows: JsonRow[] = [];
    await eachRow(name, await folder.names(name, PAGE_NAME), (row) => rows.push(row));
    return [...listIn(await folder.readCounted(`${name}.json`), `${name}.json`), ...rows];
  };
  const states = await pagesOf('ticket_states');
  const pages = await folder.names('tickets', PAGE_NAME);
  if (idIn(me) === null || states.length === 0 || pages.length === 0)
    throw new ImportRefused(
      `${folder.path} has no answers of Zammad: users/me.json, ticket_states.json and tickets/page-1.json are needed.`,
    );
  const tickets = new TicketsRead(scratch);
  await eachRow('tickets', pages, (ticket) => tickets.add(ticket));
  for (const id of tickets.ids)
    if ((await folder.readCounted(`ticket_articles/by_ticket/${id}.json`)) === null) {
      tickets.ids.delete(id);
      shortages.push({ of: 'tickets', place: `ticket ${id}`, reason: 'its articles were not given', lost: 1 });
    }
  const users = await pagesOf('users');
  const groups = await pagesOf('groups');
  const priorities = await pagesOf('ticket_priorities');
  const usual = placeOfUsual(priorities);
  const mine = new Set(Object.keys(asRow(me.group_ids)));
  const named = (rows: readonly JsonRow[]) => new Map(rows.map((row) => [idIn(row) ?? '', textIn(row, 'name') ?? '']));
  return {
    tickets,
    /** The types of states by the ids of states: no call names them, and every installation has the same. */
    stateTypes: new Map(states.map((state) => [idIn(state) ?? '', typeOf(state)])),
    shortages,
    accounts: new Map(users.filter(hasName).map((user) => [idIn(user) ?? '', accountOf(user)])),
    /** The ids of those who have no name: nobody. */
    nameless: users.filter((user) => !hasName(user)).map((user) => idIn(user) ?? ''),
    groups: named(groups),
    organizations: named(await pagesOf('organizations')),
    /** By the ids of priorities, which go by their places beside the usual one. */
    priorities: new Map(priorities.map((row, place) => [idIn(row) ?? '', priorityAt(place - usual)])),
    /** Names of groups that the account does not read. */
    unreadGroups: groups
      .filter((group) => group.active !== false && !mine.has(idIn(group) ?? ''))
      .map((group) => textIn(group, 'name') ?? ''),
  };
}
export type ZammadFacts = Awaited<ReturnType<typeof readZammadFacts>>;

const PAGE_NAME = /^page-\d+\.json$/;
/** As many rows as Zammad puts on a page. */
const FULL_PAGE = 100;
const cutOf = (list: string): Shortage => ({
  of: list,
  place: list,
  reason: 'the last page is full, and none follows it: what came after it is missing',
  lost: 1,
});

/** Reads the rows of pages up to the first empty one. @returns whether the last of them may have been followed by more. */
async function eachRowOf(folder: RestFolder, pages: readonly string[], take: (row: JsonRow) => void): Promise<boolean> {
  let last = 0;
  for (const name of pages) {
    const page = listIn(await folder.readCounted(name), name);
    last = page.length;
    if (last === 0) break;
    page.forEach(take);
  }
  return last === FULL_PAGE;
}

/** Tickets in a table of scratch until they are imported. */
class TicketsRead {
  readonly ids = new Set<number>();
  readonly #scratch: ScratchTables;

  constructor(scratch: ScratchTables) {
    this.#scratch = scratch;
    scratch.declare('tickets', ['id', 'any', 'row'], 'any');
  }

  /** One that stands there twice is as it was read last. */
  add(ticket: JsonRow): void {
    this.ids.add(Number(ticket.id));
    this.#scratch.add('tickets', { id: String(ticket.id), any: '', row: JSON.stringify(ticket) });
  }

  /** By their ids, lowest first. */
  *all(): Generator<JsonRow> {
    for (const { id, row } of this.#scratch.rows('tickets', 'id'))
      if (this.ids.has(Number(id))) yield JSON.parse(row ?? '');
  }
}

/** The usual priority: the one that Zammad gives, else the one that is called normal, else the middle one. */
function placeOfUsual(priorities: readonly JsonRow[]): number {
  const byDefault = priorities.findIndex((row) => row.default_create === true);
  return byDefault >= 0 ? byDefault : placeOfNormal(priorities.map((row) => textIn(row, 'name') ?? ''));
}

/** @returns the type of a state; of one that it does not tell, by its own name. */
const typeOf = (state: JsonRow): ZammadStateType =>
  STATE_TYPES[Number(state.state_type_id) - 1] ?? STATE_TYPES.find((type) => type === state.name) ?? 'open';

const nameOf = (user: JsonRow): string => nameFromParts(user).trim();

/** The name of somebody who may have none; empty for a program, which is called by a sign alone. */
function calledIn(user: JsonRow): string {
  const fields = nameOf(user) === '' ? ['email', 'login', 'phone', 'mobile'] : ['email'];
  const texts = [nameOf(user), ...fields.map((field) => textIn(user, field) ?? '')];
  return texts.find((text) => /[\p{L}\p{N}]/u.test(text)) ?? '';
}

const hasName = (user: JsonRow): boolean => calledIn(user) !== '';

const accountOf = (user: JsonRow): SourceAccount => ({
  name: calledIn(user),
  login: textIn(user, 'login'),
  email: textIn(user, 'email'),
  isGone: user.active === false,
});
