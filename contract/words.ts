/**
 * The closed lists of words that the wire takes, and its bounds: all of the contract that runs in the web app. Nothing
 * here is a schema, and nothing is imported, so that no schema gets into the app's bundle. The schemas take their words
 * and bounds from here.
 */

export const STATUSES = ['submitted', 'verified', 'in_progress', 'waiting', 'blocked', 'closed'] as const;
export type Status = (typeof STATUSES)[number];

export const CATEGORIES = ['bug', 'feature', 'improvement', 'question', 'other'] as const;
export type Category = (typeof CATEGORIES)[number];

/** From the most to the least pressing. */
export const PRIORITIES = ['critical', 'high', 'normal', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** The filters of a list that `not` turns round. */
export const TURNABLE_FILTERS = [
  'status',
  'priority',
  'category',
  'project_id',
  'team_id',
  'assignee_id',
  'reporter_id',
] as const;
export type TurnableFilter = (typeof TURNABLE_FILTERS)[number];

export const SORTS = ['updated_at', 'created_at', 'number', 'priority', 'awaiting_reply_since', 'due_at'] as const;

/**
 * The steps in which a search is asked until something is found: as typed, with words that may go on, by the beginnings of
 * words, with all but one word.
 */
export const SEARCH_STEPS = ['exact', 'prefix', 'beginnings', 'partial'] as const;
export type SearchStep = (typeof SEARCH_STEPS)[number];

/** Bounds of a text by the ticket's category, in code points after trimming (docs/rules/tickets.md#bounds). */
export const TEXT_BOUNDS = {
  title: { min: 3, max: 300, minFor: { bug: 10 } },
  description: { min: 1, max: 20_000, minFor: { bug: 100, feature: 50, improvement: 50 } },
} as const;

/** The most characters of each long text, in code points. */
export const LONGEST = {
  description: TEXT_BOUNDS.description.max,
  steps_to_reproduce: 8000,
  expected_result: 8000,
  actual_result: 8000,
  environment: 2000,
  internal_note: 20_000,
  comment: 10_000,
  question: 300,
} as const;

/** The most hours that an estimate may have. */
export const MOST_HOURS = 10_000;

/** Texts of a bug report besides its description. */
export const BUG_TEXTS = ['steps_to_reproduce', 'expected_result', 'actual_result', 'environment'] as const;

/** Texts of a ticket that can be long: rows of a list or a board do without them. */
export const LONG_TEXTS = ['description', ...BUG_TEXTS, 'internal_note'] as const;

export const COMMENT_TYPES = ['comment', 'question', 'answer'] as const;

/** The types of links that developers choose. */
export const SAID_TYPES = ['related', 'duplicates', 'blocks'] as const;

export const REFERENCE_TYPES = ['git_pr', 'deployment', 'monitoring', 'other'] as const;

export const ROLES = ['user', 'developer'] as const;
export type Role = (typeof ROLES)[number];

/**
 * The scopes of tokens: read; write as well; write what developers administer as well. Each has those before it, but
 * `shipments`, which alone says what was shipped, and which `admin` has, too.
 */
export const TOKEN_SCOPES = ['read', 'write', 'admin', 'shipments'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export const LANGUAGES = ['pl', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A person's standing on a ticket (docs/rules/access.md#standing). */
export const STANDINGS = ['none', 'reporter', 'participant', 'reader', 'worker'] as const;
export type Standing = (typeof STANDINGS)[number];

/** A team's rights in a project: to work on its tickets, or to read them. */
export const TEAM_LEVELS = ['work', 'read'] as const;

/** The people who may report into a sealed project. */
export const PROJECT_REPORTS = ['everyone', 'teams'] as const;

/** The subject of mails about a project's tickets. */
export const MAIL_SUBJECTS = ['title', 'number'] as const;

/** Ways to sign in. */
export const SIGN_IN_METHODS = ['code', 'oidc', 'passkey'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** The people who may sign in with a code. */
export const CODE_SIGN_IN = ['everyone', 'developers', 'nobody'] as const;

/** The people who need a passkey besides. */
export const PASSKEY_REQUIRED_OF = ['nobody', 'developers'] as const;

/** Why a sign-in with the company's account ended without a session: what stands behind /login#error=. */
export const SIGN_IN_ERRORS = [
  'sign_in_failed',
  'sign_in_expired',
  'sign_in_cancelled',
  'no_account',
  'not_allowed',
  'not_in_group',
  'email_not_verified',
  'domain_not_allowed',
  'already_linked',
  'sign_in_provider_failed',
] as const;
export type SignInError = (typeof SIGN_IN_ERRORS)[number];

/** How somebody came into a team: somebody put them there, or the directory did at a sign-in. */
export const MEMBER_VIA = ['hand', 'sign_in'] as const;

/** The readers of an answer: everybody whom its sharing allows, or those who read its ticket with everything on it. */
export const AUDIENCES = ['everyone', 'team'] as const;

/** The most teams, people in one, and people who are added to one ticket. */
export const MOST_TEAMS = 100;
export const MOST_LABELS = 200;
export const MOST_LABELS_OF_A_TICKET = 10;

export const LABEL_COLORS = ['gray', 'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink'] as const;
export type LabelColor = (typeof LABEL_COLORS)[number];
export const MOST_MEMBERS = 500;
export const MOST_PEOPLE = 20;

/** How two tickets become one: everything goes along, or nothing moves and one answer closes both. */
export const MERGE_MODES = ['join', 'beside'] as const;
export type MergeMode = (typeof MERGE_MODES)[number];

/** The most tickets that one takes in, that stand beside one, and comments that are split off at once. */
export const MOST_JOINED = 20;
export const MOST_BESIDE = 100;
export const MOST_SPLIT = 50;

/** How far an entry of the outbox is. */
export const ENTRY_STATUSES = ['pending', 'processing', 'failed', 'sent'] as const;

/** The events that Kwit records (docs/rules/events.md#record). */
export const EVENT_NAMES = [
  'ticket.created',
  'ticket.updated',
  'ticket.status_changed',
  'ticket.closed',
  'task.synced',
  'comment.created',
  'ticket.person_added',
  'ticket.person_removed',
  'ticket.restricted',
  'ticket.merged',
  'ticket.unmerged',
  'ticket.split',
  'ticket.shipped',
  'ticket.reference_added',
  ...(['wait.warned', 'wait.missed'] as const),
  'answer.told',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** The forges that say what becomes of code; Forgejo signs as Gitea does. */
export const FORGES = ['github', 'gitea', 'gitlab'] as const;
export type Forge = (typeof FORGES)[number];

/** Why somebody is told of a ticket. */
export const TELLING_REASONS = [
  ...(['reporter', 'assignee', 'follower', 'mentioned', 'person', 'asker', 'team', 'subscribed'] as const),
] as const;
export type TellingReason = (typeof TELLING_REASONS)[number];

/** By which way somebody is told. */
export const TELLING_WAYS = ['inbox', 'mail', 'webhook', 'agent'] as const;

export const TELLING_STATES = ['waiting', 'sent', 'accepted', 'bounced', 'failed', 'not_sent'] as const;
export type TellingState = (typeof TELLING_STATES)[number];

/** Why nothing was sent. */
export const UNSENT_REASONS = [
  ...(['read_meanwhile', 'mail_off', 'paused', 'no_provider', 'taken_back', 'no_sight'] as const),
] as const;
export type UnsentReason = (typeof UNSENT_REASONS)[number];

/** Events that concern one person and no ticket: only that person is told, by mail (docs/rules/events.md#personal-events). */
export const PERSONAL_EVENT_NAMES = [
  'user.invited',
  'token.expiring',
  'token.used_after_end',
  'webhook.paused',
  'answers.due',
  'passkey.suspended',
  'passkey.added',
  'passkey.removed',
] as const;
export type PersonalEventName = (typeof PERSONAL_EVENT_NAMES)[number];

/** Events about a team or a project, and no ticket. */
export const TEAM_EVENT_NAMES = [
  'team.created',
  'team.changed',
  'team.deleted',
  'project.access_changed',
  'project.taken_over',
] as const;
export type TeamEventName = (typeof TEAM_EVENT_NAMES)[number];

/** Why a notice concerns somebody, the reason that says most first (docs/rules/notices.md#reasons). */
export const NOTICE_REASONS = [
  'mentioned',
  'closed',
  'reopened',
  'assigned',
  'status_changed',
  'replied',
  'followed',
  ...(['wait.missed', 'wait.warned'] as const),
  'taken_over',
  'told',
  'undone',
] as const;
export type NoticeReason = (typeof NOTICE_REASONS)[number];

export const SERVICE_EVENT_NAMES = ['service.upgraded'] as const;
export type ServiceEventName = (typeof SERVICE_EVENT_NAMES)[number];

/** Every name that an entry of the outbox may have. */
export const ENTRY_NAMES = [
  ...EVENT_NAMES,
  ...PERSONAL_EVENT_NAMES,
  ...TEAM_EVENT_NAMES,
  ...SERVICE_EVENT_NAMES,
] as const;
export type EntryName = (typeof ENTRY_NAMES)[number];

/** How a backup ended: with all that rows name, with something missing or wrong, or not at all. */
export const BACKUP_OUTCOMES = ['whole', 'broken', 'failed'] as const;
export type BackupOutcome = (typeof BACKUP_OUTCOMES)[number];

/** Stands in answers for a secret that is set. A PATCH that sends it back leaves the secret as it is. */
export const MASK = '********';

/** The telemetry events (docs/rules/events.md#telemetry), by their keys in the usage. */
export const TELEMETRY = {
  ticket_created: 'ticket.created',
  ticket_closed: 'ticket.closed',
  board_drag: 'board.drag',
  devtodo_reorder: 'devtodo.reorder',
  closure_summary_added: 'closure_summary_added',
} as const;
export type TelemetryKey = keyof typeof TELEMETRY;

/** How many files one request may have, and how many bytes all of them together. */
export const ATTACHMENTS_PER_REQUEST = 10;
export const ATTACHMENT_BYTES_PER_REQUEST = 20 * 1024 * 1024;

/** All types of links. `solved_by`: the answer of the other ticket helped with this one. */
export const RELATION_TYPES = [...SAID_TYPES, 'solved_by'] as const;
export type RelationType = (typeof RELATION_TYPES)[number];

export const TASK_STATUSES = ['todo', 'in_progress', 'done'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export const VIEW_PAGES = ['tickets', 'board', 'todo'] as const;
export type ViewPage = (typeof VIEW_PAGES)[number];

/** How many views a person may keep. */
export const MOST_VIEWS = 100;

export const AGGREGATE_TYPES = ['ticket', 'user', 'team', 'project', 'service'] as const;
export type AggregateType = (typeof AGGREGATE_TYPES)[number];

/** Fewer than this many values are told one by one: a share of so few says nothing. */
export const FEWEST_FOR_SHARES = 10;

export const FIGURE_GROUPINGS = ['project', 'category', 'label', 'team', 'month'] as const;
export type FigureGrouping = (typeof FIGURE_GROUPINGS)[number];

/** As a regular expression. */
export const UUID = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';

/** How many things a page of a list has unless the caller sends `limit`. */
export const PAGE_SIZE = 100;

/** For tickets, users, projects and templates: some of their clients know no pages. */
export const LONG_PAGE_SIZE = 500;

/** The problems of a queue. */
export const QUEUE_FLAGS = [
  'pending_backlog_high',
  'pending_age_high',
  'stuck_processing_high',
  'failed_items_high',
  'worker_off',
] as const;
export type QueueFlag = (typeof QUEUE_FLAGS)[number];
