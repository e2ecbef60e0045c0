import type { ImportOptions, ImportPreview } from '#contract/imports.ts';
import type { FileProduct, TableColumn } from '#contract/table-words.ts';
import { STATUSES, type Status } from '#contract/words.ts';
import { ScratchTables } from '#platform';
import {
  type CsvForm,
  type CsvTable,
  type FileBytes,
  readHeader,
  TableRefused,
  tableProblem,
} from '../csv/csv-table.ts';
import { type OnRejected, openCsvTickets } from '../csv/csv-tickets.ts';
import { ZoneClock } from '../csv/row-cells.ts';
import { ImportRefused } from '../import-report.ts';
import { peopleOfAccounts } from '../incoming/accounts.ts';
import type { IncomingRow, TicketSource } from '../incoming/incoming-ticket.ts';
import { isJiraColumn, isJiraHeader } from '../jira/jira-columns.ts';
import { jiraPeople, openJiraExport, readJiraFacts } from '../jira/jira-export.ts';
import { jiraIssues } from '../jira/jira-issues.ts';
import { markedAs, SourceWords } from '../source-words.ts';
import { TrelloBoard } from '../trello/trello-board.ts';
import { trelloCards } from '../trello/trello-cards.ts';

/** The tickets of an uploaded file, and the table in which those are given back that cannot be imported. */
export interface UploadedSource extends TicketSource {
  readonly tickets: CsvTable;
  /** Words whose rows come without them too, and of which somebody may say what they mean. */
  readonly wordsToMatch?: ImportPreview['unknown_words'];
  rows(onRejected?: OnRejected): AsyncIterable<IncomingRow>;
}

export const tableFormOf = ({ encoding = 'utf-8', separator = null }: ImportOptions): CsvForm => ({
  encoding,
  separator,
});

/** A file is read as somebody said, else as its beginning tells. A table whose columns were chosen is one. */
export async function fileProductOf(file: FileBytes, options: ImportOptions): Promise<FileProduct> {
  if (options.product !== undefined) return options.product;
  if (options.columns !== undefined) return 'table';
  if (await isJson(file)) return 'trello';
  const form = tableFormOf(options);
  if (form.encoding !== 'utf-8') return 'table';
  try {
    return isJiraHeader((await readHeader(file, form, isJiraColumn)).header) ? 'jira' : 'table';
  } catch (error) {
    // The import, which reads all of it, says it.
    if (error instanceof TableRefused) return 'table';
    throw error;
  }
}

async function isJson(file: FileBytes): Promise<boolean> {
  for await (const chunk of file.open())
    return /^\s*(?:\{|\[\s*[\]{"])/.test(new TextDecoder(markedAs(chunk) ?? 'utf-8').decode(chunk.subarray(0, 100)));
  return false;
}

/** Opens an uploaded file as its options say. @throws TableRefused for one that cannot be read so. */
export async function openUploaded(
  file: FileBytes,
  sha256: string,
  options: ImportOptions,
  columns: readonly (TableColumn | null)[],
): Promise<UploadedSource> {
  if (options.product === 'jira') return openUploadedJira(file, sha256, options);
  if (options.product === 'trello') return openUploadedBoard(file, sha256, options);
  const { zone = 'UTC', dates = null } = options;
  const request = {
    tickets: file,
    comments: null,
    findFile: null,
    form: tableFormOf(options),
    choice: columns,
    clock: new ZoneClock(zone),
    dates,
    people: new Map(),
    words: new SourceWords(meaningsOf(options)),
    source: sourceOf(options),
  };
  return openCsvTickets(request, sha256);
}

const sourceOf = ({ source = '' }: ImportOptions): string => source.trim();

const meaningsOf = ({ meanings = [] }: ImportOptions): ReadonlyMap<string, string> =>
  new Map(meanings.map(({ list, word, means }) => [`${list}.${word}`, means]));

/** @param usual who reads the comments of such a file, unless somebody says otherwise. */
const choiceOf = ({ comments, answers }: ImportOptions, usual: ImportOptions['comments']) => ({
  commentsArePublic: (comments ?? usual) === 'public',
  lastCommentAnswers: answers === 'last_comment',
});

/** No file comes along. */
async function openUploadedJira(file: FileBytes, sha256: string, options: ImportOptions): Promise<UploadedSource> {
  const { zone = 'UTC' } = options;
  const meanings = meaningsOf(options);
  const read = await openJiraExport(file, new Map(), options.dates ?? null);
  const facts = await readJiraFacts(read, meanings);
  const clock = new ZoneClock(zone);
  const choice = { clock, meanings, ...choiceOf(options, 'internal'), findFile: null, source: sourceOf(options) };
  return jiraIssues(read, facts, jiraPeople(facts, new Map()), sha256, choice);
}

async function openUploadedBoard(file: FileBytes, sha256: string, options: ImportOptions): Promise<UploadedSource> {
  const { zone = 'UTC', meanings = [] } = options;
  const lists = meanings.flatMap(({ list, word, means }): [string, Status][] => {
    const status = STATUSES.find((status) => status === means);
    return list === 'status' && status !== undefined ? [[word, status]] : [];
  });
  const board = await boardIn(file);
  const choice = { zone, statuses: new Map(lists), ...choiceOf(options, 'public'), findFile: null };
  return trelloCards(board, peopleOfAccounts(board.accounts, new Map()), sha256, choice);
}

async function boardIn(file: FileBytes) {
  try {
    // The file is small: nothing is left to be removed.
    const board = new TrelloBoard(new ScratchTables(':memory:'));
    await board.read(file);
    return board;
  } catch (error) {
    if (!(error instanceof ImportRefused) || error instanceof TableRefused) throw error;
    throw new TableRefused(error.message, [tableProblem({ code: 'not_a_board' })]);
  }
}
