export { COLUMN_TYPES, type ColumnEntry, flag } from './columns.ts';
export { isAskedField } from './field-tables.ts';
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
