import { fileOnDisk, filesInFolder, sha256Of } from '../csv/table-files.ts';
import { memorySaver, type OpenImport } from '../incoming/run-import.ts';
import { readPeople } from '../people-table.ts';
import type { JiraColumn } from './jira-columns.ts';
import { JiraPeople, openJiraExport, readJiraFacts, refuseUnknownStatuses } from './jira-export.ts';
import { JiraIssues } from './jira-issues.ts';

export interface JiraOptions {
  readonly product: 'jira';
  readonly path: string;
  /** A table of `login, email, name`; null for none. */
  readonly peoplePath: string | null;
  /** Downloads of its files; null for none. */
  readonly filesFolder: string | null;
  readonly zone: string;
  readonly columns: Readonly<Record<string, JiraColumn>>;
  readonly meanings: Readonly<Record<string, string>>;
  readonly commentsArePublic: boolean;
  readonly lastCommentAnswers: boolean;
  readonly source: string;
}

/** Opens what options name. @throws ImportRefused for what is no export of Jira. */
export async function openJira(options: JiraOptions): Promise<OpenImport> {
  const { path, peoplePath, filesFolder, zone, source, commentsArePublic, lastCommentAnswers } = options;
  const file = await fileOnDisk(path);
  const meanings = new Map(Object.entries(options.meanings));
  const table = await readPeople(peoplePath);
  const findFile = filesFolder === null ? null : await filesInFolder(filesFolder);
  const read = await openJiraExport(file, new Map(Object.entries(options.columns)));
  const facts = await readJiraFacts(read, meanings, memorySaver());
  refuseUnknownStatuses(read, facts);
  const choice = { zone, meanings, commentsArePublic, lastCommentAnswers, findFile, source };
  const issues = new JiraIssues(read, facts, new JiraPeople(facts, table), await sha256Of([file]), choice);
  return { name: path, people: 'create', source: issues };
}
