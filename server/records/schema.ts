import type { AnswerTable, AnswerVoteTable, OfferedAnswerTable, QuestionAskedTable } from './answers.ts';
import type { AuditTable } from './audit.ts';
import type { DeliveryTable, OutboxTable } from './events.ts';
import type { ImportRunTable, ImportTable, TableImportTable } from './imports.ts';
import type { FollowerTable, InboxTable, NoticeTable } from './notices.ts';
import type { DigestedTicketTable, DigestTable } from './notifications.ts';
import type { AttemptTable, CodeTable, KnownClientTable, SessionTable, StreamTokenTable, UserTable } from './people.ts';
import type { RareWordTable, ReportWordTable, SearchTicketTable } from './search.ts';
import type { BackupTable, CounterTable, IdempotencyTable, MigrationTable, SettingTable } from './service.ts';
import type { FirstTicketTable, JobTable, TelemetryPersonTable, TelemetryTable } from './statistics.ts';
import type { TemplateTable } from './templates.ts';
import type {
  AttachmentTable,
  ChangedCommentTable,
  CommentEditTable,
  CommentTable,
  HistoryTable,
  ProjectTable,
  ReferenceTable,
  RelationTable,
  TaskTable,
  TicketTable,
} from './tickets.ts';
import type { ApiTokenTable } from './tokens.ts';
import type { ViewTable } from './views.ts';
import type { WebhookTable } from './webhooks.ts';

/** Every table, by its name. */
export interface Schema {
  migrations: MigrationTable;
  users: UserTable;
  sessions: SessionTable;
  api_tokens: ApiTokenTable;
  stream_tickets: StreamTokenTable;
  sign_in_codes: CodeTable;
  attempts: AttemptTable;
  known_clients: KnownClientTable;
  projects: ProjectTable;
  tickets: TicketTable;
  ticket_history: HistoryTable;
  comments: CommentTable;
  comment_edits: CommentEditTable;
  changed_comments: ChangedCommentTable;
  attachments: AttachmentTable;
  dev_tasks: TaskTable;
  ticket_relations: RelationTable;
  external_references: ReferenceTable;
  ticket_templates: TemplateTable;
  saved_views: ViewTable;
  counters: CounterTable;
  settings: SettingTable;
  backups: BackupTable;
  event_outbox: OutboxTable;
  event_deliveries: DeliveryTable;
  notices: NoticeTable;
  inboxes: InboxTable;
  ticket_followers: FollowerTable;
  digests: DigestTable;
  digested_tickets: DigestedTicketTable;
  idempotency_keys: IdempotencyTable;
  telemetry: TelemetryTable;
  telemetry_people: TelemetryPersonTable;
  first_tickets: FirstTicketTable;
  chores: JobTable;
  webhooks: WebhookTable;
  imports: ImportTable;
  import_runs: ImportRunTable;
  table_imports: TableImportTable;
  audit: AuditTable;
  search_tickets: SearchTicketTable;
  search_said: SearchTicketTable;
  report_words: ReportWordTable;
  rare_words: RareWordTable;
  answers: AnswerTable;
  answer_votes: AnswerVoteTable;
  questions_asked: QuestionAskedTable;
  offered_answers: OfferedAnswerTable;
}
