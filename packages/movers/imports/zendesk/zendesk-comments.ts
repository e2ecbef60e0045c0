import type { SourcePeople } from '../incoming/accounts.ts';
import { type AttachedFile, type DeskMessage, filesIn, oldestFirst } from '../incoming/help-desk.ts';
import { readHtmlBody } from '../incoming/html-body.ts';
import type { RowRemarks } from '../incoming/source-parts.ts';
import { asRows, idIn, type JsonRow, textIn, timeIn } from '../json-rows.ts';
import type { RestFolder } from '../rest/rest-folder.ts';
import type { ZendeskAccount } from './zendesk-account.ts';

export interface ZendeskReading {
  readonly folder: RestFolder;
  readonly account: ZendeskAccount;
  readonly people: SourcePeople;
  readonly lastCommentAnswers: boolean;
  readonly zone: string;
}

interface Attachment extends AttachedFile {
  readonly address: string | null;
}

const IMAGE = /<img\s[^>]*?src="([^"]*\/attachments\/token\/([^/?"]+)[^"]*)"/gi;
const urlOf = (address: string | null): URL | null => URL.parse(address ?? '', 'https://zendesk.example');
/** An address without host and question, by which a picture in a text is told to be a file. */
const placeOf = (address: string | null): string | undefined => urlOf(address)?.pathname.replace(/\/$/, '');

/** The files of a comment, and pictures that stand in its text alone. */
export function filesOfComment(comment: JsonRow): Attachment[] {
  const listed = asRows(comment.attachments).map((file): Attachment => {
    const [id = '', name = 'file'] = [idIn(file) ?? undefined, textIn(file, 'file_name') ?? undefined];
    return { id, name, address: textIn(file, 'content_url'), fault: faultOf(file), size: file.size };
  });
  const places = new Set(listed.map(({ address }) => placeOf(address)));
  const images = (textIn(comment, 'html_body') ?? '').matchAll(IMAGE).map(([, written = '', id = '']): Attachment => {
    const address = written.replaceAll('&amp;', '&');
    return { id, name: urlOf(address)?.searchParams.get('name') ?? 'picture', address, fault: null, size: null };
  });
  return [...listed, ...images.filter(({ address }) => !places.has(placeOf(address)))];
}

function faultOf({ malware_scan_result: scan, malware_access_override: isForced, deleted }: JsonRow): string | null {
  if (scan === 'malware_found' && isForced !== true) return 'malware was found in it there';
  return deleted === true ? 'it was deleted there' : null;
}

const placeInFolder = ({ id, name }: AttachedFile) => [`attachments/${id}`, name, 'file'] as const;

/** The messages of a ticket, oldest first. A comment that does not say that it is public is internal. */
export async function zendeskMessages(
  reading: ZendeskReading,
  comments: readonly JsonRow[],
  remarks: RowRemarks,
): Promise<DeskMessage[]> {
  const messages: DeskMessage[] = [];
  for (const row of comments) {
    const createdAt = timeIn(row, 'created_at');
    if (createdAt === null) {
      remarks.lose('comments', 'a comment tells no time', { value: textIn(row, 'plain_body', 'body') ?? '' });
      continue;
    }
    if (typeof row.public !== 'boolean')
      remarks.add('comments', 'a comment does not tell whether it is public: it is internal');
    const authorId = idIn(row, 'author_id') ?? '';
    const attached = filesOfComment(row);
    const { text, pictures } = textOf(row, attached);
    const comment = {
      externalId: `comment ${idIn(row)}`,
      author: reading.people.person(authorId),
      authorId,
      content: text,
      createdAt,
      isDeveloper: /^(?:admin|agent)$/.test(String(reading.account.lists.users.get(authorId)?.role)),
      isInternal: row.public !== true,
    };
    messages.push({ comment, pictures, files: await filesIn(reading.folder, placeInFolder, attached, remarks) });
  }
  return oldestFirst(messages);
}

function textOf(row: JsonRow, attached: readonly Attachment[]): ReturnType<typeof readHtmlBody> {
  const html = textIn(row, 'html_body');
  if (html === null) return { text: textIn(row, 'plain_body', 'body') ?? '', pictures: [] };
  const names = new Map(attached.map(({ address, name }) => [placeOf(address), name]));
  return readHtmlBody(html, (address) => names.get(placeOf(address)) ?? null);
}
