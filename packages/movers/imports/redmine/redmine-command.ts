import { ImportRefused } from '../import-report.ts';
import { ImportStore } from '../import-store.ts';
import { Accounts } from '../incoming/accounts.ts';
import type { ImportParts, OpenImport } from '../incoming/run-import.ts';
import { readPeople } from '../people-table.ts';
import { openRest, type RestOptions } from '../rest/open-rest.ts';
import { keepable } from '../source-words.ts';
import { downloadRedmine } from './download-redmine.ts';
import { readRedmineFacts } from './redmine-folder.ts';
import { RedmineIssues } from './redmine-issues.ts';
import { markdownOfRedmine, markdownOfTextile } from './textile.ts';

export const MARKUPS = ['textile', 'markdown'] as const;

/** What `kwit import redmine` was asked for. */
export interface RedmineOptions extends RestOptions {
  readonly product: 'redmine';
  readonly peoplePath: string | null;
  readonly markup: (typeof MARKUPS)[number];
  readonly meanings: Readonly<Record<string, string>>;
  readonly lastCommentAnswers: boolean;
  /** Whether it goes on although addresses, private notes and private issues are missing. */
  readonly allowsNoAdmin: boolean;
  /** Whether its issues get other numbers. */
  readonly renumbers: boolean;
  readonly source: string;
}

/** Opens what options name. @throws ImportRefused for what is no Redmine, or is not read whole. */
export async function openRedmine(options: RedmineOptions, { runner, context }: ImportParts): Promise<OpenImport> {
  const table = await readPeople(options.peoplePath);
  return openRest(options, downloadRedmine, async (folder) => {
    const meanings = new Map(Object.entries(options.meanings));
    const facts = await readRedmineFacts(folder, meanings);
    if (!facts.isAdmin && !options.allowsNoAdmin)
      throw new ImportRefused(
        'The key is none of an administrator: addresses, private notes, private issues and closed projects would be missing without a word. Use the key of an administrator, or go on without them: --without-admin.',
      );
    const people = new Accounts(facts.accounts, table);
    const names = { person: (id: string) => people.nameOf(id) };
    const convert = options.markup === 'textile' ? markdownOfTextile : markdownOfRedmine;
    const { renumbers, lastCommentAnswers, source } = options;
    const text = (given: string) => {
      const markdown = convert(keepable(given), names);
      return renumbers ? markdown.replaceAll(/(?<![\w#&/])#(\d+)\b/g, 'Redmine $1') : markdown;
    };
    const issues = new RedmineIssues({ folder, facts, people, lastCommentAnswers, meanings, renumbers, text }, source);
    if (!renumbers) await runner.read(context, (work) => refuseTaken(work.of(ImportStore), issues.name, facts.issues));
    return issues;
  });
}

/** @throws ImportRefused when tickets of Kwit have numbers of its issues. */
async function refuseTaken(imports: ImportStore, source: string, issues: ReadonlySet<number>): Promise<void> {
  const mine = new Set((await imports.known(source)).map(({ kwit_id }) => kwit_id));
  const taken = (await imports.allTickets()).filter(({ id, number }) => issues.has(number) && !mine.has(id));
  if (taken.length === 0) return;
  throw new ImportRefused(
    `Kwit has tickets with ${taken.length} of the numbers. Import into an empty Kwit, or give the imported ones others: --renumber; #12 in their texts is “Redmine 12” then.`,
  );
}
