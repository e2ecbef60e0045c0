/**
 * What each read costs: whether it takes its turn among those that read much (docs/rules/service.md#turns), and otherwise why it
 * costs less than a page. All the rest of the interface writes; of one person four of those and of cheap reads run at once.
 */
export type Cost =
  /** Takes its turn. */
  | 'turn'
  /** Takes its turn for a page of more than 100; 100 are a page. */
  | 'page'
  /** One thing by its id, with what belongs to it. */
  | 'one'
  /** What the caller has: sessions, tokens, views, notices. */
  | 'own'
  /** As many as a company has: settings, labels, teams, webhooks. */
  | 'few'
  /** Kept by the process, or a file as it is. */
  | 'kept'
  /** Open as long as its client listens. */
  | 'stream';

export const COSTS: Readonly<Record<string, Cost>> = {
  checkEnterprise: 'few',
  completeOidcSignIn: 'one',
  countNotices: 'own',
  countTickets: 'turn',
  downloadAttachment: 'one',
  exportEverything: 'turn',
  exportFigures: 'turn',
  exportMyData: 'turn',
  exportPerson: 'turn',
  exportRejectedRows: 'turn',
  exportTickets: 'turn',
  findSimilarTickets: 'turn',
  getActivation: 'turn',
  getAnswer: 'one',
  getAnsweredThisMonth: 'few',
  getAnswerStatistics: 'turn',
  getAvatar: 'one',
  getBoard: 'turn',
  getBuiltInGlossary: 'kept',
  getCapabilities: 'few',
  getClosingDraft: 'turn',
  getDocument: 'kept',
  getFigures: 'turn',
  getGlossary: 'turn',
  getHealth: 'kept',
  getHome: 'turn',
  getInboundMail: 'turn',
  getLogo: 'one',
  getMailInCheck: 'one',
  getMailInSettings: 'few',
  getMailInStatus: 'few',
  getMe: 'own',
  getMetrics: 'kept',
  getNumberedTicket: 'one',
  getOutboxEntry: 'one',
  getOutboxStatistics: 'turn',
  getOverview: 'turn',
  getPersonalRecords: 'turn',
  getProjectIcon: 'one',
  getPublicSettings: 'few',
  getRawMail: 'one',
  getReadiness: 'kept',
  getSettings: 'few',
  getSetup: 'few',
  getSetupSteps: 'few',
  getTeam: 'one',
  getTemplate: 'one',
  getTicket: 'one',
  getTicketAccess: 'one',
  getUnsubscribePage: 'one',
  getUpgrade: 'few',
  getUsage: 'turn',
  getWorkload: 'turn',
  getWorkspace: 'few',
  listAllTokens: 'page',
  listAnswers: 'turn',
  listAuditEntries: 'page',
  listBackups: 'few',
  listCcAddresses: 'one',
  listClosureSummaries: 'turn',
  listCommentEdits: 'page',
  listExternalReferences: 'one',
  listIdentities: 'one',
  listImports: 'few',
  listInboundMails: 'page',
  listLabels: 'few',
  listMailbox: 'kept',
  listMentionablePeople: 'one',
  listNotices: 'page',
  listOidcAttempts: 'few',
  listOutboxEntries: 'page',
  listPasskeys: 'own',
  listProjects: 'turn',
  listRelatedTickets: 'one',
  listSealedProjects: 'few',
  listSessions: 'own',
  listSignInMethods: 'few',
  listSuggestions: 'turn',
  listTasks: 'own',
  listTeams: 'few',
  listTemplates: 'turn',
  listTicketDeliveries: 'one',
  listTickets: 'turn',
  listTokens: 'own',
  listUsers: 'turn',
  listViews: 'own',
  listWebhookDeliveries: 'page',
  listWebhooks: 'few',
  reviewAnswers: 'turn',
  startOidcSignIn: 'few',
  streamEvents: 'stream',
};
