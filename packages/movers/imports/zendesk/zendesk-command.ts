import type { Typed } from '#platform';
import { ImportRefused } from '../import-report.ts';
import { peopleOfAccounts } from '../incoming/accounts.ts';
import type { OpenImport } from '../incoming/run-import.ts';
import { openScratch } from '../incoming/scratch.ts';
import { refuseShort } from '../incoming/source-parts.ts';
import { asRow, asRows, idIn, type JsonRow } from '../json-rows.ts';
import { readPeople } from '../people-table.ts';
import { VALUE, zoneOf } from '../product.ts';
import { type Download, FROM_A_SERVICE, openRest, serviceChoiceOf } from '../rest/open-rest.ts';
import { ZendeskAccount } from './zendesk-account.ts';
import { filesOfComment } from './zendesk-comments.ts';
import { zendeskTickets } from './zendesk-tickets.ts';

/** A key goes with the address of who made it: `address/token:key`; one alone is a token of OAuth. */
function withKey(key: string): Readonly<Record<string, string>> {
  if (!key.includes(':')) return { authorization: `Bearer ${key}` };
  const named = key.includes('/token:') ? key : key.replace(':', '/token:');
  return { authorization: `Basic ${Buffer.from(named).toString('base64')}` };
}

/** Fetches a Zendesk into a folder, so that it can be read from there. @throws ImportRefused when it does not answer. */
async function downloadZendesk(download: Download): Promise<void> {
  const me = asRow(asRow(await download.json('api/v2/users/me.json', 'me.json')).user);
  if (!/^(?:admin|agent)$/.test(String(me.role)))
    throw new ImportRefused(
      'Zendesk tells tickets to an administrator or an agent: the key is of nobody such. The file has address/token:key.',
    );
  for (const name of ['groups', 'brands', 'ticket_fields', 'custom_statuses', 'organizations'])
    await download.pages(`api/v2/${name}.json?per_page=100`, name);
  await download.pages('api/v2/incremental/users/cursor.json?start_time=0', 'users');
  const ids = new Set<string | null>();
  const address = 'api/v2/incremental/tickets/cursor.json?start_time=0&include=metric_sets';
  await download.pages(address, 'tickets', 'tickets', (page) => {
    for (const ticket of asRows(page.tickets)) if (ticket.status !== 'deleted') ids.add(idIn(ticket));
  });
  for (const id of ids) {
    const comments: JsonRow[] = [];
    const path = `api/v2/tickets/${id}/comments.json?page[size]=100`;
    await download.pages(path, `comments/${id}`, 'comments', (page) => comments.push(...asRows(page.comments)));
    for (const file of comments.flatMap(filesOfComment))
      if (file.address !== null && file.fault === null)
        await download.file(file.address, `attachments/${file.id}/file`);
  }
}

const FLAGS = { ...FROM_A_SERVICE, zone: VALUE } as const;

const optionsOf = (path: string, { zone = 'UTC', ...values }: Typed<typeof FLAGS>['values']) => ({
  product: 'zendesk' as const,
  ...serviceChoiceOf(path, values),
  zone: zoneOf(zone),
});
export type ZendeskOptions = ReturnType<typeof optionsOf>;

async function open(options: ZendeskOptions): Promise<OpenImport> {
  const table = await readPeople(options.peoplePath);
  const { lastCommentAnswers, zone, source } = options;
  return openRest(options, withKey, downloadZendesk, async (folder, opening) => {
    const account = new ZendeskAccount(folder, await openScratch(opening));
    await account.read();
    refuseShort('Zendesk', account.shortages, options.allowsIncomplete);
    const people = peopleOfAccounts(account.accounts, table);
    return zendeskTickets({ folder, account, people, lastCommentAnswers, zone }, source);
  });
}

export const ZENDESK = { flags: FLAGS, options: optionsOf, open };
