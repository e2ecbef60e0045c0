import { readTyped, type TerminalCommand, type Typed } from '#platform';
import { importFromKwit } from '../imports/kwit/import-kwit.ts';
import { importFromOpenArca, type OpenArcaRequest } from '../imports/openarca/openarca-command.ts';
import { verifyOpenArca } from '../imports/openarca/verify-command.ts';
import { readMeaning } from '../imports/source-words.ts';
import { CSV_USAGE, readCsvImport } from './import-csv-words.ts';
import { GITHUB_USAGE, readGithubImport } from './import-github-words.ts';
import { meaningsOf } from './option-values.ts';
import { resumeImport } from './resume-import.ts';

export const IMPORT_USAGE = `  import kwit <file.tar>           Brings everything of an export into an empty Kwit: all of it, or nothing.
  import openarca <folder|backup.tar.gz|data.sqlite>
                                   Brings everything of an OpenArca: all of it, or nothing. Stop Kwit first.
      --dry-run                    Reads everything and writes nothing.
      --report <file>              Writes the report as JSON.
      --map status.resolved=waiting
                                   Says what a word means that Kwit does not have: of a status, a category, a priority or
                                   a task_status. It may be given more than once.
      --renumber                   Gives its tickets other numbers when Kwit has tickets with theirs.
      --settings, --mail-settings  Takes over edition and flags; the mail provider with its secrets.
      --allow-missing-files        Ends with 0 although uploaded files are missing.
      --repair-links               Imports a database with broken links between its rows.
  import verify openarca <folder|backup.tar.gz|data.sqlite>
                                   Compares every value with what came to Kwit; ends with 1 when one differs.
${CSV_USAGE}
${GITHUB_USAGE}
  import resume                    Goes on with the imports that were killed, each with what it was asked for.`;

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  report: { type: 'string' },
  map: { type: 'string', multiple: true },
  renumber: { type: 'boolean' },
  settings: { type: 'boolean' },
  'mail-settings': { type: 'boolean' },
  'allow-missing-files': { type: 'boolean' },
  'repair-links': { type: 'boolean' },
} as const;

/** Reads the words after `kwit import`. @returns null when they say nothing that Kwit can do. @throws UsageError */
export function readImport(args: readonly string[]): TerminalCommand | null {
  if (args[0] === 'csv') return readCsvImport(args.slice(1));
  if (args[0] === 'github') return readGithubImport(args.slice(1));
  if (args[0] === 'resume') return args.length === 1 ? resumeImport : null;
  const read = readTyped(args, OPTIONS);
  if (read === null) return null;
  const [what, ...rest] = read.positionals;
  const [path = ''] = rest;
  if (what === 'kwit')
    return rest.length === 1 && Object.keys(read.values).length === 0 ? (parts) => importFromKwit(parts, path) : null;
  if (what === 'verify' && rest[0] === 'openarca') {
    const request = rest.length === 2 ? requestOf(rest[1] ?? '', read.values) : null;
    return request && ((parts) => verifyOpenArca(parts, request));
  }
  const request = what === 'openarca' && rest.length === 1 ? requestOf(path, read.values) : null;
  return request && (async (parts) => ((await importFromOpenArca(parts, request)) ? 0 : 3));
}

type Values = Typed<typeof OPTIONS>['values'];

function requestOf(path: string, values: Values): OpenArcaRequest | null {
  const meanings = meaningsOf(values.map ?? [], readMeaning, 'status.resolved=waiting');
  if (path === '') return null;
  return {
    path,
    isTrial: values['dry-run'] ?? false,
    reportPath: values.report ?? null,
    meanings: new Map(meanings),
    renumbers: values.renumber ?? false,
    settings: { all: values.settings ?? false, mail: values['mail-settings'] ?? false },
    allowsMissingFiles: values['allow-missing-files'] ?? false,
    repairsLinks: values['repair-links'] ?? false,
  };
}
