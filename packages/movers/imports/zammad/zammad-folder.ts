import type { Status } from '#contract/words.ts';
import { ImportRefused } from '../import-report.ts';
import type { SourceAccount } from '../incoming/accounts.ts';
import { nameFromParts } from '../incoming/source-parts.ts';
import { asRow, asRows, idIn, type JsonRow, textIn } from '../json-rows.ts';
import type { RestFolder } from '../rest/open-rest.ts';

const STATE_TYPES = ['new', 'open', 'pending reminder', 'pending action', 'closed', 'merged', 'removed'] as const;
export type ZammadStateType = (typeof STATE_TYPES)[number];

/** What a type of state is here. @param hasOwner whether somebody works on it. */
export function statusOfType(type: ZammadStateType, hasOwner: boolean): Status {
  if (type === 'new') return 'submitted';
  if (type === 'open') return hasOwner ? 'in_progress' : 'verified';
  return type.startsWith('pending') ? 'waiting' : 'closed';
}

/** Reads what has to be known of a whole Zammad before one of its tickets can be read. @throws ImportRefused for a folder of anything else. */
export async function readZammadFacts(folder: RestFolder) {
  const me = asRow(await folder.readCounted('users/me.json'));
  const states = asRows(await folder.readCounted('ticket_states.json'));
  const pages = await folder.names('tickets', /^page-\d+\.json$/);
  if (idIn(me) === null || states.length === 0 || pages.length === 0)
    throw new ImportRefused(
      `${folder.path} has no answers of Zammad: users/me.json, ticket_states.json and tickets/page-1.json are needed.`,
    );
  const tickets = new Map((await rowsIn(folder, pages)).map((ticket) => [Number(ticket.id), ticket]));
  for (const id of tickets.keys()) await folder.readCounted(`ticket_articles/by_ticket/${id}.json`);
  const users = await rowsIn(folder, await folder.names('users', /^page-\d+\.json$/));
  const groups = asRows(await folder.readCounted('groups.json'));
  const priorities = asRows(await folder.readCounted('ticket_priorities.json'));
  const usual = priorities.findIndex((one) => one.default_create === true);
  const mine = new Set(Object.keys(asRow(me.group_ids)));
  const named = (rows: readonly JsonRow[]) => new Map(rows.map((row) => [idIn(row) ?? '', textIn(row, 'name') ?? '']));
  return {
    /** By their ids, lowest first. */
    tickets: new Map([...tickets].sort(([a], [b]) => a - b)),
    /** The types of states by the ids of states: no call names them, and every installation has the same. */
    stateTypes: new Map(states.map((state) => [idIn(state) ?? '', typeOf(state)])),
    accounts: new Map(users.filter(hasName).map((user) => [idIn(user) ?? '', accountOf(user)])),
    /** The ids of those who have no name: nobody. */
    nameless: users.filter((user) => !hasName(user)).map((user) => idIn(user) ?? ''),
    groups: named(groups),
    organizations: named(asRows(await folder.readCounted('organizations.json'))),
    /** Places of priorities beside the usual one, by their ids. */
    priorities: new Map(priorities.map((one, place) => [idIn(one) ?? '', place - usual])),
    /** Names of groups that the account does not read. */
    unreadGroups: groups
      .filter((group) => group.active !== false && !mine.has(idIn(group) ?? ''))
      .map((group) => textIn(group, 'name') ?? ''),
  };
}
export type ZammadFacts = Awaited<ReturnType<typeof readZammadFacts>>;

async function rowsIn(folder: RestFolder, pages: readonly string[]): Promise<JsonRow[]> {
  const rows: JsonRow[] = [];
  for (const page of pages) rows.push(...asRows(await folder.readCounted(page)));
  return rows;
}

/** @returns the type of a state; of one that it does not tell, by its own name. */
const typeOf = (state: JsonRow): ZammadStateType =>
  STATE_TYPES[Number(state.state_type_id) - 1] ?? STATE_TYPES.find((type) => type === state.name) ?? 'open';

const nameOf = (user: JsonRow): string => nameFromParts(user).trim();

/** Programs are called by a sign alone. */
const hasName = (user: JsonRow): boolean => /[\p{L}\p{N}]/u.test(`${nameOf(user)}${textIn(user, 'email') ?? ''}`);

function accountOf(user: JsonRow): SourceAccount {
  const [login, email] = [textIn(user, 'login'), textIn(user, 'email')];
  return { name: nameOf(user) || (email ?? ''), login, email, isGone: user.active === false };
}
