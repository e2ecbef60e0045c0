import { type Typed, UsageError } from '#platform';
import { ImportRefused } from '../import-report.ts';
import { ImportStore } from '../import-store.ts';
import { peopleOfAccounts } from '../incoming/accounts.ts';
import type { ImportParts, OpenImport } from '../incoming/run-import.ts';
import { mentionsOf, refuseShort } from '../incoming/source-parts.ts';
import { asRow, asRows, idIn, listIn, textIn } from '../json-rows.ts';
import { readPeople } from '../people-table.ts';
import { choiceOf, FLAG, meaningsOf, VALUE, VALUES } from '../product.ts';
import { type Download, FROM_A_SERVICE, openRest, serviceChoiceOf } from '../rest/open-rest.ts';
import { keepable, readMeaning } from '../source-words.ts';
import { readRedmineFacts } from './redmine-folder.ts';
import { redmineIssues } from './redmine-issues.ts';
import type { RedmineReading } from './redmine-parts.ts';
import { markdownOfRedmine, markdownOfTextile } from './textile.ts';

const PAGE = 100;
const withKey = (key: string) => ({ 'x-redmine-api-key': key });

/** Fetches a Redmine into a folder, so that it can be read from there. @throws ImportRefused when it does not answer. */
async function downloadRedmine(download: Download): Promise<void> {
  const withoutKey = (answer: unknown) => {
    const { api_key: _, ...user } = asRow(asRow(answer).user);
    return { user };
  };
  const me = asRow(await download.json('users/current.json', 'users/current.json', withoutKey));
  if (idIn(asRow(me.user)) === null) throw new ImportRefused('This is no Redmine: users/current.json tells nobody.');
  for (const name of ['issue_statuses', 'trackers', 'enumerations/issue_priorities', 'groups'] as const)
    await download.json(`${name}.json`, `${name}.json`);
  await idsOfPages(download, 'projects.json', 'projects');
  await idsOfPages(download, 'users.json', 'users');
  // People who are locked are told only to who asks for them.
  await idsOfPages(download, 'users.json?status=3', 'users', 'users-locked');
  const issues = await idsOfPages(download, 'issues.json?status_id=*&sort=id', 'issues');
  for (const id of issues) await downloadIssue(download, Number(id));
}

/** Fetches a list page by page; each page has how many rows there are in all. */
async function idsOfPages(
  download: Download,
  path: string,
  list: string,
  name = list,
): Promise<ReadonlySet<string | null>> {
  await download.forgetPages('', new RegExp(`^${name}-\\d+\\.json$`));
  const ids = new Set<string | null>();
  for (let offset = 0; ; ) {
    const address = `${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}&offset=${offset}`;
    const answer = await download.json(address, `${name}-${String(offset).padStart(4, '0')}.json`);
    const page = listIn(answer, address, list);
    const before = ids.size;
    for (const row of page) ids.add(idIn(row));
    offset += page.length;
    if (ids.size === before || offset >= Number(asRow(answer).total_count ?? 0)) return ids;
  }
}

async function downloadIssue(download: Download, id: number): Promise<void> {
  const include = 'include=journals,attachments,relations,watchers,changesets,children';
  const answer = asRow(await download.json(`issues/${id}.json?${include}`, `issues/${id}.json`));
  for (const file of asRows(asRow(answer.issue).attachments)) {
    const [fileId, address] = [Number(idIn(file)), textIn(file, 'content_url')];
    if (address !== null && Number.isInteger(fileId)) await download.file(address, `attachments/${fileId}/file`);
  }
}

const MARKUPS = ['textile', 'markdown'] as const;

const FLAGS = { ...FROM_A_SERVICE, map: VALUES, markup: VALUE, 'without-admin': FLAG, renumber: FLAG } as const;

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
    refuseShort('Redmine', facts.shortages, options.allowsIncomplete);
    if (!facts.isAdmin && !options.allowsNoAdmin)
      throw new ImportRefused(
        'The key is none of an administrator: addresses, private notes, private issues and closed projects would be missing without a word. Use the key of an administrator, or go on without them: --without-admin.',
      );
    const people = peopleOfAccounts(facts.accounts, table);
    const convert = options.markup === 'textile' ? markdownOfTextile : markdownOfRedmine;
    const { renumbers, lastCommentAnswers, source } = options;
    const text: RedmineReading['text'] = (written, remarks) =>
      convert(keepable(written), mentionsOf(people.nameOf, remarks));
    const issues = redmineIssues({ folder, facts, people, lastCommentAnswers, meanings, renumbers, text }, source);
    if (!renumbers) await runner.read(context, (work) => refuseTaken(work.of(ImportStore), issues.name, facts.issues));
    return issues;
  });
}

export const REDMINE = { flags: FLAGS, options: optionsOf, open };

/** @throws ImportRefused when tickets of Kwit have numbers of its issues. */
async function refuseTaken(imports: ImportStore, source: string, issues: ReadonlySet<number>): Promise<void> {
  const mine = new Set((await imports.knownAmong(source, [...issues].map(String))).map(({ kwit_id }) => kwit_id));
  const taken = (await imports.allTickets()).filter(({ id, number }) => issues.has(number) && !mine.has(id));
  if (taken.length === 0) return;
  throw new ImportRefused(
    `Kwit has tickets with ${taken.length} of the numbers. Import into an empty Kwit, or give the imported ones others: --renumber; #12 in their texts leads to the one that was 12 then.`,
  );
}
