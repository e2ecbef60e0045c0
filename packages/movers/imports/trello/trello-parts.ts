import type { Status } from '#contract/words.ts';
import type { SourcePeople } from '../incoming/accounts.ts';
import type { IncomingFile, IncomingReference } from '../incoming/incoming-ticket.ts';
import {
  lineOf,
  missingFile,
  NOT_READ,
  nearestColor,
  ownFields,
  type RowRemarks,
  wholeFile,
} from '../incoming/source-parts.ts';
import { asRow, asRows, idIn, type JsonRow, textIn, timeIn } from '../json-rows.ts';
import { cutAt, labelsFrom } from '../source-words.ts';
import { linkIn, shortLinkOf, type TrelloBoard } from './trello-board.ts';

export interface TrelloChoice {
  /** In which days are told. */
  readonly zone: string;
  /** By the names of lists. */
  readonly statuses: ReadonlyMap<string, Status>;
  readonly commentsArePublic: boolean;
  readonly lastCommentAnswers: boolean;
  /** Finds a download by the id of the file and its name; null where nobody named a folder. */
  readonly findFile: ((id: string, name: string) => Promise<string | null>) | null;
}

export interface TrelloReading {
  readonly board: TrelloBoard;
  readonly people: SourcePeople;
  readonly choice: TrelloChoice;
  readonly links: ReturnType<typeof linksBetween>;
}

/** Cards of the board that name one another, seen from both ends: by their short links, and whether the link leads out of the first. */
export function linksBetween({ shortLinks, leads }: TrelloBoard): ReadonlyMap<string, ReadonlyMap<string, boolean>> {
  const links = new Map<string, Map<string, boolean>>();
  const linksOf = (card: string) => links.getOrInsertComputed(card, () => new Map());
  for (const [from, to] of leads) {
    if (from === to || !shortLinks.has(from) || !shortLinks.has(to) || linksOf(from).has(to)) continue;
    linksOf(from).set(to, true);
    linksOf(to).set(from, false);
  }
  return links;
}

export const memberIdsIn = (card: JsonRow, name: string): string[] =>
  Array.isArray(card[name]) ? card[name].filter((id) => typeof id === 'string') : [];

/** A label without a name is called by its colour. */
export function labelsIn(card: JsonRow) {
  const named = asRows(card.labels).map(
    (label) => [textIn(label, 'name', 'color') ?? '', nearestColor(textIn(label, 'color'))] as const,
  );
  return { ...labelsFrom(named.map(([name]) => name)), colors: Object.fromEntries(named) };
}

const byPosition = (a: JsonRow, b: JsonRow): number => Number(a.pos) - Number(b.pos);

/** The description of a card, and its lists of things to do below. */
export function cardText(card: JsonRow, board: TrelloBoard): string {
  const lists = board
    .checklistsOf(card)
    .toSorted(byPosition)
    .map((list) => {
      const items = asRows(list.checkItems).toSorted(byPosition);
      return [
        `### ${textIn(list, 'name') ?? 'Checklist'}`,
        items.map((item) => `- [${item.state === 'complete' ? 'x' : ' '}] ${textIn(item, 'name') ?? ''}`).join('\n'),
      ];
    });
  return [textIn(card, 'desc') ?? [], ...lists].flat().join('\n\n');
}

