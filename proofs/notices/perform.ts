import assert from 'node:assert/strict';
import type { Comment } from '../../contract/comments.ts';
import type { Player } from '../../server/testing/cast.ts';
import type { AnyAct } from './acts.ts';
import { ABSENT, type KnownComment, type Model, type Who } from './model.ts';

/** The service with the people of one model, and the ticket. */
export interface Scene {
  readonly people: Readonly<Record<Who, Player>>;
  /** A developer of whom the model knows nothing. */
  readonly root: Player;
  readonly ticket: { readonly id: string };
  /** The ids of somebody's notices of the ticket, newest first, whatever they may read. */
  readonly noticesOf: (whom: Who) => Promise<readonly string[]>;
}

type Of<D extends AnyAct['does']> = Extract<AnyAct, { does: D }>;
type Perform<D extends AnyAct['does']> = (model: Model, scene: Scene, act: Of<D>) => Promise<void>;

const naming = (scene: Scene, names: readonly Who[]) =>
  ['Like this.', ...names.map((who) => `<@${scene.people[who].id}>`)].join(' ');

const knownComment = ({ id, is_internal, is_closure_summary }: Comment, author: Who): KnownComment => ({
  id,
  author,
  isInternal: is_internal,
  isSummary: is_closure_summary,
});

