import type { TableName } from '#records';
import type { ImportedRow } from '../imported-row-store.ts';

/** Columns of a row in Kwit's own format. Those that name other rows have their ids in the other product. */
export type SourceValues<T extends TableName = TableName> = {
  readonly [C in keyof ImportedRow<T>]?: ImportedRow<T>[C] | null;
};

/** Why a row does not come. */
export interface RowLeftOut {
  readonly leftOut: string;
  /** Whether somebody misses it. */
  readonly isLost: boolean;
}

export const lost = (leftOut: string): RowLeftOut => ({ leftOut, isLost: true });
/** Kwit keeps it in another way, or not by its rules. */
export const leftOutOnPurpose = (leftOut: string): RowLeftOut => ({ leftOut, isLost: false });

/** Hears what came otherwise than it was. */
export type Repair = (what: string, value?: string) => void;

/** A row of a product that has much of what Kwit has. */
export interface SourceTableRow {
  readonly to: TableName;
  /** Its table there, as the report calls it. */
  readonly from: string;
  /** Its id there; empty for none. */
  readonly id: string;
  readonly number: number | null;
  /** As it is there, to be compared with later. */
  readonly said: object;
  /** Gives the row in Kwit's format. Rows that have not come are read, and those that have changed. */
  read(repair: Repair): SourceValues | RowLeftOut;
}

/** A file that a row names. */
export interface TableFile {
  readonly from: string;
  readonly id: string;
  /** Null where there is none. */
  readonly path: string | null;
  /** The type that the uploader named; null for a picture. */
  readonly claim: string | null;
  readonly originalName: string;
}

/** A setting of the other product: what it is here, why it does not come, or that its value comes in another way. */
export type SourceSetting = { readonly id: string } & (
  | { readonly name: string; readonly value: unknown }
  | { readonly leftOut: string }
  | { readonly comesElsewhere: true }
);

/** A product that comes table by table, in one transaction: everything of it, or nothing. */
export interface TableSource {
  /** Which one, so that two of them never mix. */
  readonly name: string;
  /** Nobody may overlook these. */
  readonly warnings: readonly string[];
  /** The number that the next ticket there would be above. */
  readonly lastNumber: number;
  /** The tickets with the numbers that they have there. One without a usable number gets a new one. */
  numbers(): IteratorObject<{ readonly id: string; readonly number: number; readonly isNew: boolean }>;
  /** Refuses what cannot be imported. @param repairs whether broken links are repaired. @throws ImportRefused */
  check(repairs: boolean): void;
  /** Rows of a table stand together, in the order in which they were written, after the rows that they name. */
  rows(): IteratorObject<SourceTableRow>;
  files(): Iterable<TableFile>;
  /** How many files there are that no row names. */
  unnamedFiles(): Promise<number>;
  settings(): Iterable<SourceSetting>;
  /** Tables of which nothing comes. */
  leftOut(): Iterable<RowLeftOut & { readonly from: string; readonly count: number }>;
}

/** The file of the logo, and the setting that has it. */
export const LOGO = { from: 'settings', id: 'app_logo' } as const;
