import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { Label } from '../contract/labels.ts';
import { actOf, undoes } from '../server/testing/acts.ts';
import type { Player } from '../server/testing/cast.ts';
import { databases } from '../server/testing/databases.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import { breakWrites } from './merging/break-writes.ts';
import { seed, size, sizeOnEach } from './size.ts';
import { deed, department, UnseenWorld } from './undo/unseen-world.ts';

const RUNS = sizeOnEach(60, 10_000);
const WORLDS = sizeOnEach(30, 3000);
const STEPS = 16;
const TICKETS = 3;

const VALUES = {
  priority: ['low', 'normal', 'high', 'critical'],
  category: ['bug', 'question', 'other'],
  title: ['The first one', 'The second one', 'The third one'],
  labels: ['', 'a', 'b', 'ab'],
} as const;
const FIELDS = ['priority', 'category', 'title', 'labels'] as const;
type Field = (typeof FIELDS)[number];

const change = fc.record({
  does: fc.constant('change' as const),
  who: fc.nat(2),
  on: fc.subarray([0, 1, 2], { minLength: 1 }),
  field: fc.constantFrom(...FIELDS),
  other: fc.constantFrom(...FIELDS),
  value: fc.nat(3),
});
const undo = fc.record({ does: fc.constant('undo' as const), who: fc.nat(2), back: fc.nat(3) });
type Step =
  typeof change extends fc.Arbitrary<infer C> ? C | (typeof undo extends fc.Arbitrary<infer U> ? U : never) : never;

interface Line {
  readonly act: ActModel;
  readonly place: string;
  readonly old: string;
  readonly new: string;
  readonly undoes: Line | null;
  undoneBy: ActModel | null;
}
interface ActModel {
  readonly id: string;
  readonly lines: Line[];
}

/** Acts on the fields of a few tickets, and what taking them back makes of the fields. */
class Model {
  readonly values = new Map<string, string>();

  write(act: ActModel, place: string, value: string, undoes: Line | null = null): void {
    const old = this.values.get(place) ?? '';
    if (old === value) return;
    act.lines.push({ act, place, old, new: value, undoes, undoneBy: null });
    this.values.set(place, value);
  }

  isUndoable = ({ place, new: value, undoneBy }: Line): boolean =>
    undoneBy === null && this.values.get(place) === value;

  /** @returns whether anything could be put back. */
  undo(act: ActModel, made: ActModel): boolean {
    const open = act.lines.filter(this.isUndoable);
    for (const line of open) {
      this.write(made, line.place, line.old, line);
      line.undoneBy = made;
      let [by, lower, stands] = [act, line.undoes, false];
      while (lower !== null) {
        lower.undoneBy = stands ? by : null;
        [by, lower, stands] = [lower.act, lower.undoes, !stands];
      }
    }
    return open.length > 0;
  }
}

/** The service and the model, walked side by side by three people. */
class Walk {
  readonly #model = new Model();
  readonly #acts: ActModel[] = [];
  readonly #people: readonly Player[];
  readonly #labels: Readonly<Record<'a' | 'b', string>>;
  #ids: string[] = [];

  constructor(people: readonly Player[], labels: Record<'a' | 'b', string>) {
    this.#people = people;
    this.#labels = labels;
  }

