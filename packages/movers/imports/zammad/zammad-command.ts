import type { Typed } from '#platform';
import { ImportRefused } from '../import-report.ts';
import { peopleOfAccounts } from '../incoming/accounts.ts';
import type { OpenImport } from '../incoming/run-import.ts';
import { openScratch } from '../incoming/scratch.ts';
import { refuseShort } from '../incoming/source-parts.ts';
import { asRow, asRows, idIn, listIn } from '../json-rows.ts';
import { readPeople } from '../people-table.ts';
import { type Download, FROM_A_SERVICE, openRest, serviceChoiceOf } from '../rest/open-rest.ts';
import { readZammadFacts } from './zammad-folder.ts';
import { zammadTickets } from './zammad-tickets.ts';

const PAGE = 100;
const withToken = (token: string) => ({ authorization: `Token token=${token}` });

/** Fetches a Zammad into a folder, so that it can be read from there. @throws ImportRefused when it does not answer. */
async function downloadZammad(download: Download): Promise<void> {
  const get = (path: string, name: string) => download.json(`api/v1/${path}`, name);
  if (idIn(asRow(await get('users/me', 'users/me.json'))) === null)
    throw new ImportRefused('This is no Zammad: users/me tells nobody.');
  for (const name of ['groups', 'organizations', 'ticket_states', 'ticket_priorities', 'users'])
    await idsOfPages(download, name, name);
  const tickets = await idsOfPages(download, 'tickets?expand=true', 'tickets');
  for (const id of tickets) await downloadTicket(download, Number(id));
}

/** Fetches a list. Zammad stops at 100 rows a page without a word: only an empty page is the end, or the first one once more. */
async function idsOfPages(download: Download, path: string, folder: string): Promise<ReadonlySet<string | null>> {
  await download.forgetPages(folder, /^page-\d+\.json$/);
  const ids = new Set<string | null>();
  for (let page = 1; ; page += 1) {
    const address = `api/v1/${path}${path.includes('?') ? '&' : '?'}page=${page}&per_page=${PAGE}`;
    const rows = listIn(await download.json(address, `${folder}/page-${page}.json`), address);
    const before = ids.size;
    for (const row of rows) ids.add(idIn(row));
    if (ids.size === before) return ids;
  }
}

async function downloadTicket(download: Download, id: number): Promise<void> {
  const get = (path: string, name: string) => download.json(`api/v1/${path}`, name);
  const articles = asRows(await get(`ticket_articles/by_ticket/${id}`, `ticket_articles/by_ticket/${id}.json`));
  await get(`links?link_object=Ticket&link_object_value=${id}`, `links/${id}.json`);
  await get(`tags?object=Ticket&o_id=${id}`, `tags/${id}.json`);
  for (const article of articles)
    for (const file of asRows(article.attachments)) {
      const path = `ticket_attachment/${id}/${Number(idIn(article))}/${Number(idIn(file))}`;
      await download.file(`api/v1/${path}`, path);
    }
}

const optionsOf = (path: string, values: Typed<typeof FROM_A_SERVICE>['values']) => ({
  product: 'zammad' as const,
  ...serviceChoiceOf(path, values),
});
export type ZammadOptions = ReturnType<typeof optionsOf>;

async function open(options: ZammadOptions): Promise<OpenImport> {
  const table = await readPeople(options.peoplePath);
  return openRest(options, withToken, downloadZammad, async (folder, opening) => {
    const facts = await readZammadFacts(folder, await openScratch(opening));
    refuseShort('Zammad', facts.shortages, options.allowsIncomplete);
    const people = peopleOfAccounts(facts.accounts, table);
    const { lastCommentAnswers, source } = options;
    return zammadTickets({ folder, facts, people, lastCommentAnswers }, source);
  });
}

export const ZAMMAD = { flags: FROM_A_SERVICE, options: optionsOf, open };
