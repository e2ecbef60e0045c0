/** Rows of another product as Kwit has them: whom and what they name here, and what follows from Kwit's own rules. */
import type { Language } from '#contract/words.ts';
import { DAY, fold, shifted } from '#platform';
import { INVENTORY, type TableName } from '#records';
import { PRIORITY_RANK } from '#tickets';
import { type ImportRun, NOBODY, newPerson } from '../import-run.ts';
import type { ImportedFile } from '../keep-file.ts';
import type { TableFiles } from './table-files.ts';
import { leftOutOnPurpose, lost, type Repair, type RowLeftOut, type SourceTableRow } from './table-source.ts';
import type { TicketsInProgress } from './tickets-in-progress.ts';

/** Everything that an import, and a comparison with it, knows of Kwit. */
export interface TablesHere {
  readonly run: ImportRun;
  readonly language: Language;
  /** The numbers that tickets have there. */
  readonly numbers: ReadonlySet<number>;
  /** It is added to each of them. */
  readonly offset: number;
  readonly files: TableFiles;
  readonly people: PeopleOfTables;
  readonly progress: TicketsInProgress;
  /** Whether what the import brought is no reason to take a row for something else. */
  readonly isComparison?: boolean;
}

/** Kwit remembers rows under these kinds, by the tables to which they come. */
export const KINDS: Partial<Record<TableName, string>> = {
  ...{ users: 'user', projects: 'project', ticket_templates: 'template', tickets: 'ticket', comments: 'comment' },
  ...{ attachments: 'attachment', ticket_history: 'history', dev_tasks: 'task', ticket_relations: 'relation' },
  ...{ external_references: 'reference', telemetry: 'telemetry' },
};

/** People whom Kwit knew before are remembered as another kind. */
export const KNOWN_BEFORE = 'known_';

export class PeopleOfTables {
  /** Their ids, by their addresses. */
  readonly byEmail: Map<string, string>;
  readonly #run: ImportRun;

  constructor(run: ImportRun, here: readonly { readonly id: string; readonly email: string }[]) {
    this.#run = run;
    this.byEmail = new Map(here.map(({ id, email }) => [email, id]));
  }

  /** The person for rows without an author, who is made when somebody first asks. */
  get nobody(): string {
    return this.byEmail.getOrInsertComputed(NOBODY.email, () => {
      const { now, rows } = this.#run;
      const id = this.#run.newId(now);
      rows.add('users', newPerson({ ...NOBODY, id }, { language: 'en', createdAt: now, isActive: false }));
      return id;
    });
  }
}

/** Values by their columns. */
export type Placed = Readonly<Record<string, unknown>>;
type Values = Record<string, unknown>;

/** The fate of a row whose column names nothing that is here; without more the column is null. */
interface Missing {
  readonly leftOut?: string;
  readonly instead?: 'nobody' | 'reporter';
  /** It is said of one that names something. */
  readonly sentence?: string;
}

const NO_TICKET: Missing = { leftOut: 'its ticket is not there' };
const NO_END: Missing = { leftOut: 'one of its tickets is not there' };
const sayingOf = (column: string): Missing => ({ sentence: `${column} names what is not there` });

const MISSING: Readonly<Record<string, Missing>> = {
  'tickets.project_id': sayingOf('project_id'),
  'tickets.reporter_id': { ...sayingOf('reporter_id'), instead: 'nobody' },
  'tickets.assignee_id': sayingOf('assignee_id'),
  'comments.ticket_id': NO_TICKET,
  'comments.user_id': { ...sayingOf('user_id'), instead: 'nobody' },
  'comments.parent_id': { sentence: 'the comment that it answers is not on its ticket, before it' },
  'attachments.ticket_id': NO_TICKET,
  'attachments.uploaded_by': { instead: 'reporter' },
  'ticket_history.ticket_id': NO_TICKET,
  'dev_tasks.user_id': { instead: 'nobody' },
  'dev_tasks.created_by': { instead: 'nobody' },
  'dev_tasks.ticket_id': { sentence: 'the ticket of the task is not there' },
  'ticket_relations.from_id': NO_END,
  'ticket_relations.to_id': NO_END,
  'external_references.ticket_id': NO_TICKET,
};

/** @returns the row as Kwit has it, without an id, or why it does not come. @param repair hears what is otherwise then. */
export function placeRow(
  row: SourceTableRow,
  here: TablesHere,
  repair: Repair,
): { readonly values: Placed } | RowLeftOut {
  const repairs: Parameters<Repair>[] = [];
  const read = row.read((...what) => repairs.push(what));
  if ('leftOut' in read) return read as RowLeftOut;
  const values: Values = { ...read };
  const refused = placeLinks(row, values, here, repairs) ?? RULES[row.to]?.(values, here, row, repairs);
  if (refused) return refused;
  for (const what of repairs) repair(...what);
  return { values };
}

export const idHere = ({ run }: TablesHere, kind: string, id: unknown): string | null =>
  typeof id === 'string' ? (run.idOf(kind, id) ?? run.idOf(`${KNOWN_BEFORE}${kind}`, id)) : null;

