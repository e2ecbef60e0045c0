import { Type } from 'typebox';
import { AuditEntry, AuditFilter } from '#contract/audit.ts';
import type { AuditTarget } from '#contract/audit-words.ts';
import { PAGE_SIZE } from '#contract/words.ts';
import { idCursor, nextPage, pageWithin, type Work } from '#platform';
import { operation, type Routes } from '#platform/serving';
import type { RowOf } from '#records';
import { AuditStore } from './audit-store.ts';

const listing = operation({
  operationId: 'listAuditEntries',
  summary: 'List who changed roles, people, settings and webhooks, newest first',
  tag: 'Records',
  access: 'developer',
  scope: 'admin',
  query: AuditFilter,
  answers: { 200: Type.Array(AuditEntry) },
});

type Targets = Readonly<Record<'tickets' | 'projects', readonly string[]>>;

/** The tickets that the caller sees with everything on them, and the projects that they see. */
export type SeenTargets = (work: Work, targets: Targets) => Promise<ReadonlySet<string>>;

/** @param seenTargets what was done to other tickets and projects is left out. */
export const auditRoutes =
  (seenTargets: SeenTargets) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/api/audit', listing, async (request, reply) => {
      const { action = null, actor_id: actorId = null, limit = PAGE_SIZE, cursor } = request.query;
      const before = idCursor(cursor);
      const { rows, seen } = await request.read(async (work) => {
        const rows = await work.of(AuditStore).list({ action, actorId, before, limit: limit + 1 });
        const targets = { tickets: idsOf('ticket', rows), projects: projectsOf(rows) };
        return { rows, seen: await seenTargets(work, targets) };
      });
      const { items, next } = pageWithin(rows, limit, ({ id }) => id);
      nextPage(reply, request, next);
      return items
        .filter((entry) => [...idsOf('ticket', [entry]), ...projectsOf([entry])].every((id) => seen.has(id)))
        .map((entry) => ({ ...entry, details: JSON.parse(entry.details) }));
    });
  };

type Entry = Pick<RowOf<'audit'>, 'target_type' | 'target_id' | 'details'>;

/** The projects that entries are about; a field says in its details of which project it is. */
const projectsOf = (entries: readonly Entry[]): string[] => [
  ...idsOf('project', entries),
  ...entries.flatMap(({ target_type, details }) => {
    const { project_id = null } =
      target_type === 'field' ? (JSON.parse(details) as { project_id?: string | null }) : {};
    return project_id ?? [];
  }),
];

const idsOf = (type: AuditTarget, entries: readonly Entry[]): string[] =>
  entries.flatMap(({ target_type, target_id }) => (target_type === type && target_id !== null ? [target_id] : []));