/** A moment as the day that it is in the zone. */
export function dayOf(card: JsonRow, field: string, { zone }: TrelloChoice): string | null {
  const at = timeIn(card, field);
  return at === null ? null : Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** Values of a card without a place of their own, in the words of Trello. */
export function cardLeftovers(card: JsonRow, { board, people, choice }: TrelloReading, remarks: RowRemarks): string[] {
  const { name, isClosed } = board.lists.get(textIn(card, 'idList') ?? '') ?? { name: '', isClosed: false };
  const names = (ids: readonly string[]) => ids.map((id) => people.nameOf(id) ?? id).join(', ');
  const [, ...others] = memberIdsIn(card, 'idMembers');
  const voters = memberIdsIn(card, 'idMembersVoted');
  if (card.closed === true) remarks.add('tickets', 'it was archived: it is closed', name);
  if (isClosed) remarks.add('tickets', 'its list was archived: it is closed', name);
  const dueDay = dayOf(card, 'due', choice);
  return [
    `List: ${name}`,
    ...(card.closed === true ? [`Archived card of the list ${name}`] : []),
    ...(isClosed ? [`List ${name} is archived`] : []),
    ...lineOf('Also assigned', names(others)),
    ...lineOf('Voted', names(voters)),
    ...(card.dueComplete === true ? ['Due date: marked complete'] : []),
    ...(dueDay === null ? lineOf('Due date', textIn(card, 'due')) : []),
    ...lineOf('Start date', dayOf(card, 'start', choice) ?? textIn(card, 'start')),
    ...['locationName', 'address'].flatMap((field) => lineOf('Location', textIn(card, field))),
    ...itemLines(card, board, names, choice),
    ...cardFieldsOf(card, board).lines,
  ];
}

/** Things to do that somebody has, or that have a day. */
const itemLines = (
  card: JsonRow,
  board: TrelloBoard,
  names: (ids: readonly string[]) => string,
  choice: TrelloChoice,
): string[] =>
  board
    .checklistsOf(card)
    .flatMap((list) => asRows(list.checkItems))
    .flatMap((item) => {
      const [due, member] = [textIn(item, 'due'), textIn(item, 'idMember')];
      const said = [
        due && `due ${dayOf(item, 'due', choice) ?? due}`,
        member && `assigned to ${names([member])}`,
      ].filter((part) => part !== null);
      return lineOf(textIn(item, 'name') ?? 'Item', said);
    });

export const cardFieldsOf = (card: JsonRow, { fields }: TrelloBoard) =>
  ownFields(
    asRows(card.customFieldItems).map((item) => {
      const field = fields.get(textIn(item, 'idCustomField') ?? '');
      const option = field?.options.get(textIn(item, 'idValue') ?? '');
      const text = option ?? textIn(asRow(item.value), 'text', 'number', 'date', 'checked') ?? textIn(item, 'idValue');
      return [field?.name ?? 'Field', text];
    }),
  );

/** Files are among the downloads, or lost; links to cards of the board are relations; others are addresses outside. */
export async function attachmentsOf(card: JsonRow, { people, choice, links }: TrelloReading, remarks: RowRemarks) {
  const files: IncomingFile[] = [];
  const references: IncomingReference[] = [];
  const lines: string[] = [];
  for (const attachment of asRows(card.attachments)) {
    const [id, url] = [idIn(attachment) ?? '', textIn(attachment, 'url') ?? ''];
    const name = textIn(attachment, 'name', 'fileName') ?? id;
    if (attachment.isUpload === true) {
      const path = (await choice.findFile?.(id, textIn(attachment, 'fileName', 'name') ?? '')) ?? null;
      const by = people.person(textIn(attachment, 'idMember'));
      const content = await wholeFile(path, attachment.bytes, missingFile(choice.findFile));
      if (typeof content === 'string') remarks.lose('attachments', content, { name: `${name} (${id})`, value: url });
      else files.push({ name, ...content, address: url, externalId: `file ${id}`, at: timeIn(attachment, 'date'), by });
    } else if (links.get(shortLinkOf(card))?.has(linkIn(attachment)) !== true) {
      if (linkIn(attachment) !== '') remarks.add('relations', NOT_READ, url);
      if (isReference(url)) references.push({ url, title: cutAt(name, 300) });
      else lines.push(`Attachment: ${name} ${url}`);
    }
  }
  return { files, references, lines };
}

function isReference(url: string): boolean {
  const read = url.length <= 2048 && /^https?:\/\/\S+$/i.test(url) ? URL.parse(url) : null;
  return read !== null && read.username === '' && read.password === '';
}