/** Has each column that names a row name that of Kwit. */
function placeLinks(
  { to }: SourceTableRow,
  values: Values,
  here: TablesHere,
  repairs: Parameters<Repair>[],
): RowLeftOut | null {
  const columns: Readonly<Record<string, { readonly names?: string }>> = INVENTORY[to].columns;
  for (const column of Object.keys(values)) {
    const kind = KINDS[columns[column]?.names as TableName];
    if (kind === undefined) continue;
    const there = values[column] ?? null;
    const id = idHere(here, kind, there);
    const { leftOut, instead, sentence } = MISSING[`${to}.${column}`] ?? {};
    if (id === null && leftOut !== undefined) return lost(leftOut);
    if (id === null && there !== null && sentence !== undefined) repairs.push([sentence]);
    const reporter = () => here.progress.reporterOf(String(values.ticket_id));
    values[column] = id ?? (instead === undefined ? null : instead === 'nobody' ? here.people.nobody : reporter());
  }
  return null;
}

/** `#12`, where nothing before it makes it part of a word or an address. */
const REFERENCE = /(?<![\w&#/])#(\d{1,9})\b/g;

/** Has texts name tickets by the numbers that they have in Kwit. */
function renumber(values: Values, columns: readonly string[], { offset, numbers }: TablesHere): void {
  if (offset === 0) return;
  const numbered = (whole: string, number: string) =>
    numbers.has(Number(number)) ? `#${Number(number) + offset}` : whole;
  for (const column of columns) {
    const text = values[column];
    if (typeof text === 'string') values[column] = text.replaceAll(REFERENCE, numbered);
  }
}

type Rule = (
  values: Values,
  here: TablesHere,
  row: SourceTableRow,
  repairs: Parameters<Repair>[],
) => RowLeftOut | undefined;

/** Kwit forgets telemetry after this many days. */
const TELEMETRY_DAYS = 400;
const TEXTS = ['title', 'description', 'steps_to_reproduce', 'expected_result', 'actual_result', 'environment'];

/** The rules of Kwit on the values of a row, by its table. */
const RULES: Partial<Record<TableName, Rule>> = {
  users(values, here, row, repairs) {
    values.language ??= here.language;
    values.folded_name = fold(String(values.name));
    const picture = pictureOf(row, values.avatar_filename, here, repairs);
    values.avatar_filename = picture?.filename ?? null;
    values.avatar_type = picture?.pictureType ?? null;
    if (picture === null) values.avatar_updated_at = null;
    return undefined;
  },
  projects(values, here, row, repairs) {
    const picture = pictureOf(row, values.icon_filename, here, repairs);
    values.icon_filename = picture?.filename ?? null;
    values.icon_type = picture?.pictureType ?? null;
    return undefined;
  },
  tickets(values, here) {
    renumber(values, [...TEXTS, 'internal_note'], here);
    values.number = Number(values.number) + here.offset;
    values.priority_rank = PRIORITY_RANK[values.priority as keyof typeof PRIORITY_RANK];
    values.status_since = values.created_at;
    values.public_updated_at = values.updated_at;
    return undefined;
  },
  comments(values, here) {
    renumber(values, ['content'], here);
    return undefined;
  },
  attachments(values, { files }, row) {
    const upload = files.get(row);
    if (upload === null) return leftOutOnPurpose(`its file ${values.filename} is missing`);
    const { filename, mimeType: mime_type, size, sha256, width, height } = upload;
    Object.assign(values, { filename, mime_type, size, sha256, width, height });
    return undefined;
  },
  // Ids become those of Kwit, unless what they name is gone.
  ticket_history(values, here) {
    const kind = { assignee_id: 'user', project_id: 'project' }[String(values.field)];
    renumber(values, ['old_value', 'new_value'], here);
    if (kind !== undefined)
      for (const column of ['old_value', 'new_value'])
        values[column] = idHere(here, kind, values[column]) ?? values[column];
    return undefined;
  },
  // A ticket has one task. Another one loses its link, and says in its title of which ticket it was.
  dev_tasks(values, here, _, repairs) {
    renumber(values, ['title', 'description'], here);
    const { ticket_id, title } = values;
    if (typeof ticket_id !== 'string' || here.isComparison || !here.progress.withTask.has(ticket_id)) return undefined;
    repairs.push([ANOTHER_TASK]);
    Object.assign(values, { title: `#${here.progress.numberOf(ticket_id)} ${title}`, ticket_id: null });
    return undefined;
  },
  ticket_relations({ from_id, to_id }, { isComparison, progress }) {
    const isThere = !isComparison && progress.areLinked(String(from_id), String(to_id));
    return isThere ? leftOutOnPurpose('the two tickets are linked already') : undefined;
  },
  external_references(values, here) {
    renumber(values, ['title'], here);
    return undefined;
  },
  telemetry({ at }, { run }) {
    const isOld = String(at) < shifted(run.now, -TELEMETRY_DAYS * DAY);
    return isOld ? leftOutOnPurpose(`Kwit forgets such after ${TELEMETRY_DAYS} days`) : undefined;
  },
};

export const ANOTHER_TASK = 'its ticket has another task: this one names it in its title';

/** The picture that a column names; null when there is none, or none that Kwit can show. */
function pictureOf(
  row: SourceTableRow,
  name: unknown,
  { files }: TablesHere,
  repairs: Parameters<Repair>[],
): Pick<ImportedFile, 'filename' | 'pictureType'> | null {
  if (!name) return null;
  const upload = files.get(row);
  if (upload === null) repairs.push(['the picture is missing']);
  else if (upload.pictureType === null) repairs.push(['the picture is no picture that Kwit shows']);
  else return upload;
  return null;
}
