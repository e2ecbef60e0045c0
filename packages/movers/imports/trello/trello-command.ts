import { join, resolve } from 'node:path';
import { STATUSES, type Status } from '#contract/words.ts';
import type { Typed } from '#platform';
import { fileIn, fileOnDisk, filesInFolder, sha256Of } from '../csv/table-files.ts';
import { ImportRefused } from '../import-report.ts';
import { peopleOfAccounts } from '../incoming/accounts.ts';
import type { OpenImport } from '../incoming/run-import.ts';
import { openScratch } from '../incoming/scratch.ts';
import { readPeople } from '../people-table.ts';
import { FROM_A_FILE, fileChoiceOf, meaningsOf, VALUE, zoneOf } from '../product.ts';
import { TrelloBoard } from './trello-board.ts';
import { trelloCards } from './trello-cards.ts';
import type { TrelloChoice } from './trello-parts.ts';

const FLAGS = { ...FROM_A_FILE, 'closed-lists': VALUE } as const;

function optionsOf(path: string, { zone = 'UTC', map, 'closed-lists': closed = '', ...values }: Values) {
  const names = closed.split(',').map((name) => name.trim());
  const closedLists = names.filter((name) => name !== '').map((name): [string, Status] => [name, 'closed']);
  return {
    product: 'trello' as const,
    path: resolve(path),
    zone: zoneOf(zone),
    ...fileChoiceOf(values, 'public'),
    /** Statuses by the names of lists. */
    lists: { ...Object.fromEntries(closedLists), ...meaningsOf(map, readList, 'list.Doing=in_progress') },
  };
}
type Values = Typed<typeof FLAGS>['values'];
export type TrelloOptions = ReturnType<typeof optionsOf>;

/** Reads `list.Doing=in_progress`. @returns null for anything else. */
function readList(text: string): readonly [string, Status] | null {
  const [, name, meant] = /^list\.(.+)=([a-z_]+)$/.exec(text) ?? [];
  const status = STATUSES.find((status) => status === meant);
  return name === undefined || status === undefined ? null : [name, status];
}

/** @throws ImportRefused for what is no board of Trello, or has no such list. */
async function open({ path, peoplePath, filesFolder, lists, ...options }: TrelloOptions): Promise<OpenImport> {
  const file = await fileOnDisk(path);
  const table = await readPeople(peoplePath);
  const findFile = await downloadsIn(filesFolder);
  await using opening = new AsyncDisposableStack();
  const board = new TrelloBoard(await openScratch(opening));
  await board.read(file);
  refuseLists(board, Object.keys(lists));
  const choice = { ...options, statuses: new Map(Object.entries(lists)), findFile };
  const people = peopleOfAccounts(board.accounts, table);
  const source = trelloCards(board, people, await sha256Of([file]), choice);
  const own = opening.move();
  return { name: path, people: 'create', source, close: () => own.disposeAsync() };
}

export const TRELLO = { flags: FLAGS, options: optionsOf, open };

function refuseLists({ lists }: TrelloBoard, chosen: readonly string[]): void {
  const names = new Set([...lists.values()].map(({ name }) => name));
  const unknown = chosen.filter((name) => !names.has(name));
  if (unknown.length > 0)
    throw new ImportRefused(
      `The board has no list ${unknown.map((name) => `“${name}”`).join(', ')}. It has: ${[...names].map((name) => `“${name}”`).join(', ')}.`,
    );
}

/** Finds a download in a folder of its own id, or by its id and name. */
async function downloadsIn(folder: string | null): Promise<TrelloChoice['findFile']> {
  const find = await filesInFolder(folder);
  if (folder === null || find === null) return null;
  return async (id, name) => {
    if (!/^\w+$/.test(id)) return null;
    return (await fileIn(join(folder, id), name)) ?? (await find(`${id}_${name}`)) ?? find(id);
  };
}
