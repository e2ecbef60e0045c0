import { resolve } from 'node:path';
import { type Typed, UsageError } from '#platform';
import { ZoneClock } from '../csv/row-cells.ts';
import { fileOnDisk, filesInFolder, sha256Of } from '../csv/table-files.ts';
import { ImportRefused } from '../import-report.ts';
import type { OpenImport } from '../incoming/run-import.ts';
import { readPeople } from '../people-table.ts';
import { datesOf, FROM_A_FILE, fileChoiceOf, meaningsOf, VALUE, VALUES, zoneOf } from '../product.ts';
import { readMeaning } from '../source-words.ts';
import { JIRA_COLUMNS, type JiraColumn } from './jira-columns.ts';
import { jiraPeople, openJiraExport, readJiraFacts, refuseUnknownStatuses } from './jira-export.ts';
import { jiraIssues } from './jira-issues.ts';

const FLAGS = { ...FROM_A_FILE, source: VALUE, columns: VALUES, dates: VALUE } as const;

function optionsOf(
  path: string,
  { zone, map, columns = [], source = '', dates, ...values }: Typed<typeof FLAGS>['values'],
) {
  if (zone === undefined)
    throw new ImportRefused(
      'The times of Jira tell no zone. Say it: --zone Europe/Warsaw, the zone of who exported it.',
    );
  return {
    product: 'jira' as const,
    path: resolve(path),
    zone: zoneOf(zone),
    dates: datesOf(dates),
    ...fileChoiceOf(values, 'internal'),
    columns: Object.fromEntries(columns.map(readJiraColumn)),
    meanings: meaningsOf(map, readMeaning, 'status.Live=closed'),
    source,
  };
}
export type JiraOptions = ReturnType<typeof optionsOf>;

function readJiraColumn(text: string): readonly [string, JiraColumn] {
  const [, name = '', meant = ''] = /^(.+)=(\w+)$/.exec(text) ?? [];
  const column = JIRA_COLUMNS.find((column) => column === meant);
  if (column !== undefined) return [name.trim(), column];
  throw new UsageError(
    `--columns cannot be “${text}”. It says which column is which: "Titel=summary"; ${JIRA_COLUMNS.join(', ')}.`,
  );
}

async function open({ path, peoplePath, filesFolder, columns, zone, ...options }: JiraOptions): Promise<OpenImport> {
  const file = await fileOnDisk(path);
  const table = await readPeople(peoplePath);
  const findFile = await filesInFolder(filesFolder);
  const meanings = new Map(Object.entries(options.meanings));
  const choice = { ...options, clock: new ZoneClock(zone), meanings, findFile };
  const read = await openJiraExport(file, new Map(Object.entries(columns)), options.dates ?? null);
  const facts = await readJiraFacts(read, choice.meanings);
  refuseUnknownStatuses(read, facts);
  const source = jiraIssues(read, facts, jiraPeople(facts, table), await sha256Of([file]), choice);
  return { name: path, people: 'create', source };
}

export const JIRA = { flags: FLAGS, options: optionsOf, open };
