import { Type } from 'typebox';
import { AuditEntry, AuditFilter } from '#contract/audit.ts';
import { PAGE_SIZE, UUID } from '#contract/scalars.ts';
import { checkedCursor, nextPage, operation, type Routes, readCursor } from '#platform';
import { AuditStore } from './audit-store.ts';

const listing = operation({
  operationId: 'listAuditEntries',
  summary: 'List who changed roles, people, settings and webhooks, newest first',
  tag: 'Records',
  access: 'developer',
  scope: 'admin',
  query: AuditFilter,
  answers: { 200: Type.Array(AuditEntry) },
  refuses: [],
});

const isId = (cursor: unknown): cursor is string => typeof cursor === 'string' && new RegExp(UUID).test(cursor);

export async function auditRoutes(routes: Routes): Promise<void> {
  routes.get('/api/audit', listing, async (request, reply) => {
    const { action = null, actor_id: actorId = null, limit = PAGE_SIZE, cursor } = request.query;
    const before = checkedCursor(readCursor(cursor), isId);
    const found = await request.read((work) => work.of(AuditStore).list({ action, actorId, before, limit: limit + 1 }));
    const entries = found.slice(0, limit);
    nextPage(reply, request, found.length > limit ? (entries.at(-1)?.id ?? null) : null);
    return entries.map((entry) => ({ ...entry, details: JSON.parse(entry.details) }));
  });
}
