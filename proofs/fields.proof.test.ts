/** Random sequences of acts on fields and tickets against a model of what tickets say, lack, and are listed by. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FieldValue, TicketField } from '#contract/fields.ts';
import type { Ticket } from '#contract/tickets.ts';
import type { Player } from '#testing/cast.ts';
import { databases } from '../server/testing/databases.ts';
import { startApp } from '../server/testing/start-app.ts';
import { chance, seed, sizeOnEach } from './size.ts';

const STEPS = 40;
const CATEGORIES = ['question', 'other'] as const;
const KINDS = ['text', 'number', 'choice', 'choices', 'date', 'yes_no'] as const;
const OPTIONS = ['a', 'b', 'c'];
const both = (text: string) => ({ pl: text, en: text });

interface Saying {
  ticket: Ticket;
  category: string;
  project: string | null;
  /** By the ids of fields, hidden ones too. */
  readonly values: Map<string, FieldValue>;
}

class World {
  readonly random: () => number;
  readonly dev: Player;
  readonly ada: Player;
  readonly projects: readonly string[];
  readonly fields: TicketField[] = [];
  readonly tickets: Saying[] = [];

  constructor(random: () => number, dev: Player, ada: Player, projects: readonly string[]) {
    this.random = random;
    this.dev = dev;
    this.ada = ada;
    this.projects = projects;
  }

  pick<T>(all: readonly T[]): T {
    return all[Math.floor(this.random() * all.length)] as T;
  }

  isAsked({ category, project_id, archived_at }: TicketField, saying: Saying): boolean {
    return (
      archived_at === null &&
      (category === null || category === saying.category) &&
      (project_id === null || project_id === saying.project)
    );
  }

  isShown(field: TicketField, saying: Saying): boolean {
    return this.isAsked({ ...field, archived_at: null }, saying);
  }

  valueFor({ kind, options }: TicketField): FieldValue {
    const open = options.filter(({ archived }) => !archived).map(({ key }) => key);
    if (kind === 'number') return Math.floor(this.random() * 100) / 4;
    if (kind === 'yes_no') return this.random() < 0.5;
    if (kind === 'choice') return this.pick(open);
    if (kind === 'choices') return open.filter((_, at) => at === 0 || this.random() < 0.5);
    return kind === 'date' ? `2026-0${1 + Math.floor(this.random() * 9)}-15` : this.pick(['Łódź', 'łódź ', 'mill']);
  }

  async makeField(): Promise<void> {
    if (this.fields.filter(({ archived_at }) => archived_at === null).length >= 10) return this.archive();
    const kind = this.pick(KINDS);
    const ask = this.pick(['report', 'work'] as const);
    const draft = {
      ...{ key: `f${this.fields.length}`, kind, ask, name: both('Field'), category: this.pick([null, ...CATEGORIES]) },
      ...{ project_id: this.pick([null, null, ...this.projects]), needed: ask === 'report' && this.random() < 0.5 },
      reporter_sees: ask === 'report' || this.random() < 0.5,
      options: kind.startsWith('choice') ? OPTIONS.map((key) => ({ key, name: both(key) })) : [],
    };
    this.fields.push((await this.dev.post<TicketField>('/api/fields', draft)).is(201));
  }

  async archive(): Promise<void> {
    const field = this.pick(this.fields);
    if (field === undefined) return;
    const at = this.fields.indexOf(field);
    const isChoice = field.options.length > 0 && this.random() < 0.5;
    const options = field.options.map((option, place) =>
      place === 2 ? { ...option, archived: !option.archived } : option,
    );
    const changes = isChoice ? { options } : { archived: field.archived_at === null };
    const answer = await this.dev.patch<TicketField>(`/api/fields/${field.id}`, changes);
    if (answer.status === 409) return;
    this.fields[at] = answer.is(200);
  }

  async report(): Promise<void> {
    const category = this.pick(CATEGORIES);
    const ticket = await this.ada.opens({ category });
    this.tickets.push({ ticket, category, project: null, values: new Map() });
  }

  async say(): Promise<void> {
    const saying = this.pick(this.tickets);
    const field = this.pick(this.fields);
    if (saying === undefined || field === undefined) return;
    const before = saying.values.get(field.id);
    const value = before !== undefined && this.random() < 0.3 ? null : this.valueFor(field);
    const answer = await this.dev.patches(saying.ticket, { fields: { [field.key]: value } });
    if (!this.isAsked(field, saying)) {
      assert.deepEqual(answer.isInvalid(), [`fields.${field.key}`]);
      return;
    }
    answer.is(200);
    if (value === null) saying.values.delete(field.id);
    else saying.values.set(field.id, typeof value === 'string' && field.kind === 'text' ? value.trim() : value);
  }

  async move(): Promise<void> {
    const saying = this.pick(this.tickets);
    if (saying === undefined) return;
    const [category, project_id] = [this.pick(CATEGORIES), this.pick([null, ...this.projects])];
    (await this.dev.patches(saying.ticket, { category, project_id })).is(200);
    Object.assign(saying, { category, project: project_id });
  }

  /** The values of a ticket's fields that a reader sees. */
  seen(saying: Saying, isReporter: boolean): Record<string, FieldValue> {
    const shown = this.fields.filter(
      (field) => saying.values.has(field.id) && this.isShown(field, saying) && (!isReporter || field.reporter_sees),
    );
    return Object.fromEntries(shown.map(({ id, key }) => [key, saying.values.get(id) as FieldValue]));
  }

  async compare(): Promise<void> {
    const saying = this.pick(this.tickets);
    if (saying === undefined) return;
    const lacks = this.fields
      .filter((field) => field.needed && this.isAsked(field, saying) && !saying.values.has(field.id))
      .map(({ key }) => key);
    for (const reader of [this.dev, this.ada]) {
      const read = (await reader.reads(saying.ticket)).is(200);
      assert.deepEqual(read.fields, this.seen(saying, reader === this.ada));
      assert.deepEqual([...read.lacks].sort(), lacks.sort());
    }
    const field = this.pick(this.fields);
    if (field === undefined) return;
    const says = (candidate: Saying) => this.isShown(field, candidate) && candidate.values.has(field.id);
    const numbers = async (query: string) =>
      (await this.dev.lists(`?limit=500&${query}`)).is(200).map(({ number }) => number);
    const none = this.tickets.filter((candidate) => !says(candidate)).map(({ ticket }) => ticket.number);
    assert.deepEqual((await numbers(`field.${field.key}=none`)).sort(), none.sort());
    if (field.kind === 'choices') return;
    const all = await numbers(`sort=field.${field.key}`);
    assert.deepEqual(all.slice(all.length - none.length).sort(), none.sort());
    assert.equal(new Set(all).size, this.tickets.length);
  }
}

for (const name of databases)
  describe(`fields (${name})`, () => {
    test('say, lack and list what a model does', async () => {
      for (let run = 0; run < sizeOnEach(6, 500); run++) {
        const app = await startApp(name);
        try {
          const { ada, dev } = await app.cast.all();
          const project = async (text: string) =>
            (await dev.post<{ id: string }>('/api/projects', { name: text })).is(201).id;
          const random = chance(seed + run);
          const world = new World(random, dev, ada, [await project('Mill'), await project('Shop')]);
          for (let step = 0; step < STEPS; step++) {
            const act = world.pick(['makeField', 'archive', 'report', 'say', 'say', 'say', 'move'] as const);
            await world[act]();
            await world.compare();
          }
        } catch (error) {
          throw new Error(`KWIT_SEED=${seed}, run ${run}`, { cause: error });
        } finally {
          await app.close();
        }
      }
    });
  });
