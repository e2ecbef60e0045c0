import { readHtml } from '#mail-in';
import { fromCommonMark } from '#markdown';
import type { SourcePeople } from '../incoming/accounts.ts';
import type { IncomingFile } from '../incoming/incoming-ticket.ts';
import {
  type AuthoredComment,
  commentParts,
  inOrderOfTime,
  lineOf,
  type RowRemarks,
} from '../incoming/source-parts.ts';
import { asRow, asRows, idIn, type JsonRow, textIn, timeIn } from '../json-rows.ts';
import type { RestFolder } from '../rest/rest-folder.ts';
import { isMarkedPrivate } from '../source-words.ts';
import type { ZammadFacts } from './zammad-folder.ts';

interface InlinePicture {
  readonly name: string;
  readonly bytes: Buffer;
}

const DATA = /^data:image\/(png|jpeg|gif|webp);base64,([A-Za-z0-9+/=\s]+)$/i;

/**
 * The text of an article in HTML as Markdown. Scripts and what nobody sees go; a picture is named where it stands.
 *
 * @param nameOf the name of an attached picture by its Content-ID; null for none.
 */
export function readArticleHtml(
  html: string,
  nameOf: (contentId: string) => string | null,
): { readonly text: string; readonly pictures: readonly InlinePicture[] } {
  const pictures: InlinePicture[] = [];
  const { markdown } = readHtml([html], {
    picture(source) {
      if (/^cid:/i.test(source)) return nameOf(source.slice(4)) ?? '';
      const [, kind, data] = DATA.exec(source) ?? [];
      if (kind === undefined || data === undefined) return null;
      const name = `picture-${pictures.length + 1}.${kind.toLowerCase().replace('jpeg', 'jpg')}`;
      pictures.push({ name, bytes: Buffer.from(data, 'base64') });
      return name;
    },
  });
  return { text: fromCommonMark(markdown, { isConverted: false }), pictures };
}

export interface ZammadReading {
  readonly folder: RestFolder;
  readonly facts: ZammadFacts;
  readonly people: SourcePeople;
  readonly lastCommentAnswers: boolean;
}

interface ReadArticle {
  readonly comment: AuthoredComment;
  readonly row: JsonRow;
}

/** Reads the articles of a ticket in order of time. */
export async function readArticles({ folder, people }: ZammadReading, ticket: JsonRow, remarks: RowRemarks) {
  const ticketId = idIn(ticket) ?? '';
  const files: IncomingFile[] = [];
  const read: ReadArticle[] = [];
  const rows = asRows(await folder.read(`ticket_articles/by_ticket/${ticketId}.json`));
  const count = Number(ticket.article_count ?? 0);
  const missing = count - rows.length;
  if (missing > 0) remarks.lose('comments', `${missing} of its ${count} articles were not given`, { count: missing });
  for (const row of rows) {
    const createdAt = timeIn(row, 'created_at');
    if (createdAt === null) {
      remarks.lose('comments', 'an article tells no time', { value: textIn(row, 'body') ?? '' });
      continue;
    }
    const authorId = idIn(row, 'origin_by_id') ?? idIn(row, 'created_by_id') ?? '';
    const author = people.person(authorId);
    const isInternal = isMarkedPrivate(row.internal ?? true);
    const { text, pictures } = textOf(row);
    const id = idIn(row) ?? '';
    const about = { at: createdAt, by: author, isInternal };
    files.push(...(await filesOf(folder, { ticket: ticketId, id, row }, about, remarks)));
    for (const [place, picture] of pictures.entries())
      files.push({ ...picture, path: '', externalId: `picture ${id} ${place}`, ...about });
    const comment = {
      externalId: `article ${id}`,
      author,
      authorId,
      content: text,
      createdAt,
      isDeveloper: textIn(row, 'sender') !== 'Customer',
      isInternal,
    };
    read.push({ row, comment });
  }
  return { files, ...arranged(read.toSorted(byTime), textIn(ticket, 'title') ?? '', remarks) };
}

/** Ids of articles need not follow their times. */
const byTime = ({ comment: a, row: { id: m } }: ReadArticle, { comment: b, row: { id: n } }: ReadArticle): number =>
  a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : Number(m) - Number(n);

function arranged(read: readonly ReadArticle[], title: string, remarks: RowRemarks) {
  const [first, ...others] = read;
  const isDescribed = first !== undefined && !first.comment.isInternal;
  const said = (isDescribed ? others : read).filter(({ comment }) => comment.content.trim() !== '');
  return {
    /** The first one, where everybody reads it; else the ticket has no description. */
    description: isDescribed ? first.comment.content : '',
    comments: inOrderOfTime(said.flatMap(({ comment }) => commentParts(comment, remarks))),
    lines: read.flatMap(({ row }) => linesOf(row, title)),
  };
}

/** What an article has without a place of its own. */
function linesOf(row: JsonRow, title: string): string[] {
  const subject = textIn(row, 'subject');
  return [...lineOf('CC', textIn(row, 'cc')), ...lineOf('Subject', subject === title ? null : subject)];
}

function textOf(row: JsonRow): ReturnType<typeof readArticleHtml> {
  const body = textIn(row, 'body') ?? '';
  if (textIn(row, 'content_type')?.startsWith('text/html') !== true) return { text: body, pictures: [] };
  const names = new Map(
    asRows(row.attachments).map((file) => [textIn(asRow(file.preferences), 'Content-ID'), textIn(file, 'filename')]),
  );
  return readArticleHtml(body, (id) => names.get(id) ?? names.get(`<${id}>`) ?? null);
}

/** The files of an article that are in the folder. Those that are not are lost, and named. */
async function filesOf(
  folder: RestFolder,
  { ticket, id, row }: { readonly ticket: string; readonly id: string; readonly row: JsonRow },
  about: Pick<IncomingFile, 'at' | 'by' | 'isInternal'>,
  remarks: RowRemarks,
): Promise<IncomingFile[]> {
  const files: IncomingFile[] = [];
  for (const file of asRows(row.attachments)) {
    const [fileId, name] = [idIn(file) ?? '', textIn(file, 'filename') ?? 'file'];
    const path = await folder.file(`ticket_attachment/${ticket}/${id}`, fileId);
    if (path === null) remarks.lose('attachments', 'it is not in the folder', { name });
    else files.push({ name, path, externalId: `file ${fileId}`, ...about });
  }
  return files;
}
