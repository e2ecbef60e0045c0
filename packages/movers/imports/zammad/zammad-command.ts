import { Accounts } from '../incoming/accounts.ts';
import type { OpenImport } from '../incoming/run-import.ts';
import { readPeople } from '../people-table.ts';
import { openRest, type RestOptions } from '../rest/open-rest.ts';
import { downloadZammad } from './download-zammad.ts';
import { readZammadFacts } from './zammad-folder.ts';
import { ZammadTickets } from './zammad-tickets.ts';

/** What `kwit import zammad` was asked for. */
export interface ZammadOptions extends RestOptions {
  readonly product: 'zammad';
  readonly peoplePath: string | null;
  readonly lastCommentAnswers: boolean;
  readonly source: string;
}

/** Opens what options name. @throws ImportRefused for what is no Zammad. */
export async function openZammad(options: ZammadOptions): Promise<OpenImport> {
  const table = await readPeople(options.peoplePath);
  return openRest(options, downloadZammad, async (folder) => {
    const facts = await readZammadFacts(folder);
    const people = new Accounts(facts.accounts, table);
    const { lastCommentAnswers, source } = options;
    return new ZammadTickets({ folder, facts, people, lastCommentAnswers }, source);
  });
}
