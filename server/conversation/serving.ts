export { attachmentRoutes } from './attachments/attachment-routes.ts';
export { AttachmentReceiver, type CheckedFile, draftKind, expectForm } from './attachments/receive-attachments.ts';
export { commentRoutes, summaryRoutes } from './comments/comment-routes.ts';
export { suggestionRoutes } from './comments/suggestion-routes.ts';
export { followRoutes, mentionableRoutes, noticeRoutes } from './notices/notice-routes.ts';
export { calendarRoutes } from './promises/calendar-routes.ts';
export { targetRoutes } from './promises/target-routes.ts';
export { waitRoutes } from './waits/wait-routes.ts';
