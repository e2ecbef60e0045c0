import { resolve } from 'node:path';
import { readTyped, type TerminalCommand } from '#platform';
import { importFromGithub } from '../imports/github/github-command.ts';
import type { GithubOptions } from '../imports/github/github-options.ts';
import { readGithubMeaning } from '../imports/github/github-tickets.ts';
import { choiceOf, meaningsOf } from './option-values.ts';

export const GITHUB_USAGE = `  import github <issues.json …|archive.tar.gz>
                                   Brings issues: what "gh issue list --json" writes, pages of the REST interface with those
                                   of /issues/comments beside them, or a migration archive, which has files, too.
      --people <people.csv>        Says who is who: login, email, name. Others come as "login (GitHub)".
      --map label.bug=category.bug Says what a label means, a category or a priority. It may be given more than once.
      --map state.open=verified    The status of open issues; else they are submitted.
      --labels-as-projects         Makes the first label that means nothing else the project.
      --answer last-comment        Makes the last comment of a closed issue its answer.
      --rejected <file>            Where rows go that are no issues, to be corrected and imported; not of an archive.
      --dry-run, --yes, --report <file>
                                   As for a table.`;

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean' },
  people: { type: 'string' },
  map: { type: 'string', multiple: true },
  'labels-as-projects': { type: 'boolean' },
  answer: { type: 'string' },
  report: { type: 'string' },
  rejected: { type: 'string' },
} as const;

/** Reads the words after `kwit import github`. @returns null when they say nothing that Kwit can do. @throws UsageError */
export function readGithubImport(args: readonly string[]): TerminalCommand | null {
  const read = readTyped(args, OPTIONS);
  if (read === null || read.positionals.length === 0) return null;
  const { values, positionals } = read;
  const meanings = meaningsOf(values.map ?? [], readGithubMeaning, 'label.bug=category.bug');
  if (values.answer !== undefined) choiceOf('answer', ['last-comment'], values.answer);
  const options: GithubOptions = {
    product: 'github',
    paths: positionals.map((path) => resolve(path)),
    peoplePath: values.people === undefined ? null : resolve(values.people),
    meanings: Object.fromEntries(meanings),
    labelsAsProjects: values['labels-as-projects'] ?? false,
    lastCommentAnswers: values.answer !== undefined,
  };
  const { report: reportPath = null, rejected: rejectedPath = null } = values;
  const manner = { isTrial: values['dry-run'] ?? false, asks: !values.yes, reportPath, rejectedPath };
  return (parts) => importFromGithub(parts, options, manner);
}
