import { hash } from 'node:crypto';
import { v7 } from 'uuid';
import type { Language } from '#contract/words.ts';
import { importedLine } from '#events';
import { type Actor, fold, type Instant, type NewLine, randomOfId, type Work } from '#platform';
import { INVENTORY, TABLES, type TableName } from '#records';
import type { ImportReport, Remark } from './import-report.ts';
import { ImportStore, type RememberedImport } from './import-store.ts';
import { type ImportedRow, ImportedRowStore } from './imported-row-store.ts';

const FORGOTTEN = 'it named somebody who was erased';

/** Takes address and name of a person out of what the reports of imports say about rows. */
export async function forgetInReports(work: Work<Actor>, words: readonly string[]): Promise<void> {
  const any = words.map((word) => RegExp.escape(word)).join('|');
  const naming = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'iu');
  const forgotten = <T extends Remark>(remark: T): T => {
    const { value, problems: _, ...rest } = remark;
    return naming.test(`${remark.id} ${remark.reason} ${value}`)
      ? ({ ...rest, id: null, reason: FORGOTTEN } as T)
      : remark;
  };
  for (const { id, report } of await work.of(ImportStore).reports()) {
    const said = JSON.parse(report) as ImportReport;
    const { left_out, repaired, changed } = said;
    const lists = {
      left_out: left_out.map(forgotten),
      repaired: repaired.map(forgotten),
      changed: changed.map(forgotten),
    };
    const rewritten = JSON.stringify({ ...said, ...lists });
    if (rewritten !== JSON.stringify(said)) await work.of(ImportStore).change(id, { report: rewritten });
  }
}

interface Known {
  readonly kwitId: string | null;
  /** As it was then; null for a row of this run. */
  readonly sha256: string | null;
}

export interface ForeignThing {
  readonly kind: string;
  readonly id: string;
  /** As the other product has it, to be compared with later. */
  readonly values: unknown;
}

interface RunAbout {
  readonly id: string;
  readonly source: string;
  readonly now: Instant;
  /** How many things came before, where the run learns of them later. */
  readonly before?: number;
}

/** The product that a source is of. @param source its name, as `github:acme/shop`. */
export const productOf = (source: string): string => source.split(':')[0] ?? '';

/** One run: what is known of the other product from before, and what this run adds. */
export class ImportRun {
  readonly id: string;
  readonly source: string;
  readonly now: Instant;
  readonly report: ImportReport;
  readonly rows: RowWriter;
  /** The lines of its act; nobody reads those of a trial. */
  readonly #lines: NewLine[];
  readonly #known = new Map<string, Map<string, Known>>();
  /** How many ids were given, and those of before. */
  #counted: number;
  readonly isAgain: boolean;

  private constructor(
    { id, source, now, before = 0 }: RunAbout,
    report: ImportReport,
    rows: RowWriter,
    lines: NewLine[],
  ) {
    this.id = id;
    this.source = source;
    this.now = now;
    this.report = report;
    this.rows = rows;
    this.#lines = lines;
    this.#counted = before;
    this.isAgain = before > 0;
  }

  /**
   * @param about `isTrial`: nothing is written.
   * @param ids of the things that this run is about. It learns of others later.
   */
  static async begin(
    work: Work<Actor>,
    about: RunAbout & { readonly isTrial: boolean },
    report: ImportReport,
    ids: readonly string[] = [],
  ): Promise<ImportRun> {
    const { source, isTrial } = about;
    const remembered = ids.length === 0 ? [] : await work.of(ImportStore).knownAmong(source, ids);
    const rows = new RowWriter(isTrial ? null : work);
    const run = new ImportRun({ before: remembered.length, ...about }, report, rows, isTrial ? [] : work.lines);
    run.#remember(remembered);
    return run;
  }

