import type { Notice } from '#contract/notices.ts';
import { UUID } from '#contract/scalars.ts';
import type { Work } from '#platform';
import { type NoticeListing, NoticeStore } from './notice-store.ts';

const isId = new RegExp(UUID);

/** The id of the last notice on the page before. */
export const isNoticeCursor = (cursor: unknown): cursor is string => typeof cursor === 'string' && isId.test(cursor);

/** A page of the caller's notices, newest first, and the cursor of the next page. */
export async function listNotices(
  work: Work,
  wanted: NoticeListing,
): Promise<{ notices: Notice[]; next: string | null }> {
  const found = await work.of(NoticeStore).list(work.actor, { ...wanted, limit: wanted.limit + 1 });
  const notices = found.slice(0, wanted.limit);
  return { notices, next: found.length > wanted.limit ? (notices.at(-1)?.id ?? null) : null };
}
