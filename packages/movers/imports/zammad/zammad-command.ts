import { join } from 'node:path';
import type { Typed } from '#platform';
import { ImportRefused } from '../import-report.ts';
import { peopleOfAccounts } from '../incoming/accounts.ts';
import type { OpenImport } from '../incoming/run-import.ts';
import { asRow, asRows, idIn, type JsonRow } from '../json-rows.ts';
import { readPeople } from '../people-table.ts';
import { FROM_A_SERVICE, openRest, type RestClient, saveAnswer, serviceChoiceOf } from '../rest/open-rest.ts';
import { readZammadFacts } from './zammad-folder.ts';
import { zammadTickets } from './zammad-tickets.ts';

const PAGE = 100;
const withToken = (token: string) => ({ authorization: `Token token=${token}` });

/** Fetches a Zammad into a folder, so that it can be read from there. @throws ImportRefused when it does not answer. */
async function downloadZammad(client: RestClient, folder: string): Promise<void> {
  const get = (path: string) => client.json(`api/v1/${path}`);
  const me = await get('users/me');
  if (idIn(asRow(me)) === null) throw new ImportRefused('This is no Zammad: users/me tells nobody.');
  await saveAnswer(folder, 'users/me.json', me);
  /** Zammad stops at 100 rows a page without a word: only an empty page is the end. */
  const pages = async (path: string, keep: (page: number, rows: readonly JsonRow[]) => Promise<void>) => {
    const seen = new Set<string | null>();
    for (let page = 1; ; page += 1) {
      const rows = asRows(await get(`${path}${path.includes('?') ? '&' : '?'}page=${page}&per_page=${PAGE}`));
      // A list that knows no pages gives the first one again.
      const first = idIn(rows[0] ?? {});
      if (seen.has(first)) return;
      seen.add(first);
      await keep(page, rows);
      if (rows.length === 0) return;
    }
  };
  for (const name of ['groups', 'organizations', 'ticket_states', 'ticket_priorities']) {
    const all: JsonRow[] = [];
    await pages(name, async (_, rows) => void all.push(...rows));
    await saveAnswer(folder, `${name}.json`, all);
  }
  await pages('users', (page, rows) => saveAnswer(folder, `users/page-${page}.json`, rows));
  const ids: number[] = [];
  await pages('tickets?expand=true', async (page, rows) => {
    await saveAnswer(folder, `tickets/page-${page}.json`, rows);
    ids.push(...rows.map(({ id }) => Number(id)));
  });
  for (const id of ids) await downloadTicket(client, folder, id);
}

async function downloadTicket(client: RestClient, folder: string, id: number): Promise<void> {
  const get = (path: string) => client.json(`api/v1/${path}`);
  const articles = asRows(await get(`ticket_articles/by_ticket/${id}`));
  await saveAnswer(folder, `ticket_articles/by_ticket/${id}.json`, articles);
  await saveAnswer(folder, `links/${id}.json`, await get(`links?link_object=Ticket&link_object_value=${id}`));
  await saveAnswer(folder, `tags/${id}.json`, await get(`tags?object=Ticket&o_id=${id}`));
  for (const article of articles)
    for (const file of asRows(article.attachments)) {
      const path = `ticket_attachment/${id}/${Number(idIn(article))}/${Number(idIn(file))}`;
      await client.file(`api/v1/${path}`, join(folder, path));
    }
}

const optionsOf = (path: string, values: Typed<typeof FROM_A_SERVICE>['values']) => ({
  product: 'zammad' as const,
  ...serviceChoiceOf(path, values),
});
export type ZammadOptions = ReturnType<typeof optionsOf>;

async function open(options: ZammadOptions): Promise<OpenImport> {
  const table = await readPeople(options.peoplePath);
  return openRest(options, withToken, downloadZammad, async (folder) => {
    const facts = await readZammadFacts(folder);
    const people = peopleOfAccounts(facts.accounts, table);
    const { lastCommentAnswers, source } = options;
    return zammadTickets({ folder, facts, people, lastCommentAnswers }, source);
  });
}

export const ZAMMAD = { flags: FROM_A_SERVICE, options: optionsOf, open };
