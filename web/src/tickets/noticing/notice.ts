import type { Notice } from '../../backend/notices.ts';
import { plainText } from '../showing/plain-text.ts';

export const isUnread = ({ read_at }: Pick<Notice, 'read_at'>): boolean => read_at === null;

/** Where on the ticket's page a notice leads. */
export const commentOf = ({ comment_id: id }: Pick<Notice, 'comment_id'>): { hash?: string } =>
  id === null ? {} : { hash: `comment-${id}` };

/** The words of the comment in a line; whom it names stands there as a mark alone. */
export const excerptLine = ({ comment_excerpt: excerpt }: Pick<Notice, 'comment_excerpt'>): string =>
  plainText((excerpt ?? '').replaceAll(/<@[\da-f-]{36}>/g, '@…')).replaceAll(/\s+/g, ' ');

const ANSWERS: readonly Notice['reason'][] = ['mentioned', 'closed', 'replied'];

/** The newest notice of an answer on each ticket. @param notices the newest first. */
export function newAnswers(notices: readonly Notice[]): Notice[] {
  const tickets = new Set<string>();
  return notices.filter((notice) => {
    const { ticket_id: ticket } = notice;
    if (ticket === null || !isUnread(notice) || !ANSWERS.includes(notice.reason) || tickets.has(ticket)) return false;
    tickets.add(ticket);
    return true;
  });
}
