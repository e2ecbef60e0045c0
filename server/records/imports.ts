import type { Instant } from '#contract/scalars.ts';

/** What a row of another product has become, so that a second import knows it again. */
export interface ImportTable {
  /** Which installation of the other product it comes from: `openarca:` and a hash. */
  source: string;
  /** `ticket`, `comment`, `user`, …: a kind of thing of the other product. */
  kind: string;
  /** Its id there. */
  external_id: string;
  /** Null when Kwit keeps it without an id of its own. */
  kwit_id: string | null;
  /** Of the row as the other product had it. */
  sha256: string;
  run_id: string;
  imported_at: Instant;
}

/** One run of an import. */
export interface ImportRunTable {
  id: string;
  source: string;
  began_at: Instant;
  /** Null until it is done. */
  ended_at: Instant | null;
  /** Of the file that it reads; null when that is no single file. */
  file_sha256: string | null;
  /** How many rows of the file are done, so that a run that was killed goes on after them. */
  done_rows: number;
  /** JSON: what it was asked for, so that a run that was killed goes on alike. */
  options: string;
  /** JSON: what was read, imported, merged and left out; null until it is done. */
  report: string | null;
}

/** A table that a developer has uploaded to import it. What it has done is in the run of the same id. */
export interface TableImportTable {
  id: string;
  /** Of the file in the store. */
  filename: string;
  /** As people know it. */
  name: string;
  size: number;
  sha256: string;
  uploaded_at: Instant;
  uploaded_by: string;
  /** JSON: how it is read. */
  options: string;
  /** Null until a check has found that it can be imported as `options` say. */
  row_count: number | null;
  began_at: Instant | null;
  /** Until then a process is running it, unless it ends before. */
  held_until: Instant | null;
  /** JSON: why it was refused while it ran. */
  problems: string | null;
}
