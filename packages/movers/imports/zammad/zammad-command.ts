import type { CommandParts, ExitCode } from '#platform';
import type { CommandManner } from '../csv/csv-command.ts';
import { Accounts } from '../incoming/accounts.ts';
import { importByCommand, unansweredLines } from '../incoming/import-by-command.ts';
import { readPeople } from '../people-table.ts';
import { type OpenRest, openRest } from '../rest/open-rest.ts';
import { downloadZammad } from './download-zammad.ts';
import { readZammadFacts } from './zammad-folder.ts';
import { ZammadTickets } from './zammad-tickets.ts';

/** What `kwit import zammad` was asked for, as it is kept to go on with. Paths are whole; the token is in none of it. */
export interface ZammadOptions {
  readonly product: 'zammad';
  /** A folder of answers, or the address of a Zammad. */
  readonly path: string;
  /** A file that has the token; null for a folder. */
  readonly keyPath: string | null;
  /** Where answers are kept that were fetched; null for nowhere. */
  readonly savePath: string | null;
  readonly peoplePath: string | null;
  readonly lastCommentAnswers: boolean;
  readonly source: string;
}

/** Opens what options name. @throws ImportRefused for what is no Zammad. */
export async function openZammad(options: ZammadOptions): Promise<OpenRest<ZammadTickets>> {
  const table = await readPeople(options.peoplePath);
  return openRest(options, downloadZammad, async (folder) => {
    const facts = await readZammadFacts(folder);
    const people = new Accounts(facts.accounts, table);
    const { lastCommentAnswers, source } = options;
    return new ZammadTickets({ folder, facts, people, lastCommentAnswers }, source);
  });
}

/** `kwit import zammad`: says what it would do, asks, and does it. @throws ImportRefused when nothing was imported. */
export async function importFromZammad(
  parts: CommandParts,
  options: ZammadOptions,
  manner: CommandManner,
): Promise<ExitCode> {
  await using opened = await openZammad(options);
  const { source } = opened;
  for (const warning of source.warnings) parts.say(`Warning: ${warning}`);
  const wanted = { source, people: 'create', options: JSON.stringify(options) } as const;
  return await importByCommand(parts, 'import zammad', wanted, manner, () => unansweredLines(source.unanswered));
}
