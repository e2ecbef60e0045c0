import type { SaidType } from '#contract/relations.ts';
import { MOST_HOURS, type Status } from '#contract/words.ts';
import { type Instant, readInstant } from '#platform';
import type { SourcePeople } from '../incoming/accounts.ts';
import type { IncomingFile, IncomingLink, IncomingMove } from '../incoming/incoming-ticket.ts';
import {
  type AuthoredComment,
  commentParts,
  inOrderOfTime,
  lineOf,
  ownFields,
  type RowRemarks,
  wholeFile,
} from '../incoming/source-parts.ts';
import { asRow, asRows, idIn, type JsonRow, textIn, timeIn } from '../json-rows.ts';
import type { RestFolder } from '../rest/rest-folder.ts';
import { isMarkedPrivate, readDay } from '../source-words.ts';
import type { RedmineFacts } from './redmine-folder.ts';

export interface RedmineReading {
  readonly folder: RestFolder;
  readonly facts: RedmineFacts;
  readonly people: SourcePeople;
  readonly lastCommentAnswers: boolean;
  readonly meanings: ReadonlyMap<string, string>;
  /** Whether its numbers are not those of the tickets. */
  readonly renumbers: boolean;
  /** Text of its markup as Markdown. */
  text(written: string, remarks: RowRemarks): string;
}

const personIn = (row: JsonRow, name: string): string | null => idIn(asRow(row[name]));
const namedIn = (row: JsonRow, name: string): string | null => textIn(asRow(row[name]), 'name');

/** A note with words is a comment; without, it tells changes alone. */
export function notesOf(issue: JsonRow, reading: RedmineReading, remarks: RowRemarks): AuthoredComment[] {
  const { people, facts } = reading;
  const assignee = personIn(issue, 'assigned_to');
  const said = asRows(issue.journals).flatMap((journal): AuthoredComment[] => {
    const [text, at, id] = [textIn(journal, 'notes') ?? '', timeIn(journal, 'created_on'), idIn(journal) ?? ''];
    if (text.trim() === '') return [];
    if (at === null) {
      remarks.lose('comments', 'a note tells no time', { value: text });
      return [];
    }
    const authorId = personIn(journal, 'user') ?? '';
    const content = reading.text(text, remarks);
    const editedAt = timeIn(journal, 'updated_on');
    const comment: AuthoredComment = {
      externalId: `note ${id}`,
      author: people.person(authorId),
      authorId,
      createdAt: at,
      content: content === '' ? text : content,
      editedAt: editedAt === at ? null : editedAt,
      isInternal: isInternalNote(journal, facts),
      isDeveloper: authorId === assignee,
    };
    return commentParts(comment, remarks);
  });
  return inOrderOfTime(said);
}

/** Changes of the status; none where they do not lead to the status that it has. */
export function movesOf(issue: JsonRow, { facts, people }: RedmineReading, status: Status): IncomingMove[] {
  const moves = changesOf(issue).flatMap(({ at, by, detail }): IncomingMove[] => {
    if (textIn(detail, 'name') !== 'status_id') return [];
    const [from, to] = ['old_value', 'new_value'].map((side) => facts.statuses.get(idIn(detail, side) ?? ''));
    return from === undefined || to === undefined || from === to ? [] : [{ from, to, at, by: people.person(by) }];
  });
  return moves.at(-1)?.to === status ? moves : [];
}

interface Change {
  readonly at: Instant;
  readonly by: string | null;
  readonly detail: JsonRow;
}

const changesOf = (issue: JsonRow): Change[] =>
  asRows(issue.journals).flatMap((journal) => {
    const at = timeIn(journal, 'created_on');
    const by = personIn(journal, 'user');
    return at === null ? [] : asRows(journal.details).map((detail) => ({ at, by, detail }));
  });

/** Changes that have no place in Kwit's history, in words. */
function changeLines(issue: JsonRow, { people, facts }: RedmineReading): string[] {
  const shown = (name: string, value: string | null): string => {
    if (value === null) return '–';
    return name === 'assigned_to_id' ? (people.nameOf(value) ?? facts.groups.get(value) ?? value) : value;
  };
  return changesOf(issue).flatMap(({ at, by, detail }) => {
    const name = textIn(detail, 'name') ?? '';
    if (name === 'status_id') return [];
    const [from, to] = ['old_value', 'new_value'].map((side) => shown(name, idIn(detail, side)));
    const what = textIn(detail, 'property') === 'attr' ? name : `${textIn(detail, 'property')} ${name}`;
    return [`Changed ${at} by ${people.nameOf(by) ?? 'somebody'}: ${what} ${from} → ${to}`];
  });
}

/** In hours; null for what cannot be an estimate here. */
export function estimateOf(issue: JsonRow): number | null {
  const hours = Number(issue.estimated_hours);
  return hours > 0 && hours <= MOST_HOURS ? Math.round(hours * 100) / 100 : null;
}

export const dueDayOf = (issue: JsonRow): string | null => readDay(textIn(issue, 'due_date') ?? '');

