import { type Static, Type } from 'typebox';
import { Id, Instant, nullable, oneOf, pageParameters, record } from './scalars.ts';
import { NOTICE_REASONS, PAGE_SIZE } from './words.ts';

/** An act of somebody else that concerns the caller (docs/rules/notices.md#the-inbox). */
export const Notice = record({
  id: Id,
  reason: oneOf(NOTICE_REASONS, { description: 'Why it concerns the caller: the first of these that fits.' }),
  ticket_id: nullable({ ...Id, description: 'null for `taken_over`, which is about a project.' }),
  ticket_number: nullable(Type.Integer({ minimum: 1 })),
  ticket_title: nullable(Type.String()),
  comment_id: nullable({ ...Id, description: 'The comment that it is about; of `closed`, the answer.' }),
  comment_excerpt: nullable(
    Type.String({ description: 'How that comment begins: at most 300 characters, as they were typed.' }),
  ),
  event_id: Id,
  actor_id: nullable(Id),
  actor_name: nullable(Type.String()),
  created_at: Instant,
  read_at: nullable(Instant),
  project_id: Type.Optional(Type.Unsafe<string>({ ...Id, description: 'Of `taken_over`, the project.' })),
});
export type Notice = Static<typeof Notice>;

/** GET /api/notices. */
export const NoticeFilter = record({
  unread: Type.Optional(
    oneOf(['0', '1'], { description: '`1`: only those that are not read; `0`: only those that are.' }),
  ),
  ...pageParameters(PAGE_SIZE),
});
export type NoticeFilter = Static<typeof NoticeFilter>;

export const UnreadCount = record({ unread: Type.Integer({ minimum: 0 }) });
export type UnreadCount = Static<typeof UnreadCount>;

/** The most notices that one request names. */
const MOST_AT_ONCE = 500;

const ids = Type.Array(Id, { minItems: 1, maxItems: MOST_AT_ONCE });

/** POST /api/notices/read: exactly one of them. */
export const NoticesRead = record(
  {
    ids: Type.Optional(ids),
    ticket_id: Type.Optional(Id),
    until: Type.Optional(
      Type.Unsafe<string>({ ...Instant, description: 'Every notice that was made at this moment or earlier.' }),
    ),
  },
  { minProperties: 1, maxProperties: 1, examples: [{ ticket_id: '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e' }] },
);
export type NoticesRead = Static<typeof NoticesRead>;

/** POST /api/notices/unread. */
export const NoticesUnread = record({ ids }, { examples: [{ ids: ['019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e'] }] });
