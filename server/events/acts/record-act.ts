import type { ActWay } from '#contract/act-words.ts';
import type { AuditAction } from '#contract/audit-words.ts';
import { type Actor, type NewLine, type Work, wayInOf } from '#platform';
import type { RowOf } from '#records';
import { ActStore } from './act-store.ts';

/** Operations that take nothing back and change nothing that people see. */
const NO_ACTS: ReadonlySet<AuditAction> = new Set([
  'export.made',
  'table.made',
  'person.exported',
  'outbox.replayed',
  'sign_in.refused',
]);

/** Changes of tickets, teams and projects have lines of their own. */
const RECORDED_THERE = new Set(['ticket', 'team', 'project', 'import']);

/** The things of which nobody hears but their owner. */
const OWN = new Set(['token', 'passkey', 'identity']);

type AuditRow = RowOf<'audit'>;

const FIELDS: Partial<Record<AuditAction, string>> = {
  'user.role_changed': 'role',
  'user.deactivated': 'is_active',
  'user.activated': 'is_active',
  'user.renamed': 'name',
  'user.address_changed': 'email',
};

/** Pure: what the audit says as lines, which no undo puts back. */
export function linesOfAudit({ action, target_type, target_id, details, actor_id }: AuditRow): NewLine[] {
  if (NO_ACTS.has(action) || RECORDED_THERE.has(target_type)) return [];
  const { names, old_role, new_role, key, project_id } = JSON.parse(details) as {
    readonly names?: readonly string[];
    readonly old_role?: string;
    readonly new_role?: string;
    readonly key?: string;
    readonly project_id?: string | null;
  };
  const line = {
    thing: { type: target_type, id: target_id, name: key ?? null },
    ownerId: OWN.has(target_type) ? actor_id : null,
    projectId: project_id ?? null,
    isUndoable: false,
  };
  const fields = names ?? [FIELDS[action] ?? action.slice(action.indexOf('.') + 1)];
  return fields.map((field) => ({ ...line, field, old: old_role, new: new_role }));
}

/** Records what a transaction changed, line by line, as a part of its act (docs/rules/acts.md). It runs last in it. */
export async function recordAct(work: Work<Actor>): Promise<void> {
  for (const entry of work.audited) work.lines.push(...linesOfAudit(entry));
  // A row that names the act may have been written without a line: of a file that was removed.
  if (work.lines.length === 0 && !work.isOfAct) return;
  const id = work.actId;
  if (id === null) return;
  const { actor, source, act } = work;
  const way = act.imports === null ? wayInOf(actor, source) : 'import';
  const row = {
    id,
    at: work.now,
    actor_id: actor?.id ?? null,
    via: way,
    program: act.imports ?? work.via ?? (way === 'rule' ? source : null),
    kind: act.kind ?? '',
    undoes_id: act.undoes,
    correlation_id: work.correlationId,
  };
  await work.of(ActStore).add(
    act.isRecorded ? null : row,
    work.lines.map((line) => rowOf(work, id, line)),
  );
}

/** Whether a program or an agent did it, with a token. */
export const isOfProgram = (via: ActWay): boolean => via === 'token' || via === 'agent';

const asJson = (value: unknown): string | null => (value == null ? null : JSON.stringify(value));

const rowOf = (work: Work<Actor>, act_id: string, line: NewLine) => ({
  act_id,
  id: work.newId(),
  ticket_id: line.ticketId ?? null,
  thing_type: line.thing?.type ?? null,
  thing_id: line.thing?.id ?? null,
  thing_name: line.thing?.name ?? null,
  owner_id: line.ownerId ?? null,
  project_id: line.projectId ?? null,
  field: line.field,
  old_value: asJson(line.old),
  new_value: asJson(line.new),
  before: asJson(line.before),
  is_internal: line.isInternal === true,
  is_undoable: line.isUndoable !== false,
  undoes_id: line.undoesId ?? null,
  undone_by_id: null,
});
