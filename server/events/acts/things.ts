import type { Person, Work } from '#platform';
import type { TableName } from '#records';
import type { LineTicket, StoredLine } from './act-store.ts';
import {
  type Cleared,
  type Dependants,
  type Rows,
  removeRows,
  restoreRows,
  usedAmong,
  whatIsThere,
} from './removed-store.ts';
import type { Restorer, Restoring } from './restorer.ts';

/** Something that is no ticket, as acts name it. */
export interface Thing {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  /** Whose own it is. */
  readonly ownerId?: string;
  readonly projectId?: string | null;
}

const lineOf = ({ type, id, name, ownerId, projectId = null }: Thing) => ({
  ...{ thing: { type, id, name }, ownerId: ownerId ?? null, projectId },
});

/** The field of lines that say of a thing that it was made, or removed. */
export const MADE = 'created';

/**
 * Records what became of a thing, a line for each field that is another one.
 *
 * @param before its fields as PATCH takes them; null for one that is new.
 * @param after those of them that were written.
 */
export function recordThing(work: Work, thing: Thing, before: object | null, after: object): void {
  if (before === null) work.lines.push({ ...lineOf(thing), field: MADE, new: true });
  else
    for (const [field, value] of Object.entries(after)) {
      const old = (before as Readonly<Record<string, unknown>>)[field];
      if (JSON.stringify(old ?? null) !== JSON.stringify(value ?? null))
        work.lines.push({ ...lineOf(thing), field, old, new: value });
    }
}

/** Removes a thing so that an undo brings it back. @returns its rows. */
export const removeThing = (work: Work, thing: Thing, dependants: Dependants, cleared?: Cleared): Promise<Rows> =>
  removeRows(work, { ...lineOf(thing), field: MADE, personId: thing.ownerId ?? null }, dependants, cleared);

/** How things of one kind are read and changed: by the operations that everybody uses. */
export interface ThingKind {
  readonly table: TableName;
  /** Tables whose rows belong to a thing, so that it is not used by them. */
  readonly own: readonly TableName[];
  may(person: Person): boolean;
  /** Its fields as PATCH takes them; undefined where there is none for the caller. */
  show(work: Work, id: string): Promise<object | undefined>;
  change(work: Work, id: string, changes: Readonly<Record<string, unknown>>, how: Restoring): Promise<unknown>;
  remove(work: Work, id: string, how: Restoring): Promise<unknown>;
  /** Permits the caller to bring it back. @throws Failure. */
  permit(work: Work, rows: Rows): Promise<void> | void;
  /** Runs once it is back. */
  restored?(work: Work, rows: Rows): Promise<void>;
}

const valueBefore = ({ old_value }: StoredLine): unknown => (old_value === null ? null : JSON.parse(old_value));

/** Other fields of the thing that the change drew along. */
const drawnAlong = ({ before }: StoredLine): object => (before === null ? {} : JSON.parse(before));

export const thingOf = ({ thing_type, thing_id, thing_name, owner_id, project_id }: StoredLine): Thing => ({
  ...{ type: thing_type ?? '', id: thing_id ?? '', name: thing_name ?? '', projectId: project_id },
  ...(owner_id === null ? {} : { ownerId: owner_id }),
});

/** Puts lines of things of a kind back. */
export const thingRestorer = (kind: ThingKind): Restorer => ({
  async present(work, lines) {
    const made = lines.filter(({ field }) => field === MADE);
    const values = new Map<string, unknown>(await whatIsThere(work, kind.table, made));
    // A thing that came back by an undo goes as it went before; a new one goes while nothing uses it.
    const fresh = made.filter(({ new_value, undoes_id }) => new_value !== null && undoes_id === null);
    const ids = fresh.flatMap(({ thing_id }) => thing_id ?? []);
    const used = ids.length === 0 ? new Set() : await usedAmong(work, kind.table, kind.own, ids);
    for (const { id, thing_id } of fresh) if (used.has(thing_id ?? '')) values.set(id, 'used');
    const shown = new Map<string, object | undefined>();
    for (const { id, thing_id, field } of lines) {
      if (field === MADE || thing_id === null) continue;
      if (!shown.has(thing_id)) shown.set(thing_id, await kind.show(work, thing_id));
      const thing = shown.get(thing_id);
      if (thing !== undefined) values.set(id, (thing as Readonly<Record<string, unknown>>)[field] ?? null);
    }
    return values;
  },
  may: ({ actor }: Work, { owner_id }: StoredLine, _: LineTicket | undefined) =>
    (owner_id === null || owner_id === actor.id) && kind.may(actor),
  async restore(work, lines, how) {
    const [first] = lines;
    const id = first?.thing_id ?? null;
    if (first === undefined || id === null) return;
    const fields = lines.filter(({ field }) => field !== MADE);
    if (fields.length > 0) {
      const changes = fields.map((line) => ({ ...drawnAlong(line), [line.field]: valueBefore(line) }));
      await kind.change(work, id, Object.assign({}, ...changes), how);
    }
    const made = lines.find(({ field }) => field === MADE);
    if (made === undefined) return;
    if (made.old_value === null) await kind.remove(work, id, how);
    else {
      const rows = await restoreRows(work, id, (removed) => kind.permit(work, removed));
      recordThing(work, thingOf(made), null, {});
      await kind.restored?.(work, rows);
    }
  },
});
