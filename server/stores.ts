import { AnswerListStore } from './answers/answer-list-store.ts';
import { AnswerStore } from './answers/answer-store.ts';
import { QuestionStore } from './answers/keeping/question-store.ts';
import { SolvedStore } from './answers/solved-store.ts';
import { VoteStore } from './answers/vote-store.ts';
import { AttachmentStore } from './attachments/attachment-store.ts';
import { AuditStore } from './audit/audit-store.ts';
import { BackupStore } from './backups/backup-store.ts';
import { RestoredStore } from './backups/restoring/restored-store.ts';
import { SchemaStore } from './backups/restoring/schema-store.ts';
import { BoardStore } from './board/board-store.ts';
import { AwaitingReplyStore } from './comments/awaiting-reply-store.ts';
import { ChangedCommentStore } from './comments/changed-comment-store.ts';
import { CommentEditStore } from './comments/comment-edit-store.ts';
import { CommentStore } from './comments/comment-store.ts';
import { SummaryStore } from './comments/summary-store.ts';
import type { Connection } from './database/connection.ts';
import { TaskStore } from './dev-tasks/task-store.ts';
import { EventStore } from './events/event-store.ts';
import { NewEventStore } from './events/new-event-store.ts';
import { VerifyStore } from './events/verify-store.ts';
import { TableRowStore } from './exports/table-row-store.ts';
import { FollowerStore } from './following/follower-store.ts';
import { JobStore } from './housekeeping/job-store.ts';
import { MisdatedStore } from './housekeeping/misdated-store.ts';
import { NamedFileStore } from './housekeeping/named-file-store.ts';
import { FirstAnswerStore } from './idempotency/first-answer-store.ts';
import { DerivedRowStore } from './imports/derived-row-store.ts';
import { ImportBatchStore } from './imports/import-batch-store.ts';
import { ImportStore } from './imports/import-store.ts';
import { ImportedRowStore } from './imports/imported-row-store.ts';
import { TableImportStore } from './imports/uploaded/table-import-store.ts';
import { CheckStore } from './integrity/check-store.ts';
import { StreamStore } from './live/stream-store.ts';
import { InboxStore } from './notices/inbox-store.ts';
import { NoticeStore } from './notices/notice-store.ts';
import { DigestStore } from './notifications/digest-store.ts';
import { HeldMailStore } from './notifications/held-mail-store.ts';
import { ClaimStore } from './outbox/claim-store.ts';
import { DeliveryStatusStore } from './outbox/delivery-status-store.ts';
import { DeliveryStore } from './outbox/delivery-store.ts';
import { BacklogStore } from './outbox/operators/backlog-store.ts';
import { QueueStore } from './outbox/operators/queue-store.ts';
import { ReplayStore } from './outbox/operators/replay-store.ts';
import { RoutingStore } from './outbox/routing-store.ts';
import { PersonDataStore } from './privacy/person-data-store.ts';
import { PersonTextStore } from './privacy/person-text-store.ts';
import { ProjectStore } from './projects/project-store.ts';
import { ReferenceStore } from './references/reference-store.ts';
import { RelationStore } from './relations/relation-store.ts';
import { ReportWordStore } from './search/report-word-store.ts';
import { SearchStore } from './search/search-store.ts';
import { SettingsStore } from './settings/settings-store.ts';
import { CodeStore } from './sign-in/code-store.ts';
import { AttemptStore } from './sign-in/limits/attempt-store.ts';
import { SessionStore } from './sign-in/session-store.ts';
import { StreamTokenStore } from './sign-in/stream-token-store.ts';
import { HelpedStore } from './statistics/helped-store.ts';
import { StatisticsStore } from './statistics/statistics-store.ts';
import { FirstTicketStore } from './telemetry/first-ticket-store.ts';
import { TelemetryStore } from './telemetry/telemetry-store.ts';
import { TemplateStore } from './templates/template-store.ts';
import { HistoryStore } from './tickets/history-store.ts';
import { TicketStore } from './tickets/ticket-store.ts';
import { TokenStore } from './tokens/token-store.ts';
import { TokenWarningStore } from './tokens/token-warning-store.ts';
import { UserStore } from './users/user-store.ts';
import { ViewStore } from './views/view-store.ts';
import { WebhookStore } from './webhooks/webhook-store.ts';

