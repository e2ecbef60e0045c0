import type { Answer } from '../../server/testing/caller.ts';
import type { Player } from '../../server/testing/cast.ts';
import type { World } from './world.ts';

type Act = (who: Player, ticket: { readonly id: string }, other: { readonly id: string }) => Promise<Answer<unknown>>;

/** The people, things and words that acts take from. */
export interface Means extends Pick<World, 'people' | 'projects' | 'words'> {
  readonly pick: <T>(list: readonly T[]) => T;
  /** The team that works in the open project and in a sealed one. */
  readonly hr: string;
  /** The labels of sealed projects. */
  readonly labels: readonly string[];
  /** The keys of their fields. */
  readonly keys: readonly string[];
  /** The numbers of all tickets. */
  numbers(): readonly number[];
}

const pathOf = ({ id }: { readonly id: string }) => `/api/tickets/${id}`;

/** The acts of a world, by name; some stand there twice, as they are done twice as often. */
export function actsOn(means: Means): readonly (readonly [name: string, act: Act])[] {
  const taken: string[] = [];
  const remembered = ([name, act]: readonly [name: string, act: Act]) => {
    const remembering: Act = async (who, ticket, other) => {
      const answer = await act(who, ticket, other);
      taken.push(answer.headers.get('kwit-act') ?? '');
      return answer;
    };
    return [name, remembering] as const;
  };
  const undoing: Act = (who) => who.post(`/api/acts/${means.pick(taken.slice(-8)) ?? 'none'}/undo`, { confirm: true });
  return [
    ...[...sightActs(means), ...sightActs(means), ...textActs(means)].map(remembered),
    ['undoing', undoing],
    ['undoing', undoing],
  ];
}

const patchesOf =
  (fields: (who: Player) => object): Act =>
  (who, ticket) =>
    who.patches(ticket, { ...fields(who), confirm: true });

/** Acts that change who sees a ticket. */
function sightActs({ people, projects, pick, hr }: Means): readonly (readonly [name: string, act: Act])[] {
  const all = Object.values(people);
  const placeOf = () => `/api/teams/${hr}/members/${pick([people.worker, people.reader, people['former member']]).id}`;
  const seals =
    (nth: number, choices: readonly boolean[]): Act =>
    (who) =>
      who.patch(`/api/projects/${projects[nth]}`, { sealed: pick(choices), confirm: true });
  return [
    ['moving', patchesOf(() => ({ project_id: pick([null, ...projects]) }))],
    ['restricting', patchesOf(() => ({ restricted: pick([true, true, false]) }))],
    [
      'joining',
      (who, source, into) =>
        who.post(`${pathOf(source)}/merge`, { into: into.id, mode: 'join', tell_reporters: true, confirm: true }),
    ],
    ['unmerging', (who, ticket) => who.post(`${pathOf(ticket)}/unmerge`, {})],
    ['adding', (who, ticket) => who.put(`${pathOf(ticket)}/people/${pick(all).id}`)],
    ['taking off', (who, ticket) => who.delete(`${pathOf(ticket)}/people/${pick(all).id}`)],
    ['assigning', patchesOf(() => ({ assignee_id: pick([null, ...all.map(({ id }) => id)]) }))],
    ['giving a place', (who) => who.put(placeOf(), { is_lead: pick([true, false]) })],
    ['taking a place', (who) => who.delete(placeOf())],
    ['sealing', seals(0, [true, false])],
    ['unsealing', seals(1, [true, true, false])],
  ];
}

/** Acts that write words, name another ticket, or make somebody hear. */
function textActs({ words, pick, labels, keys, numbers }: Means): readonly (readonly [name: string, act: Act])[] {
  const closing = (who: Player) => ({
    ...{ status: 'closed', closure_summary: `Turned ${words.word(who)} off.` },
    ...{ closure_question: `What of ${words.word(who)}?` },
  });
  const shipment = (who: Player) => ({
    ...{ repository: 'shop/web', environment: 'production', version: '2.4.0' },
    commits: [
      {
        id: words.word(who),
        message: numbers()
          .map((number) => `Fixes kwit#${number}.`)
          .join(' '),
      },
    ],
  });
  const file = (who: Player) => ({
    name: `${words.word(who)}.txt`,
    type: 'text/plain',
    bytes: Buffer.from('Nothing.'),
  });
  return [
    ['beside', (who, source, into) => who.post(`${pathOf(source)}/merge`, { into: into.id, mode: 'beside' })],
    ['linking', (who, ticket, other) => who.post(`${pathOf(ticket)}/related`, { related_ticket_id: other.id })],
    ['labelling', patchesOf(() => ({ labels: pick([[], [pick(labels)]]) }))],
    ['filling in', patchesOf((who) => ({ fields: { [pick(keys)]: words.word(who) } }))],
    ['filling in', patchesOf((who) => ({ fields: { [pick(keys)]: words.word(who) } }))],
    ['shipping', (who) => who.post('/api/shipments', shipment(who))],
    ['following', (who, ticket) => who.put(`${pathOf(ticket)}/following`)],
    ['noting', patchesOf((who) => ({ internal_note: `Ask of ${words.word(who)}.` }))],
    ['closing', patchesOf(closing)],
    ['titling', patchesOf((who) => ({ title: `${words.word(who)} jams` }))],
    ['saying', (who, ticket) => who.comments(ticket, `Still ${words.word(who)}.`)],
    ['saying', (who, ticket) => who.comments(ticket, `More ${words.word(who)}.`)],
    [
      'telling',
      (who, ticket) => who.comments(ticket, { content: `Between us: ${words.word(who)}.`, is_internal: true }),
    ],
    ['attaching', (who, ticket) => who.attaches(ticket, file(who))],
  ];
}
