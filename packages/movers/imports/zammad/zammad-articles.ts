import { addressOf, isAddress } from '#platform';
import type { SourcePeople } from '../incoming/accounts.ts';
import { type DeskMessage, filesIn, oldestFirst, publicFirst } from '../incoming/help-desk.ts';
import { readHtmlBody } from '../incoming/html-body.ts';
import type { IncomingPerson } from '../incoming/incoming-ticket.ts';
import { lineOf, type RowRemarks } from '../incoming/source-parts.ts';
import { asRow, asRows, idIn, type JsonRow, textIn, timeIn } from '../json-rows.ts';
import type { RestFolder } from '../rest/rest-folder.ts';
import { isMarkedPrivate } from '../source-words.ts';
import type { ZammadFacts } from './zammad-folder.ts';

export interface ZammadReading {
  readonly folder: RestFolder;
  readonly facts: ZammadFacts;
  readonly people: SourcePeople;
  readonly lastCommentAnswers: boolean;
}

/** Reads the articles of a ticket in order of time: ids of articles need not follow their times. */
export async function readArticles({ folder, people }: ZammadReading, ticket: JsonRow, remarks: RowRemarks) {
  const ticketId = idIn(ticket) ?? '';
  const read: (DeskMessage & { readonly row: JsonRow })[] = [];
  const rows = asRows(await folder.read(`ticket_articles/by_ticket/${ticketId}.json`));
  const count = Number(ticket.article_count ?? 0);
  const missing = count - rows.length;
  if (missing > 0) remarks.lose('comments', `${missing} of its ${count} articles were not given`, { count: missing });
  for (const row of rows.toSorted((a, b) => Number(a.id) - Number(b.id))) {
    const createdAt = timeIn(row, 'created_at');
    if (createdAt === null) {
      remarks.lose('comments', 'an article tells no time', { value: textIn(row, 'body') ?? '' });
      continue;
    }
    const authorId = idIn(row, 'origin_by_id') ?? idIn(row, 'created_by_id') ?? '';
    const id = idIn(row) ?? '';
    const { text, pictures } = textOf(row);
    const comment = {
      externalId: `article ${id}`,
      author: people.person(authorId) ?? senderOf(row),
      authorId,
      content: text,
      createdAt,
      isDeveloper: textIn(row, 'sender') !== 'Customer',
      isInternal: isMarkedPrivate(row.internal ?? true),
    };
    const attached = asRows(row.attachments).map((file) => ({
      ...{ id: idIn(file) ?? '', name: textIn(file, 'filename') ?? 'file', fault: null, size: file.size },
    }));
    const place = `ticket_attachment/${ticketId}/${id}`;
    const files = await filesIn(folder, (file) => [place, file.id], attached, remarks);
    read.push({ row, comment, files, pictures });
  }
  const messages = oldestFirst(read);
  const title = textIn(ticket, 'title') ?? '';
  const lines = messages.flatMap(({ row }) => linesOf(row, title));
  return { messages, first: publicFirst(messages), lines };
}

/** The sender whom an article names, where no account has a name. */
function senderOf(row: JsonRow): IncomingPerson | null {
  const from = textIn(row, 'from')?.trim();
  if (!from || textIn(row, 'sender') === 'System') return null;
  const [, name = from, inside = from] = /^"?(.*?)"?\s*<(.+)>$/.exec(from) ?? [];
  const email = addressOf(inside);
  return isAddress(email) ? { email, name: name || null } : { email: null, name: from, account: `from ${from}` };
}

/** Values of an article without a place of their own. */
function linesOf(row: JsonRow, title: string): string[] {
  const subject = textIn(row, 'subject');
  return [...lineOf('CC', textIn(row, 'cc')), ...lineOf('Subject', subject === title ? null : subject)];
}

function textOf(row: JsonRow): ReturnType<typeof readHtmlBody> {
  const body = textIn(row, 'body') ?? '';
  if (textIn(row, 'content_type')?.startsWith('text/html') !== true) return { text: body, pictures: [] };
  const names = new Map(
    asRows(row.attachments).map((file) => [textIn(asRow(file.preferences), 'Content-ID'), textIn(file, 'filename')]),
  );
  return readHtmlBody(body, (address) => {
    const [, id = ''] = /^cid:(.*)$/is.exec(address) ?? [];
    return names.get(id) ?? names.get(`<${id}>`) ?? null;
  });
}
