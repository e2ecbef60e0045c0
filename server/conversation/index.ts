export { attachmentBytes, attachmentsOn } from './attachments/attachment-store.ts';
export {
  addAttachments,
  attachFiles,
  type NewAttachment,
  removeAttachment,
  restoreAttachment,
  ticketItself,
  viewAttachment,
} from './attachments/attachments.ts';
export { dueToday } from './calendars/calendar-store.ts';
export {
  addStoredComment,
  type ChangedComment,
  closureSummaryOf,
  commentsChangedSince,
  commentsOn,
  findPublicComment,
  findStoredComment,
  hasInternalWords,
  markClosureSummary,
  removeStoredComment,
  type StoredComment,
  unmarkClosureSummary,
  whatIsSaidSince,
} from './comments/comment-store.ts';
export { permitComment, postComment, viewComments } from './comments/comments.ts';
export { deriveAwaitingReply, settleClosed, summariesOnTickets } from './comments/summary-store.ts';
export { restoreComment, takeBackComment } from './comments/take-back.ts';
export {
  type ActOnTicket,
  type Concern,
  concernedAs,
  concernsOf,
  type Reason,
  readConcerned,
} from './notices/concerns.ts';
export { closingNotices, countUnread } from './notices/notice-store.ts';
export {
  followersOfTicket,
  inboxesChangedSince,
  isFollowing,
  leaveProjectNotice,
  recordNotices,
  staleNotices,
  startFollowing,
  stopFollowing,
  takeNoticesBack,
  unfollow,
} from './notices/notices.ts';
export { lockPromises } from './promises/calendars.ts';
export type { TicketGate } from './ticket-gate.ts';
export { fillWaits } from './waits/all-waits.ts';
export { digestedWaits } from './waits/digest-waits.ts';
export { keepWaits } from './waits/keep-waits.ts';
export { reconcileWaits } from './waits/reconcile.ts';
export { promisedDue, viewRunningWait, withWaitTimes } from './waits/view-wait.ts';
export { type WaitColumns, waitColumns } from './waits/wait-columns.ts';
export { addWait, followChange, noteReporters, reportedWait, reviseWaits } from './waits/waits.ts';
export { waitsVerify } from './waits/waits-command.ts';
