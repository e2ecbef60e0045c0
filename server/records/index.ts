export { COLUMN_TYPES, type ColumnEntry } from './columns.ts';
export { flag } from './flag.ts';
export {
  type ClientKind,
  INVENTORY,
  type InsertedRow,
  type NewRow,
  type RecordedTable,
  type RowChange,
  type RowOf,
  type Schema,
  TABLES,
  type TableName,
} from './inventory.ts';
export { nameColumn } from './table-entry.ts';
