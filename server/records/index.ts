export type { AnswerTable, AnswerVoteTable, QuestionAskedTable } from './answers.ts';
export type { AuditTable } from './audit.ts';
export { flag } from './flag.ts';
export type { ImportRunTable, ImportTable, TableImportTable } from './imports.ts';
export { INVENTORY, type KeptTable, TABLES } from './inventory.ts';
export type { FollowerTable, NoticeTable } from './notices.ts';
export type { DigestTable } from './notifications.ts';
export type { AttemptTable, ClientKind, CodeTable, KnownClientTable, SessionTable, UserTable } from './people.ts';
export type { Schema } from './schema.ts';
export type { IdempotencyTable, SettingTable } from './service.ts';
export type { ColumnEntry, TableName } from './table-entry.ts';
export type { TemplateTable } from './templates.ts';
export type {
  AttachmentTable,
  CommentEditTable,
  CommentTable,
  HistoryTable,
  ProjectTable,
  ReferenceTable,
  RelationTable,
  TaskTable,
  TicketTable,
} from './tickets.ts';
export type { ApiTokenTable } from './tokens.ts';
export type { ViewTable } from './views.ts';
export type { WebhookTable } from './webhooks.ts';
