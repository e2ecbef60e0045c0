export { attachmentRoutes } from './attachments/attachment-routes.ts';
export { attachmentBytes } from './attachments/attachment-store.ts';
export { addAttachments, type NewAttachment, viewAttachment } from './attachments/attachments.ts';
export { AttachmentReceiver, type CheckedFile } from './attachments/receive-attachments.ts';
export { type ColumnLimits, countColumns, showColumns } from './column-store.ts';
export { commentRoutes, summaryRoutes } from './comments/comment-routes.ts';
export {
  type ChangedComment,
  closureSummaryOf,
  commentsChangedSince,
  findPublicComment,
  findStoredComment,
  publicCommentsOn,
} from './comments/comment-store.ts';
export { permitComment, postComment } from './comments/comments.ts';
export { deriveAwaitingReply, summariesOnTickets } from './comments/summary-store.ts';
export { findTicket, findToSay, holdToSay } from './find-ticket.ts';
export { hasLabel } from './labels/label-columns.ts';
export { labelRoutes } from './labels/label-routes.ts';
export { listStoredLabels } from './labels/label-store.ts';
export { plannedByLabel } from './labels/label-walk-filter.ts';
export { listUsableLabels } from './labels/labels.ts';
export { referenceRoutes, relationRoutes } from './links/link-routes.ts';
export { markSolvedBy } from './links/relations.ts';
export { countTickets, listingOf, listTickets, type TicketCursor } from './list-tickets.ts';
export { rootNumberOf, rootOf } from './merging/beside.ts';
export { mergeTicket } from './merging/merge.ts';
export { mergedAddresses, mergingRoutes } from './merging/merging-routes.ts';
export { splitTicket } from './merging/split.ts';
export { type Act, type Concern, concernsOf, type Reason, readConcerned } from './notices/concerns.ts';
export { followRoutes, noticeRoutes } from './notices/notice-routes.ts';
export { countUnread } from './notices/notice-store.ts';
export { followersOfTicket, inboxesChangedSince, recordNotices, staleNotices } from './notices/notices.ts';
export { readTakeOver } from './projects/project-commands.ts';
export { projectRoutes } from './projects/project-routes.ts';
export { hasProjects, listSeenProjects, listStoredProjects } from './projects/project-store.ts';
export { addProject, icon, showProjects } from './projects/projects.ts';
export { matchingOf } from './ranked-tickets.ts';
export { ticketPeopleRoutes } from './seeing/people-routes.ts';
export { settleStep } from './seeing/settling.ts';
export { teamRoutes } from './seeing/team-routes.ts';
export { followTeams } from './seeing/team-sign-in.ts';
export { listStoredTeams } from './seeing/team-store.ts';
export { listTeams } from './seeing/teams.ts';
export { taskRoutes } from './tasks/task-routes.ts';
export { templateRoutes } from './templates/template-routes.ts';
export { addTemplate } from './templates/templates.ts';
export { type NamedTicket, PRIORITY_RANK, type StoredTicket, viewTicket } from './ticket.ts';
export { JOINED_TICKETS, RESTRICTED_TICKETS } from './ticket-columns.ts';
export type { TicketListing } from './ticket-filter.ts';
export { reopenRoutes, ticketDetailRoutes, ticketRoutes } from './ticket-routes.ts';
export { findNamedTicket, ticketIdOf } from './ticket-store.ts';
export { changeTicket, openTicket, showTicket } from './tickets.ts';
