import type { Notice } from '../../backend/notices.ts';

export const isUnread = ({ read_at }: Pick<Notice, 'read_at'>): boolean => read_at === null;

/** Where on the ticket's page a notice leads. */
export const commentOf = ({ comment_id: id }: Pick<Notice, 'comment_id'>): { hash?: string } =>
  id === null ? {} : { hash: `comment-${id}` };

const ANSWERS: readonly Notice['reason'][] = ['mentioned', 'closed', 'replied'];

/** The newest notice of an answer on each ticket. @param notices the newest first. */
export function newAnswers(notices: readonly Notice[]): Notice[] {
  const tickets = new Set<string>();
  return notices.filter((notice) => {
    if (!isUnread(notice) || !ANSWERS.includes(notice.reason) || tickets.has(notice.ticket_id)) return false;
    tickets.add(notice.ticket_id);
    return true;
  });
}
