import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Status } from '#contract/words.ts';
import { fileOnDisk, filesInFolder, sha256Of } from '../csv/table-files.ts';
import { ImportRefused } from '../import-report.ts';
import { Accounts } from '../incoming/accounts.ts';
import type { OpenImport } from '../incoming/run-import.ts';
import { readPeople } from '../people-table.ts';
import { readTrelloBoard, type TrelloBoard } from './trello-board.ts';
import { TrelloCards } from './trello-cards.ts';

export interface TrelloOptions {
  readonly product: 'trello';
  readonly path: string;
  /** A table of `login, email, name`; null for none. */
  readonly peoplePath: string | null;
  /** Downloads of its files; null for none. */
  readonly filesFolder: string | null;
  readonly zone: string;
  /** What lists mean, by their names. */
  readonly lists: Readonly<Record<string, Status>>;
  readonly commentsArePublic: boolean;
  readonly lastCommentAnswers: boolean;
}

/** Opens what options name. @throws ImportRefused for what is no board of Trello, or has no such list. */
export async function openTrello(options: TrelloOptions): Promise<OpenImport> {
  const { path, peoplePath, filesFolder, zone, commentsArePublic, lastCommentAnswers } = options;
  const file = await fileOnDisk(path);
  const table = await readPeople(peoplePath);
  const findFile = filesFolder === null ? null : await downloadsIn(filesFolder);
  const board = readTrelloBoard(await readFile(path), file.name);
  const statuses = new Map(Object.entries(options.lists));
  refuseLists(board, [...statuses.keys()]);
  const choice = { zone, statuses, commentsArePublic, lastCommentAnswers, findFile };
  const source = new TrelloCards(board, new Accounts(board.accounts, table), await sha256Of([file]), choice);
  return { name: path, people: 'create', source };
}

function refuseLists({ lists }: TrelloBoard, wanted: readonly string[]): void {
  const names = new Set([...lists.values()].map(({ name }) => name));
  const unknown = wanted.filter((name) => !names.has(name));
  if (unknown.length > 0)
    throw new ImportRefused(
      `The board has no list ${unknown.map((name) => `“${name}”`).join(', ')}. It has: ${[...names].map((name) => `“${name}”`).join(', ')}.`,
    );
}

/** Finds a download in a folder of its own id, or by its id and name. */
async function downloadsIn(folder: string): Promise<(id: string, name: string) => Promise<string | null>> {
  const find = await filesInFolder(folder);
  return async (id, name) => {
    if (!/^\w+$/.test(id)) return null;
    const own = join(folder, id);
    const inOwn = (await stat(own).catch(() => null))?.isDirectory() ? await (await filesInFolder(own))(name) : null;
    return inOwn ?? (await find(`${id}_${name}`)) ?? find(id);
  };
}
