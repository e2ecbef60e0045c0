import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { TicketDetail } from '../contract/tickets.ts';
import type { Player } from '../server/testing/cast.ts';
import { databases } from '../server/testing/databases.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import { breakWrites } from './merging/break-writes.ts';
import { MergingModel, type Reporter } from './merging/model.ts';
import { recount } from './merging/recount.ts';
import { seed, size, sizeOnEach } from './size.ts';

const RUNS = sizeOnEach(200, 10_000);
const ACTS = 14;
const TICKETS = 5;

const ticket = fc.nat(TICKETS - 1);
const act = fc.oneof(
  fc.record({ does: fc.constant('comment'), on: ticket, isInternal: fc.boolean(), byReporter: fc.boolean() }),
  fc.record({
    does: fc.constant('merge'),
    on: ticket,
    into: ticket,
    mode: fc.constantFrom('join', 'join', 'beside'),
    isTold: fc.boolean(),
    isUndone: fc.boolean(),
  }),
  fc.record({ does: fc.constant('unmerge'), on: ticket }),
  fc.record({ does: fc.constant('split'), on: ticket, chosen: fc.nat(9) }),
  fc.record({ does: fc.constantFrom('close', 'reopen'), on: ticket }),
  fc.record({ does: fc.constant('person'), on: ticket, isAdded: fc.boolean() }),
);
type Act = {
  readonly does: string;
  readonly on: number;
  readonly into?: number;
  readonly mode?: 'join' | 'beside';
  readonly isTold?: boolean;
  readonly isUndone?: boolean;
  readonly isAdded?: boolean;
  readonly isInternal?: boolean;
  readonly byReporter?: boolean;
  readonly chosen?: number;
};

/** The service and the model, walked side by side. */
class Walk {
  readonly #model = new MergingModel();
  readonly #ids: string[] = [];
  readonly #comments: string[] = [];
  readonly #people: Record<Reporter | 'dev' | 'eve', Player>;

  constructor(people: Record<Reporter | 'dev' | 'eve', Player>) {
    this.#people = people;
  }

  async report(reporter: Reporter): Promise<void> {
    this.#model.report(reporter);
    this.#ids.push((await this.#people[reporter].opens()).id);
  }

  async does(step: Act): Promise<void> {
    if (step.does === 'comment') return this.#comment(step);
    if (step.does === 'merge') return this.#merge(step);
    if (step.does === 'unmerge') return this.#post(step, 'unmerge', undefined, this.#model.unmerge(step.on));
    if (step.does === 'split') return this.#split(step);
    if (step.does === 'person') return this.#person(step);
    const body = step.does === 'close' ? { status: 'closed', closure_summary: this.#next } : { status: 'verified' };
    const refusal = step.does === 'close' ? this.#model.close(step.on) : this.#model.reopen(step.on);
    const answer = await this.#people.dev.patches({ id: this.#id(step.on) }, body);
    assert.equal(codeOf(answer), refusal);
    if (step.does === 'close' && refusal === null) await this.#noteLatest(step.on);
  }

  get #next(): string {
    return `Comment ${this.#model.comments.length}`;
  }

