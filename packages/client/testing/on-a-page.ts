import { Kwit, KwitError, orThrow } from '../index.ts';

/**
 * A program on a page of Kwit: it reads to the end, writes with a file and a key, is refused, and hears of what it
 * wrote. A story runs it in a browser.
 */
export async function tryOnAPage(url: string, token: string) {
  const listening = Promise.withResolvers<void>();
  const kwit = new Kwit({
    url,
    token,
    async fetch(request) {
      const response = await fetch(request);
      if (request.url.endsWith('/stream')) listening.resolve();
      return response;
    },
  });
  const titles: string[] = [];
  for await (const { title } of kwit.each('/api/tickets', { query: { limit: 2, sort: 'number', order: 'asc' } }))
    titles.push(title);
  const over = new AbortController();
  const heard = kwit.events({ signal: over.signal }).next();
  await listening.promise;
  const file = { name: 'page.log', blob: new Blob(['paper jam\n'], { type: 'text/plain' }) };
  const draft = { title: 'Written by a page', description: 'With a file.' };
  const opened = await kwit.openTicket(draft, { files: [file], key: 'once' });
  const again = await kwit.openTicket(draft, { files: [file], key: 'once' });
  const ticket = await kwit.ticket(opened.number);
  const changed = await kwit.changeTicket(ticket, { status: 'in_progress' });
  const outdated = await kwit.changeTicket(ticket, { status: 'waiting' }).catch((error: unknown) => error);
  const { error } = await kwit.GET('/api/audit');
  const me = await orThrow(kwit.GET('/api/auth/me'));
  const { value: first } = await heard;
  over.abort();
  return {
    titles,
    isOnce: opened.id === again.id,
    files: ticket.attachments.map(({ original_name }) => original_name),
    status: changed.status,
    outdated: outdated instanceof KwitError ? outdated.code : String(outdated),
    refused: error?.error,
    name: me.name,
    told: first?.name === 'ticket' ? first.ticket_id === opened.id : first?.name,
  };
}