/** How each act is done, by service and model alike; nothing is asked for that the rules refuse. */
const PERFORM: { readonly [D in AnyAct['does']]: Perform<D> } = {
  async comment(model, scene, { by, kind, names: all }) {
    const who = at(model.present, by);
    const isDeveloper = model.developers.has(who);
    const [isInternal, isSummary] = [isDeveloper && kind === 'internal', isDeveloper && kind === 'answer'];
    const names = model.mentionable(all, isInternal);
    const draft = { content: naming(scene, names), is_internal: isInternal, is_closure_summary: isSummary };
    const comment = (await scene.people[who].comments(scene.ticket, draft)).is(201);
    model.does({ actor: who, comment: knownComment(comment, who), names });
  },

  async edit(model, scene, act) {
    const comment = chosen(
      model.comments.filter((entry) => model.mayRead(entry.author, entry)),
      act.comment,
    );
    if (!comment) return;
    const content = naming(scene, model.mentionable(act.names, comment.isInternal));
    const path = `/api/tickets/${scene.ticket.id}/comments/${comment.id}`;
    (await scene.people[comment.author].patch(path, { content: `${content} Really.` })).is(200);
  },

  async 'take back'(model, scene, act) {
    const comment = chosen(
      model.comments.filter((entry) => !entry.isSummary && model.mayRead(entry.author, entry)),
      act.comment,
    );
    if (!comment) return;
    (await scene.people[comment.author].takesBack({ ticket_id: scene.ticket.id, id: comment.id })).is(204);
    model.takesBack(comment);
  },

  async move(model, scene, { by, status, answers, names: all, to }) {
    if (status === model.status) return;
    const who = at(model.presentDevelopers, by);
    const closes = status === 'closed';
    const names = closes ? model.mentionable(all, false) : [];
    const answer = closes && (answers || model.answer === null) ? naming(scene, names) : null;
    const assignee = to === null ? undefined : at(model.activeDevelopers, to);
    await change(scene, who, {
      status,
      ...(answer === null ? {} : { closure_summary: answer }),
      ...(assignee === undefined ? {} : { assignee_id: scene.people[assignee].id }),
    });
    const comment = answer === null ? undefined : await answerOf(scene, who);
    const accepts = model.status === 'submitted' && ['verified', 'in_progress', 'waiting'].includes(status);
    const taken = assignee ?? (accepts && model.assignee === null ? who : undefined);
    model.does({
      actor: who,
      move: { from: model.status, to: status },
      ...(comment ? { comment, names } : {}),
      ...(taken === undefined || taken === model.assignee ? {} : { assignee: taken }),
    });
  },

  async assign(model, scene, { by, to }) {
    const [who, whom] = [at(model.presentDevelopers, by), to === null ? null : at(model.activeDevelopers, to)];
    if (whom === model.assignee) return;
    await change(scene, who, { assignee_id: whom === null ? null : scene.people[whom].id });
    const accepts = model.status === 'submitted';
    model.does({
      actor: who,
      assignee: whom,
      ...(accepts ? { move: { from: 'submitted', to: 'verified' } as const } : {}),
    });
  },

  async reopen(model, scene, { names: all }) {
    const { reporter, assignee } = model;
    if (model.status !== 'closed' || model.developers.has(reporter)) return;
    const names = model.mentionable(all, false);
    const path = `/api/tickets/${scene.ticket.id}/reopen`;
    (await scene.people[reporter].post(path, { content: naming(scene, names) })).is(200);
    const posted = (await scene.people[reporter].reads(scene.ticket)).is(200).comments.at(-1);
    assert.ok(posted);
    const stays = assignee !== null && model.activeDevelopers.includes(assignee);
    model.does({
      actor: reporter,
      comment: knownComment(posted, reporter),
      names,
      move: { from: 'closed', to: stays ? 'verified' : 'submitted' },
      ...(stays ? {} : { assignee: null }),
    });
  },

  async follow(model, { people, ticket }, { by }) {
    const who = at(model.presentDevelopers, by);
    (await people[who].put(`/api/tickets/${ticket.id}/following`)).is(204);
    model.followers.add(who);
  },

  async unfollow(model, { people, ticket }, { by }) {
    const who = chosen(
      model.presentDevelopers.filter((follower) => model.followers.has(follower)),
      by,
    );
    if (!who) return;
    (await people[who].delete(`/api/tickets/${ticket.id}/following`)).is(204);
    model.followers.delete(who);
  },

  async 'change role'(model, { people, root }, { ofReporter, whom: n }) {
    const whom = ofReporter ? model.reporter : at(['jan', 'ola', 'ewa'] as const, n);
    const role = model.developers.has(whom) ? 'user' : 'developer';
    (await root.patch(`/api/users/${people[whom].id}`, { role })).is(200);
    if (role === 'developer') model.developers.add(whom);
    else model.developers.delete(whom);
  },

  async 'change activity'(model, { people, root }) {
    const isActive = !model.active.has(ABSENT);
    (await root.patch(`/api/users/${people[ABSENT].id}`, { is_active: isActive })).is(200);
    if (isActive) model.active.add(ABSENT);
    else model.active.delete(ABSENT);
  },

  async read(model, { people, ticket, noticesOf }, { by, which }) {
    const who = chosen(model.told, by);
    if (!who) return;
    const own = model.notices.filter((notice) => notice.whom === who);
    const ids = which === 'ids' ? (await noticesOf(who)).slice(0, 1) : [];
    const until = new Date(Date.UTC(2100, 0)).toISOString();
    const named = { ticket: { ticket_id: ticket.id }, ids: { ids }, until: { until } }[which];
    (await people[who].post('/api/notices/read', named)).is(200);
    for (const notice of which === 'ids' ? own.slice(-1) : own) notice.isRead = true;
  },

  async unread(model, { people, noticesOf }, { by }) {
    const who = chosen(model.told, by);
    const newest = model.notices.filter((notice) => notice.whom === who).at(-1);
    if (!who || !newest || !model.mayRead(who, newest.comment)) return;
    const [id] = await noticesOf(who);
    (await people[who].post(`/api/notices/${id}/unread`)).is(200);
    newest.isRead = false;
  },
};

/** Does an act, unless the rules refuse it. */
export const perform = <D extends AnyAct['does']>(
  model: Model,
  scene: Scene,
  act: Of<D> & { does: D },
): Promise<void> => (PERFORM[act.does] as Perform<D>)(model, scene, act);

/** One of the things; undefined when there are none. */
const chosen = <T>(things: readonly T[], number: number): T | undefined => things[number % Math.max(things.length, 1)];

/** Chooses where there always are some. */
function at<T>(things: readonly T[], number: number): T {
  const thing = chosen(things, number);
  assert.ok(thing !== undefined);
  return thing;
}

async function change({ people, ticket }: Scene, who: Who, changes: Readonly<Record<string, unknown>>): Promise<void> {
  (await people[who].patches(ticket, changes)).is(200);
}

async function answerOf({ people, ticket }: Scene, who: Who): Promise<KnownComment> {
  const { comments } = (await people[who].reads(ticket)).is(200);
  const answer = comments.find((comment) => comment.is_closure_summary);
  assert.ok(answer);
  return knownComment(answer, who);
}