  #id(index: number): string {
    return this.#ids[index] ?? '';
  }

  #detail = async (index: number): Promise<TicketDetail> =>
    (await this.#people.dev.reads({ id: this.#id(index) })).is(200);

  async #noteLatest(index: number): Promise<void> {
    this.#comments.push((await this.#detail(this.#model.root(index))).comments.at(-1)?.id ?? '');
  }

  async #post(step: Act, path: string, body: object | undefined, refusal: string | null): Promise<void> {
    const answer = await this.#people.dev.post(`/api/tickets/${this.#id(step.on)}/${path}`, body);
    assert.equal(codeOf(answer), refusal, path);
  }

  async #comment({ on, isInternal = false, byReporter = false }: Act): Promise<void> {
    const author = byReporter ? this.#model.at(on).reporter : 'dev';
    const is_internal = isInternal && author === 'dev';
    const content = this.#model.comment(on, author, is_internal);
    const comment = await this.#people[author].comments({ id: this.#id(on) }, { content, is_internal });
    this.#comments.push(comment.is(201).id);
  }

  async #merge({ on, into = 0, mode = 'join', isTold = false, isUndone = false, ...rest }: Act): Promise<void> {
    const target = this.#model.root(into);
    const before = await Promise.all([on, target].map(this.#detail));
    const refusal = this.#model.merge(on, into, mode, isTold);
    const body = { into: this.#id(into), mode, tell_reporters: isTold };
    await this.#post({ ...rest, on }, 'merge', body, refusal);
    if (refusal !== null || !isUndone) return;
    this.#model.unmerge(on);
    await this.#post({ ...rest, on }, 'unmerge', undefined, null);
    assert.deepEqual((await Promise.all([on, target].map(this.#detail))).map(lasting), before.map(lasting));
  }

  async #person({ on, isAdded = false }: Act): Promise<void> {
    this.#model.person(on, isAdded);
    const path = `/api/tickets/${this.#id(on)}/people/${this.#people.eve.id}`;
    (await (isAdded ? this.#people.dev.put(path) : this.#people.dev.delete(path))).is(204);
  }

  async #split({ on, chosen = 0 }: Act): Promise<void> {
    if (chosen >= this.#comments.length) return;
    const result = this.#model.split(on, chosen);
    const body = { comment_ids: [this.#comments[chosen]], title: 'Something else' };
    const answer = await this.#people.dev.post<{ id: string }>(`/api/tickets/${this.#id(on)}/split`, body);
    if (typeof result === 'string') assert.equal(codeOf(answer), result);
    else this.#ids.push(answer.is(201).id);
  }

  /** Every ticket is what the model says, to developers and to both reporters. */
  async compare(): Promise<void> {
    for (const index of this.#ids.keys()) {
      const expected = this.#model.expected(index);
      const now = await this.#detail(index);
      const comments = now.comments.filter(({ content }) => !content.startsWith('Continued in'));
      const actual = {
        isClosed: now.status === 'closed',
        mergedInto: now.merged_into && this.#ids.indexOf(now.merged_into.id ?? ''),
        comments: comments.map((comment) => [
          comment.content,
          comment.merged_from ? this.#ids.indexOf(comment.merged_from.id ?? '') : null,
          comment.is_closure_summary,
        ]),
        beside: (now.beside ?? []).map(({ id, is_lead }) => [this.#ids.indexOf(id), is_lead]),
        readers: await this.#readersOf(index),
      };
      assert.deepEqual(actual, expected);
      assert.equal(now.comments.length - comments.length, expected.mergedInto === null ? 0 : 1);
    }
  }

  async #readersOf(index: number): Promise<(Reporter | 'eve')[]> {
    const answers = await Promise.all(
      (['ada', 'jan', 'eve'] as const).map(async (who) => {
        const answer = await this.#people[who].reads({ id: this.#id(index) });
        return answer.status === 200 ? [who] : [];
      }),
    );
    return answers.flat();
  }
}

const codeOf = (answer: { readonly status: number; readonly text: string }): string | null =>
  answer.status < 400 ? null : (JSON.parse(answer.text) as { error: string }).error;

const lasting = ({ history: _, version: __, updated_at: ___, ...rest }: TicketDetail) => rest;

for (const name of databases) {
  describe(`merging and a model of it (${name})`, () => {
    let app: App;
    before(async () => {
      app = await startApp(name);
    });
    after(() => app.close());

    test(`agree in ${RUNS} runs of up to ${ACTS} random acts, and every count is right after them (seed ${seed})`, {
      timeout: size(300_000, 7_200_000),
    }, async () => {
      const { ada, jan, dev } = await app.cast.all();
      const eve = await app.cast.guest();
      const property = fc.asyncProperty(fc.array(act, { maxLength: ACTS, size: 'max' }), async (acts) => {
        const walk = new Walk({ ada, jan, dev, eve });
        for (const reporter of ['ada', 'ada', 'jan', 'ada', 'jan'] as const) await walk.report(reporter);
        for (const step of acts) await walk.does(step as Act);
        await walk.compare();
      });
      await fc.assert(property, { numRuns: RUNS, seed, verbose: 1 });
      await recount(app);
    });

    test('break off at any point, and leave everything as it was', async () => {
      const { ada, dev } = await app.cast.all();
      const [source, target] = [await ada.opens(), await ada.opens()];
      const comment = (await ada.comments(source, 'It jams.')).is(201);
      (await dev.patches(source, { status: 'closed', closure_summary: 'Replaced.' })).is(200);
      const split = { comment_ids: [comment.id], title: 'Something else' };
      for (const [on, path, body] of [
        [source, 'merge', { into: target.id, mode: 'join' }],
        [target, 'split', split],
        [source, 'unmerge', undefined],
        [source, 'merge', { into: target.id, mode: 'beside' }],
      ] as const) {
        const state = () => Promise.all([source, target].map(async (index) => (await dev.reads(index)).is(200)));
        const before = await state();
        const breaking = breakWrites(app);
        try {
          let changes = 0;
          for (let status = 500; status === 500; changes += 1) {
            breaking.after(changes);
            ({ status } = await dev.post(`/api/tickets/${on.id}/${path}`, body));
            if (status === 500) assert.deepEqual(await state(), before, `${path} after ${changes} changes`);
          }
          assert.ok(changes > 5, `${path} made ${changes} changes`);
        } finally {
          breaking.mend();
        }
        assert.notDeepEqual(await state(), before);
      }
      await recount(app);
    });
  });
}