  async begin(ada: Player): Promise<void> {
    for (let n = 0; n < TICKETS; n += 1) this.#ids.push((await ada.opens()).id);
    await this.compare((place, value) => this.#model.values.set(place, value));
  }

  #sent(field: Field, value: string): unknown {
    if (field !== 'labels') return value;
    return [...value].map((name) => this.#labels[name as 'a' | 'b']).sort();
  }

  async does(step: Step): Promise<void> {
    const who = this.#people[step.who] as Player;
    if (step.does === 'undo') return this.#undo(who, step.back);
    const { on, field, other, value } = step;
    const fields = [...new Set([field, other])];
    const named = fields.map((key) => [key, VALUES[key][value % VALUES[key].length] ?? ''] as const);
    const sent = Object.fromEntries(named.map(([key, to]) => [key, this.#sent(key, to)]));
    const ids = on.map((n) => this.#ids[n] ?? '');
    const answer = await who.patch('/api/tickets', { ids, change: sent });
    const act = { id: answer.headers.get('kwit-act') ?? '', lines: [] };
    for (const id of ids) for (const [key, to] of named) this.#model.write(act, `${id} ${key}`, to);
    assert.equal(act.id !== '', act.lines.length > 0);
    if (act.id !== '') this.#acts.push(act);
  }

  async #undo(who: Player, back: number): Promise<void> {
    const act = this.#acts.at(-1 - back);
    if (act === undefined) return;
    const isOver = !act.lines.some(this.#model.isUndoable) && act.lines.some(({ undoneBy }) => undoneBy !== null);
    const answer = await undoes(who, act.id);
    if (isOver) {
      answer.isRefused(409, 'already_undone');
      return;
    }
    const made = { id: answer.headers.get('kwit-act') ?? '', lines: [] };
    const isUndone = this.#model.undo(act, made);
    assert.equal(answer.is(200).act !== null, isUndone);
    if (isUndone) this.#acts.push(made);
  }

  /** The fields of all tickets as the model has them. */
  async compare(note?: (place: string, value: string) => void): Promise<void> {
    for (const id of this.#ids) {
      const ticket = (await (this.#people[0] as Player).reads({ id })).is(200);
      for (const field of FIELDS) {
        const names = (ticket.labels ?? []).map((label) => (label.id === this.#labels.a ? 'a' : 'b'));
        const value = field === 'labels' ? names.sort().join('') : String(ticket[field]);
        if (note) note(`${id} ${field}`, value);
        else assert.equal(value, this.#model.values.get(`${id} ${field}`), field);
      }
    }
  }
}

for (const name of databases) {
  describe(`acts and undos (${name})`, () => {
    let app: App;
    before(async () => {
      app = await startApp(name);
    });
    after(() => app.close());

    test(`agree with a model in ${RUNS} runs of up to ${STEPS} steps by three people (seed ${seed})`, {
      timeout: size(300_000, 7_200_000),
    }, async () => {
      const { ada, dev, ewa } = await app.cast.all();
      const lena = await app.cast.newDeveloper();
      const label = async (text: string) =>
        (await dev.post<Label>('/api/labels', { name: `Proof ${text}` })).is(201).id;
      const labels = { a: await label('a'), b: await label('b') };
      const steps = fc.array(fc.oneof(change, { arbitrary: undo, weight: 3 }), { maxLength: STEPS, size: 'max' });
      const property = fc.asyncProperty(steps, async (some) => {
        const walk = new Walk([dev, ewa, lena], labels);
        await walk.begin(ada);
        for (const step of some) {
          await walk.does(step);
          await walk.compare();
        }
      });
      await fc.assert(property, { numRuns: RUNS, seed, verbose: 1 });
    });

    test(`give waits, fields and sight back in ${WORLDS} worlds with a sealed project (seed ${seed})`, {
      timeout: size(300_000, 7_200_000),
    }, async () => {
      const people = await department(app);
      const deeds = fc.array(deed, { minLength: 1, maxLength: 6, size: 'max' });
      const property = fc.asyncProperty(deeds, (some) => new UnseenWorld(people).walk(some));
      await fc.assert(property, { numRuns: WORLDS, seed, verbose: 1 });
    });

    test('break off at any point, and leave each ticket as it was or as it becomes', async () => {
      const { ada, dev } = await app.cast.all();
      const tickets = [await ada.opens(), await ada.opens()];
      const ids = tickets.map(({ id }) => id);
      const changed = await dev.patch('/api/tickets', { ids, change: { priority: 'high', category: 'question' } });
      const states = async () =>
        Promise.all(
          tickets.map(async (ticket) => {
            const { priority, category } = (await dev.reads(ticket)).is(200);
            return `${priority} ${category}`;
          }),
        );
      const whole = new Set([`${tickets[0]?.priority} ${tickets[0]?.category}`, 'high question']);
      const breaking = breakWrites(app);
      try {
        let changes = 0;
        for (let status = 500; status === 500; changes += 1) {
          breaking.after(changes);
          ({ status } = await undoes(dev, actOf(changed)));
          for (const state of await states()) assert.ok(whole.has(state), `${state} after ${changes} changes`);
        }
        assert.ok(changes > 5, `${changes} changes`);
      } finally {
        breaking.mend();
      }
      assert.ok((await states()).every((state) => state !== 'high question'));
    });
  });
}
