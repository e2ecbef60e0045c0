export { attachmentRoutes } from './attachments/attachment-routes.ts';
export { attachmentBytes } from './attachments/attachment-store.ts';
export { addAttachments, type KeptAttachment, viewAttachment } from './attachments/attachments.ts';
export { AttachmentReceiver } from './attachments/receive-attachments.ts';
export { boardRoutes, homeRoutes } from './board/board-routes.ts';
export { commentRoutes, summaryRoutes } from './comments/comment-routes.ts';
export {
  type ChangedComment,
  closureSummaryOf,
  commentsChangedSince,
  findPublicComment,
  findStoredComment,
} from './comments/comment-store.ts';
export { permitComment, postComment } from './comments/comments.ts';
export { deriveAwaitingReply, summariesOnTickets } from './comments/summary-store.ts';
export { findTicket, holdTicket } from './find-ticket.ts';
export { referenceRoutes, relationRoutes } from './links/link-routes.ts';
export { markSolvedBy } from './links/relations.ts';
export { listTickets, type TicketCursor } from './list-tickets.ts';
export { readConcerned } from './notices/concerned-people.ts';
export { type Act, type Concern, concernsOf, type Reason } from './notices/concerns.ts';
export { followRoutes } from './notices/follow-routes.ts';
export { followersOfTicket } from './notices/follower-store.ts';
export { inboxesChangedSince } from './notices/inbox-store.ts';
export { noticeRoutes } from './notices/notice-routes.ts';
export { countUnread } from './notices/notice-store.ts';
export { recordNotices } from './notices/record-notices.ts';
export { staleNotices } from './notices/stale-notices.ts';
export { projectRoutes } from './projects/project-routes.ts';
export { hasProjects, listStoredProjects } from './projects/project-store.ts';
export { addProject, icon, viewProject } from './projects/projects.ts';
export { statisticsRoutes } from './statistics/statistics-routes.ts';
export { countByStatus } from './statistics/statistics-store.ts';
export { taskRoutes } from './tasks/task-routes.ts';
export { templateRoutes } from './templates/template-routes.ts';
export { addTemplate } from './templates/templates.ts';
export { type NamedTicket, PRIORITY_RANK, type StoredTicket, viewTicket } from './ticket.ts';
export { reopenRoutes, ticketDetailRoutes, ticketRoutes } from './ticket-routes.ts';
export { findNamedTicket, ticketIdOf } from './ticket-store.ts';
export { changeTicket, openTicket, showTicket } from './tickets.ts';
export { viewRoutes } from './views/view-routes.ts';
export { listViews } from './views/view-store.ts';
