import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Act, Undone } from '../../contract/acts.ts';
import type { Project } from '../../contract/projects.ts';
import type { Team } from '../../contract/teams.ts';
import type { TicketTelling } from '../../contract/tellings.ts';
import type { TicketWait } from '../../contract/waits.ts';
import { actOf, stateOf } from '../../server/testing/acts.ts';
import type { Answer } from '../../server/testing/caller.ts';
import type { Player } from '../../server/testing/cast.ts';
import type { App } from '../../server/testing/start-app.ts';

const DOES = [
  ...(['priority', 'category', 'field', 'restrict', 'move', 'assign', 'add', 'join'] as const),
  ...(['comment', 'close', 'reopen', 'split'] as const),
];

/** An act of somebody on one of two tickets. */
export const deed = fc.record({
  does: fc.constantFrom(...DOES),
  who: fc.nat(1),
  on: fc.nat(1),
  value: fc.nat(2),
});
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never;

const both = (text: string) => ({ pl: text, en: text });

/** A sealed project and an open one of a team of two, a field, and targets by priority and category. */
export async function department({ cast }: App) {
  const { ada, jan, dev } = await cast.all();
  const [lead, mate, outsider] = [await cast.newDeveloper(), await cast.newDeveloper(), await cast.newDeveloper()];
  const team = (await lead.post<Team>('/api/teams', { name: 'Undo team' })).is(201);
  (await lead.put(`/api/teams/${team.id}/members/${mate.id}`, {})).is(204);
  const projects: Project[] = [];
  for (const sealed of [true, false]) {
    const draft = { name: `Undo ${sealed}`, sealed, teams: [{ team_id: team.id, level: 'work' }] };
    projects.push((await lead.post<Project>('/api/projects', draft)).is(201));
  }
  const options = ['red', 'blue'].map((key) => ({ key, name: both(key) }));
  const field = { key: 'undo_colours', kind: 'choices', name: both('Colours'), ask: 'work', options };
  (await dev.post('/api/fields', field)).is(201);
  const calendar = { name: 'Undo', zone: 'Europe/Warsaw', week: { mon: ['08:00-16:00'] } };
  const { id: calendar_id } = (await dev.post<{ id: string }>('/api/calendars', calendar)).is(201);
  const of = (condition: object, minutes: number) => ({
    ...{ condition, minutes, calendar_id, promised: false, is_active: true },
  });
  const targets = [of({ priority: 'critical' }, 60), of({ category: 'question' }, 90)];
  (await dev.put('/api/answer-targets', { targets })).is(200);
  return { ada, jan, workers: [lead, mate] as const, outsider, projects };
}
type Look = { state: object; words: object; sights: number[] }[];
type Department = Awaited<ReturnType<typeof department>>;

/** Fields that stay when it is taken back: words that people wrote, and the ticket that was made of some. */
const STAYS: Partial<Record<Deed['does'], string[][]>> = {
  comment: [['comment', 'not_undoable']],
  close: [['comment', 'not_undoable']],
  split: [['created', 'not_undoable']],
};

/** Two tickets that acts change, which are then taken back, the last one first. */
export class UnseenWorld {
  readonly #of: Department;
  #ids: string[] = [];

  constructor(of: Department) {
    this.#of = of;
  }

  async walk(deeds: readonly Deed[]): Promise<void> {
    const { ada, projects } = this.#of;
    for (const project of projects) this.#ids.push((await ada.opens({ project_id: project.id })).id);
    const done: { who: Player; act: string; before: Look; deed: Deed }[] = [];
    for (const step of deeds) {
      const [who, before] = [this.#actorOf(step), await this.#look()];
      const answer = await this.#do(who, step);
      if (answer.status < 300 && answer.headers.has('kwit-act'))
        done.push({ who, act: actOf(answer), before, deed: step });
    }
    // Words stay, and with them what they end and begin, and where they were joined to.
    const isSilent = done.every(({ deed: { does } }) => !['comment', 'close', 'split'].includes(does));
    const seen = (look: Look) => look.map(({ words, ...rest }) => ({ ...rest, words: isSilent ? words : null }));
    for (const { who, act, before, deed: step } of done.toReversed()) {
      const { left } = (await who.post<Undone>(`/api/acts/${act}/undo`, { confirm: true })).is(200);
      assert.deepEqual(
        left.map(({ line, error }) => [line.field, error]),
        STAYS[step.does] ?? [],
        step.does,
      );
      assert.deepEqual(seen(await this.#look()), seen(before), step.does);
    }
  }

  /** The reporter comments, too, also on what the other worker does not see. */
  #actorOf({ does, who, value }: Deed): Player {
    const { ada, workers } = this.#of;
    return does === 'comment' && value === 0 ? ada : (workers[who] as Player);
  }

  async #do(who: Player, { does, on, value }: Deed): Promise<Answer<unknown>> {
    const [id = '', other = ''] = [this.#ids[on], this.#ids[1 - on]];
    const { projects, workers, jan } = this.#of;
    if (does === 'comment') return who.comments({ id }, 'Some more.');
    if (does === 'split') {
      const read = await who.reads({ id });
      const said = read.status === 200 ? read.is(200).comments : [];
      const comment = said.find((entry) => !entry.is_closure_summary)?.id ?? id;
      return who.post(`/api/tickets/${id}/split`, { comment_ids: [comment], title: 'Another matter' });
    }
    const fields = { undo_colours: [[], ['red'], ['red', 'blue']][value] };
    if (does === 'add') return who.put(`/api/tickets/${id}/people/${jan.id}`);
    if (does === 'join')
      return who.post(`/api/tickets/${id}/merge`, { into: other, mode: 'join', tell_reporters: true, confirm: true });
    const change = {
      priority: { priority: ['low', 'high', 'critical'][value] },
      category: { category: ['bug', 'question', 'other'][value] },
      field: { fields },
      restrict: { restricted: value > 0, confirm: true },
      move: { project_id: projects[value % 2]?.id, confirm: true },
      close: { status: 'closed', closure_summary: 'It is done.' },
      reopen: { status: 'verified' },
      assign: { assignee_id: [workers[0].id, workers[1].id, null][value] },
    }[does];
    return who.patches({ id }, change);
  }

  /** The tickets as their workers have them, and as others do, who learn no more of them than they see. */
  async #look(): Promise<Look> {
    const { workers, outsider, ada, jan } = this.#of;
    const [lead] = workers;
    const seen: Look = [];
    for (const id of this.#ids) {
      const waits = (await lead.get<TicketWait[]>(`/api/tickets/${id}/waits`)).is(200);
      const sights = await Promise.all([...workers, outsider, ada, jan].map((person) => person.reads({ id })));
      const isUnseen = sights[2]?.status === 404;
      const acts = (await outsider.get<Act[]>(`/api/acts?ticket=${id}`)).is(200);
      const tellings = (await lead.get<TicketTelling[]>(`/api/tickets/${id}/tellings`)).is(200);
      if (isUnseen) {
        assert.deepEqual(acts, []);
        (await outsider.get(`/api/tickets/${id}/tellings`)).isRefused(404, 'ticket_not_found');
      }
      assert.ok(tellings.every(({ person }) => person?.id !== outsider.id || !isUnseen));
      const { awaiting_reply_since, joined, ...state } = await stateOf(lead, { id });
      const words = { awaiting_reply_since, joined, waits };
      seen.push({ state, words, sights: sights.map(({ status }) => status) });
    }
    return seen;
  }
}
