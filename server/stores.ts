import { AttachmentStore } from './attachments/attachment-store.ts'
import { CommentStore } from './comments/comment-store.ts'
import { SummaryStore } from './comments/summary-store.ts'
import type { Connection } from './database/connection.ts'
import { TaskStore } from './dev-tasks/task-store.ts'
import { EventStore } from './events/event-store.ts'
import { VerifyStore } from './events/verify-store.ts'
import { JobStore } from './housekeeping/job-store.ts'
import { NamedFileStore } from './housekeeping/named-file-store.ts'
import { AnswerStore } from './idempotency/answer-store.ts'
import { StreamStore } from './live/stream-store.ts'
import { DigestStore } from './notifications/digest-store.ts'
import { DeliveryStatusStore } from './outbox/delivery-status-store.ts'
import { DeliveryStore } from './outbox/delivery-store.ts'
import { DueDeliveryStore } from './outbox/due-delivery-store.ts'
import { QueueStore } from './outbox/operators/queue-store.ts'
import { ReplayStore } from './outbox/operators/replay-store.ts'
import { RoutingStore } from './outbox/routing-store.ts'
import { ProjectStore } from './projects/project-store.ts'
import { ReferenceStore } from './references/reference-store.ts'
import { RelationStore } from './relations/relation-store.ts'
import { SearchStore } from './search/search-store.ts'
import { SolvedStore } from './search/solved-store.ts'
import { SettingsStore } from './settings/settings-store.ts'
import { AttemptStore } from './sign-in/attempt-store.ts'
import { CodeStore } from './sign-in/code-store.ts'
import { SessionStore } from './sign-in/session-store.ts'
import { StreamTokenStore } from './sign-in/stream-token-store.ts'
import { FirstTicketStore } from './statistics/first-ticket-store.ts'
import { HelpedStore } from './statistics/helped-store.ts'
import { StatisticsStore } from './statistics/statistics-store.ts'
import { TelemetryStore } from './statistics/telemetry-store.ts'
import { TemplateStore } from './templates/template-store.ts'
import { HistoryStore } from './tickets/history-store.ts'
import { TicketStore } from './tickets/ticket-store.ts'
import { UserStore } from './users/user-store.ts'
import { ViewStore } from './views/view-store.ts'
import { WebhookStore } from './webhooks/webhook-store.ts'

/** The stores of one connection. They keep no state of their own, so a connection needs each only once. */
export class Stores {
  readonly tickets: TicketStore
  readonly history: HistoryStore
  readonly comments: CommentStore
  readonly summaries: SummaryStore
  readonly attachments: AttachmentStore
  readonly tasks: TaskStore
  readonly projects: ProjectStore
  readonly users: UserStore
  readonly relations: RelationStore
  readonly references: ReferenceStore
  readonly templates: TemplateStore
  readonly views: ViewStore
  readonly search: SearchStore
  readonly solved: SolvedStore
  readonly settings: SettingsStore
  readonly statistics: StatisticsStore
  readonly helped: HelpedStore
  readonly telemetry: TelemetryStore
  readonly firstTickets: FirstTicketStore
  readonly events: EventStore
  readonly routing: RoutingStore
  readonly deliveries: DeliveryStore
  readonly dueDeliveries: DueDeliveryStore
  readonly deliveryStatus: DeliveryStatusStore
  readonly stream: StreamStore
  readonly replays: ReplayStore
  readonly queue: QueueStore
  readonly verify: VerifyStore
  readonly digests: DigestStore
  readonly answers: AnswerStore
  readonly jobs: JobStore
  readonly namedFiles: NamedFileStore
  readonly attempts: AttemptStore
  readonly codes: CodeStore
  readonly sessions: SessionStore
  readonly webhooks: WebhookStore
  readonly streamTokens: StreamTokenStore

  constructor(connection: Connection) {
    this.tickets = new TicketStore(connection)
    this.history = new HistoryStore(connection)
    this.comments = new CommentStore(connection)
    this.summaries = new SummaryStore(connection)
    this.attachments = new AttachmentStore(connection)
    this.tasks = new TaskStore(connection)
    this.projects = new ProjectStore(connection)
    this.users = new UserStore(connection)
    this.relations = new RelationStore(connection)
    this.references = new ReferenceStore(connection)
    this.templates = new TemplateStore(connection)
    this.views = new ViewStore(connection)
    this.search = new SearchStore(connection)
    this.solved = new SolvedStore(connection)
    this.settings = new SettingsStore(connection)
    this.statistics = new StatisticsStore(connection)
    this.helped = new HelpedStore(connection)
    this.telemetry = new TelemetryStore(connection)
    this.firstTickets = new FirstTicketStore(connection)
    this.events = new EventStore(connection)
    this.routing = new RoutingStore(connection)
    this.deliveries = new DeliveryStore(connection)
    this.dueDeliveries = new DueDeliveryStore(connection)
    this.deliveryStatus = new DeliveryStatusStore(connection)
    this.stream = new StreamStore(connection)
    this.replays = new ReplayStore(connection)
    this.queue = new QueueStore(connection)
    this.verify = new VerifyStore(connection)
    this.digests = new DigestStore(connection)
    this.answers = new AnswerStore(connection)
    this.jobs = new JobStore(connection)
    this.namedFiles = new NamedFileStore(connection)
    this.attempts = new AttemptStore(connection)
    this.codes = new CodeStore(connection)
    this.sessions = new SessionStore(connection)
    this.webhooks = new WebhookStore(connection)
    this.streamTokens = new StreamTokenStore(connection)
  }
}

const storesOf = new WeakMap<Connection, Stores>()

export function storesFor(connection: Connection): Stores {
  let stores = storesOf.get(connection)
  if (stores === undefined) {
    stores = new Stores(connection)
    storesOf.set(connection, stores)
  }
  return stores
}