/** Values of an issue without a place of their own. */
export function issueLeftovers(issue: JsonRow, reading: RedmineReading): string[] {
  const { facts } = reading;
  const hours = (name: string) => (Number(issue[name]) > 0 ? `${issue[name]} h` : null);
  const watchers = asRows(issue.watchers).map((watcher) => textIn(watcher, 'name'));
  return [
    ...['tracker', 'status', 'priority', 'category'].flatMap((name) => lineOf(capital(name), namedIn(issue, name))),
    ...lineOf('Version', namedIn(issue, 'fixed_version')),
    ...lineOf('Assigned to the group', facts.groups.get(personIn(issue, 'assigned_to') ?? '')),
    ...lineOf('Start date', textIn(issue, 'start_date')),
    ...(estimateOf(issue) === null ? lineOf('Estimated', issue.estimated_hours) : []),
    ...(dueDayOf(issue) === null ? lineOf('Due date', issue.due_date) : []),
    ...lineOf('Spent', hours('spent_hours')),
    ...lineOf('Done', Number(issue.done_ratio) > 0 ? `${issue.done_ratio} %` : null),
    ...issueFieldsOf(issue).lines,
    ...lineOf('Watchers', watchers.join(', ')),
    ...lineOf('Parent', idIn(asRow(issue.parent)) && `#${idIn(asRow(issue.parent))}`),
    ...relationsOf(issue).flatMap(({ word, other, delay }, place, all) =>
      delay === null && KNOWN.has(word) && all.findIndex((relation) => relation.other === other) === place
        ? []
        : [`${word} #${other}${delay === null ? '' : ` (${delay} days)`}`],
    ),
    ...asRows(issue.changesets).map(
      (set) => `Changeset ${textIn(set, 'revision')}: ${textIn(set, 'comments') ?? ''} (${namedIn(set, 'user') ?? ''})`,
    ),
    ...asRows(issue.attachments).flatMap((file) =>
      lineOf(`About the file ${textIn(file, 'filename')}`, textIn(file, 'description')),
    ),
    ...changeLines(issue, reading),
  ];
}

export const issueFieldsOf = (issue: JsonRow) =>
  ownFields(asRows(issue.custom_fields).map(({ name, value }) => [String(name), value]));

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

interface Relation {
  readonly other: string;
  readonly word: string;
  readonly isOut: boolean;
  readonly delay: number | null;
}

const KNOWN: ReadonlySet<string> = new Set(['relates', 'blocks', 'duplicates']);

/** Each stands at both of its ends. */
function relationsOf(issue: JsonRow): Relation[] {
  const id = idIn(issue);
  return asRows(issue.relations).flatMap((relation) => {
    const [from, to] = [idIn(relation, 'issue_id'), idIn(relation, 'issue_to_id')];
    const other = from === id ? to : from;
    const delay = typeof relation.delay === 'number' ? relation.delay : null;
    return other === null
      ? []
      : [{ other, word: textIn(relation, 'relation_type') ?? 'relates', isOut: from === id, delay }];
  });
}

/** Relations to issues that came, and the issue above; the others are named. */
export function issueLinksOf(issue: JsonRow, { facts }: RedmineReading, remarks: RowRemarks): IncomingLink[] {
  const parent = idIn(asRow(issue.parent));
  const above: Relation[] = parent === null ? [] : [{ other: parent, word: 'relates', isOut: true, delay: null }];
  const below = asRows(issue.children).map((child): Relation => {
    return { other: idIn(child) ?? '', word: 'relates', isOut: false, delay: null };
  });
  return [...relationsOf(issue), ...above, ...below].flatMap(({ other, word, isOut }) => {
    const type: SaidType = word === 'blocks' || word === 'duplicates' ? word : 'related';
    if (facts.issues.has(Number(other))) return [{ other, type, isOut }];
    remarks.add('relations', `${word}: the issue at the other end is not there`, other);
    return [];
  });
}

/** The files of an issue that are in the folder. Those that are not are lost, and named. */
export async function issueFilesOf(
  issue: JsonRow,
  { folder, people, facts }: RedmineReading,
  remarks: RowRemarks,
): Promise<IncomingFile[]> {
  const files: IncomingFile[] = [];
  const notes = notesWithFiles(issue, facts);
  for (const file of asRows(issue.attachments)) {
    const [id, name] = [idIn(file) ?? '', textIn(file, 'filename') ?? ''];
    const path = /^\d+$/.test(id) ? await folder.file(`attachments/${id}`, name, 'file') : null;
    const by = people.person(personIn(file, 'author'));
    const content = await wholeFile(path, file.filesize, 'it is not in the folder');
    if (typeof content === 'string')
      remarks.lose('attachments', content, { name, value: textIn(file, 'content_url') ?? name });
    else {
      const about = { address: textIn(file, 'content_url'), at: readInstant(String(file.created_on)), by };
      files.push({ name, ...content, externalId: `file ${id}`, ...about, ...notes.get(id) });
    }
  }
  return files;
}

/** The notes with which files came, by the ids of these. */
const notesWithFiles = (issue: JsonRow, facts: RedmineFacts) =>
  new Map(
    asRows(issue.journals)
      .filter((journal) => textIn(journal, 'notes')?.trim() && timeIn(journal, 'created_on') !== null)
      .flatMap((journal) =>
        asRows(journal.details)
          .filter(({ property }) => property === 'attachment')
          .map(({ name }) => [
            String(name),
            { of: `note ${idIn(journal)}`, isInternal: isInternalNote(journal, facts) },
          ]),
      ),
  );

const isInternalNote = (journal: JsonRow, { tellsPrivateNotes }: RedmineFacts): boolean =>
  !tellsPrivateNotes || isMarkedPrivate(journal.private_notes ?? true);