/** Every store, by the name under which an operation asks it: `work.tickets`. A new store is one row here. */
const STORES = {
  tickets: TicketStore,
  awaitingReply: AwaitingReplyStore,
  history: HistoryStore,
  comments: CommentStore,
  commentEdits: CommentEditStore,
  changedComments: ChangedCommentStore,
  summaries: SummaryStore,
  attachments: AttachmentStore,
  tasks: TaskStore,
  projects: ProjectStore,
  users: UserStore,
  relations: RelationStore,
  references: ReferenceStore,
  templates: TemplateStore,
  views: ViewStore,
  search: SearchStore,
  reportWords: ReportWordStore,
  answers: AnswerStore,
  listedAnswers: AnswerListStore,
  votes: VoteStore,
  questions: QuestionStore,
  solved: SolvedStore,
  notices: NoticeStore,
  inboxes: InboxStore,
  followers: FollowerStore,
  settings: SettingsStore,
  board: BoardStore,
  statistics: StatisticsStore,
  helped: HelpedStore,
  telemetry: TelemetryStore,
  firstTickets: FirstTicketStore,
  newEvents: NewEventStore,
  events: EventStore,
  claims: ClaimStore,
  routing: RoutingStore,
  deliveries: DeliveryStore,
  deliveryStatus: DeliveryStatusStore,
  stream: StreamStore,
  replays: ReplayStore,
  queue: QueueStore,
  backlog: BacklogStore,
  verify: VerifyStore,
  digests: DigestStore,
  heldMails: HeldMailStore,
  firstAnswers: FirstAnswerStore,
  jobs: JobStore,
  backups: BackupStore,
  restored: RestoredStore,
  schema: SchemaStore,
  checks: CheckStore,
  namedFiles: NamedFileStore,
  misdated: MisdatedStore,
  personData: PersonDataStore,
  personTexts: PersonTextStore,
  tableRows: TableRowStore,
  attempts: AttemptStore,
  codes: CodeStore,
  sessions: SessionStore,
  apiTokens: TokenStore,
  tokenWarnings: TokenWarningStore,
  webhooks: WebhookStore,
  audit: AuditStore,
  streamTokens: StreamTokenStore,
  imports: ImportStore,
  importBatches: ImportBatchStore,
  importedRows: ImportedRowStore,
  tableImports: TableImportStore,
  derivedRows: DerivedRowStore,
} satisfies Record<string, new (connection: Connection) => object>;

/** The stores of one connection, by their names. */
export type Stores = { readonly [Name in keyof typeof STORES]: InstanceType<(typeof STORES)[Name]> };

class StoreHolder {
  protected readonly connection: Connection;
  /** Stores keep nothing but their connection, so each connection needs each store only once. */
  readonly #made: Map<string, object>;

  constructor(connection: Connection) {
    this.connection = connection;
    this.#made = connection.kept('stores');
  }

  static {
    for (const [name, Store] of Object.entries(STORES))
      Object.defineProperty(StoreHolder.prototype, name, {
        get(this: StoreHolder) {
          return this.#store(name, Store);
        },
      });
  }

  #store(name: string, Store: new (connection: Connection) => object): object {
    let store = this.#made.get(name);
    if (store === undefined) {
      store = new Store(this.connection);
      this.#made.set(name, store);
    }
    return store;
  }
}

/** A class that extends it has every store of its connection. A store is made when it is first asked for. */
export const WithStores = StoreHolder as new (connection: Connection) => StoreHolder & Stores;
