import { join } from 'node:path';
import { type Typed, UsageError } from '#platform';
import { ImportRefused } from '../import-report.ts';
import { ImportStore } from '../import-store.ts';
import { peopleOfAccounts } from '../incoming/accounts.ts';
import type { ImportParts, OpenImport } from '../incoming/run-import.ts';
import { asRow, asRows, idIn, type JsonRow, textIn } from '../json-rows.ts';
import { readPeople } from '../people-table.ts';
import { choiceOf, FLAG, meaningsOf, VALUE, VALUES } from '../product.ts';
import { FROM_A_SERVICE, openRest, type RestClient, saveAnswer, serviceChoiceOf } from '../rest/open-rest.ts';
import { keepable, readMeaning } from '../source-words.ts';
import { readRedmineFacts } from './redmine-folder.ts';
import { redmineIssues } from './redmine-issues.ts';
import { markdownOfRedmine, markdownOfTextile } from './textile.ts';

const PAGE = 100;
const withKey = (key: string) => ({ 'x-redmine-api-key': key });

/** Fetches a Redmine into a folder, so that it can be read from there. @throws ImportRefused when it does not answer. */
async function downloadRedmine(client: RestClient, folder: string): Promise<void> {
  const get = (path: string) => client.json(path);
  const me = asRow(await get('users/current.json'));
  if (idIn(asRow(me.user)) === null) throw new ImportRefused('This is no Redmine: users/current.json tells nobody.');
  const { api_key: _, ...user } = asRow(me.user);
  await saveAnswer(folder, 'users/current.json', { user });
  for (const name of ['issue_statuses', 'trackers', 'enumerations/issue_priorities', 'groups'] as const) {
    const answer = await get(`${name}.json`);
    if (answer !== null) await saveAnswer(folder, `${name}.json`, answer);
  }
  const pages = async (path: string, list: string): Promise<JsonRow[]> => {
    const rows: JsonRow[] = [];
    for (;;) {
      const answer = asRow(await get(`${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}&offset=${rows.length}`));
      const page = asRows(answer[list]);
      rows.push(...page);
      if (page.length === 0 || rows.length >= Number(answer.total_count ?? 0)) return rows;
    }
  };
  await saveAnswer(folder, 'projects.json', { projects: await pages('projects.json', 'projects') });
  // People who are locked are told only to who asks for them.
  const users = [...(await pages('users.json', 'users')), ...(await pages('users.json?status=3', 'users'))];
  await saveAnswer(folder, 'users.json', { users });
  const issues = await pages('issues.json?status_id=*&sort=id', 'issues');
  await saveAnswer(folder, 'issues-0000.json', { issues });
  for (const { id } of issues) await downloadIssue(client, folder, Number(id));
}

async function downloadIssue(client: RestClient, folder: string, id: number): Promise<void> {
  const include = 'include=journals,attachments,relations,watchers,changesets,children';
  const answer = asRow(await client.json(`issues/${id}.json?${include}`));
  await saveAnswer(folder, `issues/${id}.json`, answer);
  for (const file of asRows(asRow(answer.issue).attachments)) {
    const [fileId, address] = [Number(idIn(file)), textIn(file, 'content_url')];
    if (address !== null && Number.isInteger(fileId))
      await client.file(address, join(folder, 'attachments', String(fileId), 'file'));
  }
}

const MARKUPS = ['textile', 'markdown'] as const;

const FLAGS = {
  ...FROM_A_SERVICE,
  map: VALUES,
  markup: VALUE,
  'without-admin': FLAG,
  renumber: FLAG,
} as const;

function optionsOf(path: string, { markup, map, renumber, 'without-admin': goesOn, ...values }: Values) {
  if (markup === undefined)
    throw new UsageError(
      'Redmine does not tell how its texts are written. Say it: --markup textile, or --markup markdown.',
    );
  return {
    product: 'redmine' as const,
    ...serviceChoiceOf(path, values),
    /** Whether it goes on although addresses, private notes and private issues are missing. */
    allowsNoAdmin: goesOn ?? false,
    /** Whether its issues get other numbers. */
    renumbers: renumber ?? false,
    markup: choiceOf('markup', MARKUPS, markup),
    meanings: meaningsOf(map, readMeaning, 'status.Live=waiting'),
  };
}
type Values = Typed<typeof FLAGS>['values'];
export type RedmineOptions = ReturnType<typeof optionsOf>;

async function open(options: RedmineOptions, _: string | null, { runner, context }: ImportParts): Promise<OpenImport> {
  const table = await readPeople(options.peoplePath);
  return openRest(options, withKey, downloadRedmine, async (folder) => {
    const meanings = new Map(Object.entries(options.meanings));
    const facts = await readRedmineFacts(folder, meanings);
    if (!facts.isAdmin && !options.allowsNoAdmin)
      throw new ImportRefused(
        'The key is none of an administrator: addresses, private notes, private issues and closed projects would be missing without a word. Use the key of an administrator, or go on without them: --without-admin.',
      );
    const people = peopleOfAccounts(facts.accounts, table);
    const convert = options.markup === 'textile' ? markdownOfTextile : markdownOfRedmine;
    const { renumbers, lastCommentAnswers, source } = options;
    const text = (given: string) => {
      const markdown = convert(keepable(given), { person: people.nameOf });
      return renumbers ? markdown.replaceAll(/(?<![\w#&/])#(\d+)\b/g, 'Redmine $1') : markdown;
    };
    const issues = redmineIssues({ folder, facts, people, lastCommentAnswers, meanings, renumbers, text }, source);
    if (!renumbers) await runner.read(context, (work) => refuseTaken(work.of(ImportStore), issues.name, facts.issues));
    return issues;
  });
}

export const REDMINE = { flags: FLAGS, options: optionsOf, open };

/** @throws ImportRefused when tickets of Kwit have numbers of its issues. */
async function refuseTaken(imports: ImportStore, source: string, issues: ReadonlySet<number>): Promise<void> {
  const mine = new Set((await imports.known({ source })).map(({ kwit_id }) => kwit_id));
  const taken = (await imports.allTickets()).filter(({ id, number }) => issues.has(number) && !mine.has(id));
  if (taken.length === 0) return;
  throw new ImportRefused(
    `Kwit has tickets with ${taken.length} of the numbers. Import into an empty Kwit, or give the imported ones others: --renumber; #12 in their texts is “Redmine 12” then.`,
  );
}
