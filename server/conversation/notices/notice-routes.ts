import { Type } from 'typebox';
import { Mentionable, MentionableFilter } from '#contract/comments.ts';
import { Notice, NoticeFilter, NoticesRead, NoticesUnread, UnreadCount } from '#contract/notices.ts';
import { IdPath } from '#contract/scalars.ts';
import { PAGE_SIZE } from '#contract/words.ts';
import { idCursor, nextPage, type Work } from '#platform';
import { NoContent, operation, type Routes } from '#platform/serving';
import type { TicketGate } from '../ticket-gate.ts';
import { NoticeStore } from './notice-store.ts';
import {
  listMentionable,
  listNotices,
  markNoticesRead,
  markNoticesUnread,
  startFollowing,
  stopFollowing,
} from './notices.ts';

const described = {
  tag: 'Notices',
  access: 'signed-in',
  scope: 'write',
  params: IdPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'forbidden', 'ticket_not_found'],
} as const;

const following = operation({
  operationId: 'followTicket',
  ...described,
  summary: 'Follow a ticket: be told of its comments and of changes of its status',
});

const unfollowing = operation({
  operationId: 'unfollowTicket',
  ...described,
  summary: 'Follow a ticket no longer',
});

/** Following tickets (docs/rules/notices.md#following). */
export const followRoutes =
  ({ findRoot }: TicketGate) =>
  async (routes: Routes): Promise<void> => {
    routes.put('/api/tickets/:id/following', following, (request) =>
      request.write(async (work) => startFollowing(work, await findRoot(work, request.params.id))),
    );

    routes.delete('/api/tickets/:id/following', unfollowing, (request) =>
      request.write(async (work) => stopFollowing(work, await findRoot(work, request.params.id))),
    );
  };

const reads = { tag: 'Notices', access: 'signed-in', scope: 'read' } as const;
const writes = { tag: 'Notices', access: 'signed-in', scope: 'write' } as const;

const listing = operation({
  operationId: 'listNotices',
  ...reads,
  summary: 'List what happened that concerns you, newest first',
  query: NoticeFilter,
  answers: { 200: Type.Array(Notice) },
});

const counting = operation({
  operationId: 'countNotices',
  ...reads,
  summary: 'Count the notices that you have not read',
  answers: { 200: UnreadCount },
});

const reading = operation({
  operationId: 'markNoticesRead',
  ...writes,
  summary: 'Mark notices as read: some, those of a ticket, or all up to a moment',
  body: NoticesRead,
  answers: { 200: UnreadCount },
  refuses: ['too_many_requests'],
});

const unreading = operation({
  operationId: 'markNoticesUnread',
  ...writes,
  summary: 'Mark notices as unread again, all of them or none',
  body: NoticesUnread,
  answers: { 200: UnreadCount },
  refuses: ['too_many_requests', 'notice_not_found'],
});

const unreadingOne = operation({
  operationId: 'markNoticeUnread',
  ...writes,
  summary: 'Mark a notice as unread again',
  params: IdPath,
  answers: { 200: UnreadCount },
  refuses: ['too_many_requests', 'notice_not_found'],
});

const mentionable = operation({
  operationId: 'listMentionablePeople',
  tag: 'Comments',
  access: 'signed-in',
  scope: 'read',
  summary: 'Find people whom a comment on a ticket may name',
  params: IdPath,
  query: MentionableFilter,
  answers: { 200: Type.Array(Mentionable) },
  refuses: ['forbidden', 'ticket_not_found'],
});

/** Notices: what happened that concerns the caller. */
export async function noticeRoutes(routes: Routes): Promise<void> {
  routes.get('/api/notices', listing, async (request, reply) => {
    const { unread, limit = PAGE_SIZE, cursor } = request.query;
    const filter = { unread: unread === undefined ? null : unread === '1', after: idCursor(cursor), limit };
    const { items, next } = await request.read((work) => listNotices(work, filter));
    nextPage(reply, request, next);
    return items;
  });

  routes.get('/api/notices/count', counting, (request) =>
    request.read(async (work) => ({ unread: await work.of(NoticeStore).countUnread(work.actor) })),
  );

  routes.post('/api/notices/read', reading, (request) => request.write((work) => markNoticesRead(work, request.body)));

  routes.post('/api/notices/unread', unreading, (request) =>
    request.write((work) => markNoticesUnread(work, request.body.ids)),
  );

  routes.post('/api/notices/:id/unread', unreadingOne, (request) =>
    request.write((work) => markNoticesUnread(work, [request.params.id])),
  );
}

/** The people whom a comment may name. */
export const mentionableRoutes =
  ({ findTicket }: TicketGate) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/api/tickets/:id/mentionable', mentionable, (request) => {
      const { q = '', internal } = request.query;
      const find = (work: Work) => () => findTicket(work, request.params.id);
      return request.read((work) => listMentionable(work, find(work), { q, isInternal: internal === '1' }));
    });
  };
