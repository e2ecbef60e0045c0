import { hash } from 'node:crypto';
import { v7 } from 'uuid';
import { type Actor, type Instant, randomOfId, type Work } from '#platform';
import type { ImportReport, Remark } from './import-report.ts';
import { ImportStore } from './import-store.ts';
import { ImportedRowStore } from './imported-row-store.ts';
import { RowWriter } from './row-writer.ts';

const FORGOTTEN = 'it named somebody who was erased';

/** Takes address and name of a person out of what the reports of imports say about rows. */
export async function forgetInReports(work: Work<Actor>, words: readonly string[]): Promise<void> {
  const any = words.map((word) => RegExp.escape(word)).join('|');
  const naming = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'iu');
  const forgotten = <T extends Remark>(remark: T): T => {
    const { value, ...rest } = remark;
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
    const kept = JSON.stringify({ ...said, ...lists });
    if (kept !== JSON.stringify(said)) await work.of(ImportStore).changeRun(id, { report: kept });
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

/** One run: what is known of the other product from before, and what this run adds. */
export class ImportRun {
  readonly id: string;
  readonly source: string;
  readonly now: Instant;
  readonly report: ImportReport;
  readonly rows: RowWriter;
  readonly #known = new Map<string, Map<string, Known>>();
  #counted = 0;
  #isAgain = false;

  private constructor(about: { id: string; source: string; now: Instant }, report: ImportReport, rows: RowWriter) {
    this.id = about.id;
    this.source = about.source;
    this.now = about.now;
    this.report = report;
    this.rows = rows;
  }

  /**
   * @param about the run's id, its source and the time. `isTrial`: nothing is written.
   * @param ids of the things that this run is about; without them, everything that came from there is known.
   */
  static async begin(
    work: Work<Actor>,
    about: { id: string; source: string; now: Instant; isTrial: boolean },
    report: ImportReport,
    ids?: readonly string[],
  ): Promise<ImportRun> {
    const run = new ImportRun(about, report, new RowWriter(about.isTrial ? null : work.of(ImportedRowStore)));
    const imports = work.of(ImportStore);
    const known = await (ids === undefined ? imports.known(about.source) : imports.knownAmong(about.source, ids));
    for (const { kind, external_id, kwit_id, sha256 } of known) {
      run.#kindOf(kind).set(external_id, { kwitId: kwit_id, sha256 });
      run.#counted += 1;
      run.#isAgain = true;
    }
    return run;
  }

  get isAgain(): boolean {
    return this.#isAgain;
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

  /** The id that Kwit gave it; null when it is not there. */
  idOf(kind: string, id: string | null): string | null {
    return (id === null ? undefined : this.#kindOf(kind).get(id))?.kwitId ?? null;
  }

  isNew(ticket: string): boolean {
    const known = this.#kindOf('ticket').get(ticket);
    return known !== undefined && known.sha256 === null;
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
    let known = this.#known.get(kind);
    if (known === undefined) {
      known = new Map();
      this.#known.set(kind, known);
    }
    return known;
  }
}

const shaOf = (values: unknown): string => hash('sha256', JSON.stringify(values));