  #remember(things: readonly RememberedImport[]): void {
    for (const { kind, external_id, kwit_id: kwitId, sha256 } of things)
      this.#kindOf(kind).getOrInsert(external_id, { kwitId, sha256 });
  }

  /** Learns of more things that came from there, by their ids. */
  async learn(work: Work<Actor>, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) this.#remember(await work.of(ImportStore).knownAmong(this.source, ids));
  }

  /** Learns of everything of some kinds that came from there. */
  async learnKinds(work: Work<Actor>, kinds: readonly string[]): Promise<void> {
    for (const kind of kinds)
      for await (const page of work.of(ImportStore).ofKind(this.source, kind)) this.#remember(page);
  }

  /** An id for something of that moment. The later of two of one moment sorts later. */
  newId(at: Instant): string {
    this.#counted += 1;
    return v7({ msecs: Date.parse(at), seq: this.#counted, random: randomOfId() });
  }

  /** Whether an earlier run imported it, or this one did and remembers it. */
  has(kind: string, id: string): boolean {
    return this.#kindOf(kind).has(id);
  }

  /** Yields the things that have not come before, with their ids: the others are merged. */
  *newAmong<T>(
    [table, kind]: readonly [table: string, kind: string],
    things: readonly T[] = [],
    idOf: (thing: T) => string,
  ): Generator<readonly [thing: T, id: string]> {
    for (const thing of things) {
      const id = idOf(thing);
      this.report.read(table);
      if (this.has(kind, id)) this.report.merged(table);
      else yield [thing, id];
    }
  }

  /** The id that Kwit gave it; null when it is not there. */
  idOf(kind: string, id: string | null): string | null {
    return (id === null ? undefined : this.#kindOf(kind).get(id))?.kwitId ?? null;
  }

  isNew(ticket: string): boolean {
    const thing = this.#kindOf('ticket').get(ticket);
    return thing !== undefined && thing.sha256 === null;
  }

  /** Whether the other product has changed it since it was imported. */
  hasChanged({ kind, id, values }: ForeignThing): boolean {
    return this.#kindOf(kind).get(id)?.sha256 !== shaOf(values);
  }

  /**
   * Notes what a row has become.
   *
   * @param isNamed whether other rows name it, so that this run must remember it.
   */
  note(thing: ForeignThing, kwitId: string | null, isNamed = false): void {
    const sha256 = shaOf(thing.values);
    if (isNamed) this.#kindOf(thing.kind).set(thing.id, { kwitId, sha256: null });
    this.rows.add('imports', {
      source: this.source,
      kind: thing.kind,
      external_id: thing.id,
      kwit_id: kwitId,
      sha256,
      run_id: this.id,
      imported_at: this.now,
    });
  }

  /** Its act tells of a ticket that it brings. */
  recordTicket(id: string, number: number): void {
    this.#lines.push(importedLine(id, number));
  }

  /** Its act tells of something else that it made, or of a change of a ticket that came before. Neither is taken back. */
  record(line: NewLine): void {
    this.#lines.push({ ...line, isUndoable: false });
  }

  /** Forgets what it knew of the other product, or of its rows of one kind: the rest of the import needs less memory. */
  forget(kind?: string): void {
    if (kind === undefined) this.#known.clear();
    else this.#known.delete(kind);
  }

  /** Notes that an earlier row is now as the other product has it. */
  async noteAgain({ kind, id, values }: ForeignThing, imports: ImportStore): Promise<void> {
    if (!this.rows.isTrial)
      await imports.setHash({ source: this.source, kind, external_id: id, sha256: shaOf(values) });
  }

  #kindOf(kind: string): Map<string, Known> {
    return this.#known.getOrInsertComputed(kind, () => new Map());
  }
}

/** A value for `JSON.stringify`, its fields by name. */
const byName = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([first], [other]) => (first < other ? -1 : 1)))
    : value;

/** SHA-256 of values, in hex: the same in whatever order this version, or a later one, writes their fields. */
export const shaOf = (values: unknown): string => hash('sha256', JSON.stringify(values, byName));

/** The person for rows whose author nobody knows. They cannot sign in. */
export const NOBODY = { email: 'unknown@imported.invalid', name: 'Unknown (imported)' };

/** Somebody who has not signed in yet. @param isActive whether they may; who may not is mailed nothing either. */
export const newPerson = (
  { id, email, name }: { readonly id: string; readonly email: string; readonly name: string },
  {
    language,
    createdAt,
    isActive,
  }: { readonly language: Language; readonly createdAt: Instant; readonly isActive: boolean },
): ImportedRow<'users'> => ({
  id,
  email,
  name,
  folded_name: fold(name),
  role: 'user',
  language,
  email_notify_ticket_status: isActive,
  email_notify_developer_comment: isActive,
  avatar_filename: null,
  avatar_type: null,
  avatar_updated_at: null,
  created_at: createdAt,
  last_login: null,
  is_active: isActive,
});

const MOST_GATHERED = 200;

/** Gathers rows and writes them many at a time, so that thousands cost little. Without work it writes nothing: a trial. */
export class RowWriter {
  readonly #work: Work<Actor> | null;
  readonly #rows = new Map<TableName, Readonly<Record<string, unknown>>[]>();
  #gathered = 0;

  constructor(work: Work<Actor> | null) {
    this.#work = work;
  }

  get isTrial(): boolean {
    return this.#work === null;
  }

  get isFull(): boolean {
    return this.#gathered >= MOST_GATHERED;
  }

  /** Each row of a table has the same columns. */
  add<T extends TableName>(table: T, row: ImportedRow<T>): void {
    if (this.#work === null) return;
    const made =
      'act_id' in INVENTORY[table].columns && table !== 'import_runs' ? { ...row, act_id: this.#work.actId } : row;
    const rows = this.#rows.get(table);
    if (rows === undefined) this.#rows.set(table, [made]);
    else rows.push(made);
    this.#gathered += 1;
  }

  /** Writes what was gathered: rows that others name first. */
  async flush(): Promise<void> {
    if (this.#gathered === 0) return;
    for (const { name } of TABLES) await this.#work?.of(ImportedRowStore).add(name, this.#rows.get(name) ?? []);
    this.#rows.clear();
    this.#gathered = 0;
  }
}
