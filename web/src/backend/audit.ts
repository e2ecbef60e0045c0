import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AuditAction, AuditEntry } from '../../../contract/audit.ts';
import { address, getPage } from './client.ts';

export type { AuditAction, AuditEntry };

export interface AuditWish {
  action: AuditAction | undefined;
  actor: string | undefined;
}

/** The record of changes, the newest first. */
export const auditQuery = ({ action, actor }: AuditWish) =>
  infiniteQueryOptions({
    queryKey: ['audit', action, actor],
    queryFn: ({ pageParam, signal }) => getPage(pageParam, signal),
    initialPageParam: address('/audit', { action, actor_id: actor, limit: 50 }),
    getNextPageParam: (page) => page.next,
  });
