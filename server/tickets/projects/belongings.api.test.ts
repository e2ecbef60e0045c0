import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FailureCode } from '#contract/errors.ts';
import type { Label } from '#contract/labels.ts';
import type { Project } from '#contract/projects.ts';
import type { Team } from '#contract/teams.ts';
import type { TicketTemplate } from '#contract/templates.ts';
import { type Answer, Caller } from '#testing/caller.ts';
import { formOf, type Player } from '#testing/cast.ts';
import { samples } from '#testing/sample-files.ts';
import { type App, onEachDatabase } from '#testing/start-app.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
let names = 0;

const picture = () => formOf({}, [{ name: 'a.png', type: 'image/png', bytes: samples.png }], 'icon');
/** A form that would be refused, so that what is said of it shows that it was read. */
const noPicture = () => formOf({ icon: 'none' });

/**
 * A sealed project with a template, a label and an icon, into which its teams alone report. Lena works in it, Rob reads it,
 * Ada is a member of its team, Dev and Jan are nobody there.
 */
async function sealedProject({ cast }: App) {
  const { ada, jan, dev } = await cast.all();
  const [lena, rob] = [await cast.newDeveloper(), await cast.newDeveloper()];
  names += 1;
  const team = async (lead: Player, name: string) =>
    (await lead.post<Team>('/api/teams', { name: `${name} ${names}` })).is(201).id;
  const [hr, law] = [await team(lena, 'HR'), await team(rob, 'Law')];
  (await lena.put(`/api/teams/${hr}/members/${ada.id}`, {})).is(204);
  const teams = [
    { team_id: hr, level: 'work' },
    { team_id: law, level: 'read' },
  ];
  const draft = { name: 'Files', sealed: true, reports: 'teams', teams };
  const { id } = (await lena.post<Project>('/api/projects', draft)).is(201);
  (await lena.post(`/api/projects/${id}/icon`, picture())).is(200);
  const template = (await lena.post<TicketTemplate>('/api/ticket-templates', { name: 'Leave', project_id: id })).is(
    201,
  );
  const label = (await lena.post<Label>('/api/labels', { name: `Dismissal ${names}`, project_id: id })).is(201);
  const common = (await lena.post<Label>('/api/labels', { name: `Common ${names}` })).is(201);
  return { ada, jan, dev, lena, rob, id, template, label, common };
}
type Sealed = Awaited<ReturnType<typeof sealedProject>>;

type Call = (
  who: Caller,
  ids: { project: string; template: string; label: string },
  all: Sealed,
) => Promise<Answer<unknown>>;

/** Every operation that changes what belongs to a project, with the refusal of what is not there. */
const WRITES: Record<string, [Call, status: number, code: FailureCode]> = {
  changeProject: [
    (who, { project }) => who.patch(`/api/projects/${project}`, { name: 'Ours' }),
    404,
    'project_not_found',
  ],
  removeProject: [(who, { project }) => who.delete(`/api/projects/${project}`), 404, 'project_not_found'],
  putProjectIcon: [
    (who, { project }) => who.post(`/api/projects/${project}/icon`, noPicture()),
    404,
    'project_not_found',
  ],
  removeProjectIcon: [(who, { project }) => who.delete(`/api/projects/${project}/icon`), 404, 'project_not_found'],
  addTemplate: [
    (who, { project }) => who.post('/api/ticket-templates', { name: 'Mine', project_id: project }),
    404,
    'project_not_found',
  ],
  changeTemplate: [
    (who, { template }) => who.patch(`/api/ticket-templates/${template}`, { name: 'Mine' }),
    404,
    'ticket_template_not_found',
  ],
  moveTemplate: [
    async (who, { project }, { dev }) => {
      const { id } = (await dev.post<TicketTemplate>('/api/ticket-templates', { name: 'Mine' })).is(201);
      return who.patch(`/api/ticket-templates/${id}`, { project_id: project });
    },
    404,
    'project_not_found',
  ],
  removeTemplate: [
    (who, { template }) => who.delete(`/api/ticket-templates/${template}`),
    404,
    'ticket_template_not_found',
  ],
  addLabel: [
    (who, { project }) => who.post('/api/labels', { name: `Mine ${++names}`, project_id: project }),
    400,
    'project_not_found',
  ],
  changeLabel: [(who, { label }) => who.patch(`/api/labels/${label}`, { archived: true }), 404, 'label_not_found'],
  removeLabel: [(who, { label }) => who.delete(`/api/labels/${label}`), 404, 'label_not_found'],
  mergeLabel: [
    (who, { label }, { common }) => who.post(`/api/labels/${label}/merge`, { into: common.id }),
    404,
    'label_not_found',
  ],
  mergeLabelInto: [
    (who, { label }, { common }) => who.post(`/api/labels/${common.id}/merge`, { into: label }),
    400,
    'label_not_found',
  ],
  addWebhook: [
    (who, { project }) => who.post('/api/webhooks', { url: 'https://1.1.1.1/', projects: [project] }),
    400,
    'project_not_found',
  ],
};

const bare = ({ text }: Answer<unknown>) => text.replaceAll(/"request_id":"[^"]*"/g, '');

onEachDatabase('what belongs to a sealed project', (app) => {
  test('is changed by who works there: for others it is not there, and who reads it is refused', async () => {
    const all = await sealedProject(app());
    const { lena, rob, dev, ada, id: project, template, label } = all;
    const ids = { project, template: template.id, label: label.id };
    const unknown = { project: UNKNOWN, template: UNKNOWN, label: UNKNOWN };
    for (const [name, [call, status, code]] of Object.entries(WRITES)) {
      const [unseen, none] = [await call(dev, ids, all), await call(dev, unknown, all)];
      assert.deepEqual([unseen.status, none.status], [status, status], name);
      unseen.isRefused(status, code);
      assert.equal(bare(unseen), bare(none), name);
      (await call(rob, ids, all)).isRefused(
        name === 'addWebhook' ? 400 : 403,
        name === 'addWebhook' ? code : 'forbidden',
      );
      (await call(ada, ids, all)).isRefused(403, 'forbidden');
    }
    // Nobody has changed anything.
    const [shown] = (await lena.get<Project[]>('/api/projects')).is(200).filter(({ id }) => id === project);
    assert.deepEqual([shown?.name, shown?.icon_url === null], ['Files', false]);
    assert.deepEqual((await lena.get(`/api/ticket-templates/${template.id}`)).is(200), template);
    assert.deepEqual(
      (await lena.get<Label[]>('/api/labels')).is(200).find(({ id }) => id === label.id),
      label,
    );
    const tried = ['changeTemplate', 'changeLabel', 'mergeLabel', 'removeTemplate', 'removeProjectIcon'];
    const statuses = [];
    for (const name of tried) statuses.push((await WRITES[name]?.[0](lena, ids, all))?.status);
    assert.deepEqual(statuses, [200, 200, 200, 204, 204]);
  });

  test('is read by who sees it, and its templates by who may report into it', async () => {
    const { lena, rob, dev, ada, jan, id, template, label } = await sealedProject(app());
    const reads = async (who: Player) => {
      const templates = await who.get<TicketTemplate[]>('/api/ticket-templates');
      const labels = await who.get<Label[]>('/api/labels');
      return {
        icon: (await who.get(`/api/projects/${id}/icon`)).status,
        template: (await who.get(`/api/ticket-templates/${template.id}`)).status,
        listed: templates.is(200).some((entry) => entry.id === template.id),
        filtered: (await who.get(`/api/ticket-templates?project_id=${id}`)).status,
        labels: labels.status === 200 && labels.is(200).some((entry) => entry.id === label.id),
      };
    };
    const everything = { icon: 200, template: 200, listed: true, filtered: 200, labels: true };
    const nothing = { icon: 404, template: 404, listed: false, filtered: 404, labels: false };
    for (const who of [lena, rob]) assert.deepEqual(await reads(who), everything);
    for (const who of [dev, jan]) assert.deepEqual(await reads(who), nothing);
    assert.deepEqual(await reads(ada), { ...everything, icon: 404, labels: false });
    (await lena.patch(`/api/ticket-templates/${template.id}`, { is_active: false })).is(200);
    (await lena.patch(`/api/projects/${id}`, { reports: 'everyone' })).is(200);
    const inactive = async (who: Player) => [
      (await who.get(`/api/ticket-templates/${template.id}`)).status,
      (await who.get<TicketTemplate[]>('/api/ticket-templates?include_inactive=1'))
        .is(200)
        .some((entry) => entry.id === template.id),
    ];
    assert.deepEqual(await Promise.all([lena, rob, dev, ada].map(inactive)), [
      [200, true],
      [200, true],
      [404, false],
      [404, false],
    ]);
    (await dev.patch(`/api/ticket-templates/${template.id}`, { name: 'Mine' })).isRefused(
      404,
      'ticket_template_not_found',
    );
    (await lena.patch(`/api/ticket-templates/${template.id}`, { is_active: true })).is(200);
    (await dev.get(`/api/ticket-templates/${template.id}`)).is(200);
    for (const changing of [
      dev.patch(`/api/ticket-templates/${template.id}`, { name: 'Mine' }),
      dev.delete(`/api/ticket-templates/${template.id}`),
    ])
      (await changing).isRefused(403, 'forbidden');
  });

  test('is nothing that a count, a code or a refusal of a label tells of', async () => {
    const { ada, dev, lena, id, common } = await sealedProject(app());
    (await lena.put(`/api/projects/${id}`, {})).isRefused(404, 'not_found');
    const ticket = await lena.opens({ project_id: id });
    const open = await ada.opens();
    (await lena.patches(ticket, { labels: [common.id] })).is(200);
    const counted = async () =>
      (await dev.get<Label[]>('/api/labels')).is(200).find((entry) => entry.id === common.id)?.tickets;
    (await dev.patches(open, { labels: [common.id] })).is(200);
    assert.equal(await counted(), 1);
    (await dev.delete(`/api/labels/${common.id}`)).isRefused(409, 'label_in_use');
    (await dev.patches(open, { labels: [] })).is(200);
    assert.equal(await counted(), 0);
    (await dev.delete(`/api/labels/${common.id}`)).is(204);
    const left = (await lena.reads(ticket)).is(200);
    assert.deepEqual([left.labels, left.history.at(-1)?.old_value], [[], common.name]);
  });

  test('has an icon that is shown to who sees the project, and an open one to everybody', async () => {
    const { lena, rob, dev, id } = await sealedProject(app());
    const { stranger } = app();
    const path = `/api/projects/${id}/icon`;
    const none = bare(await stranger.get(`/api/projects/${UNKNOWN}/icon`));
    for (const who of [stranger, dev]) {
      const answer = await who.get(path);
      answer.isRefused(404, 'project_not_found');
      assert.equal(bare(answer), none);
    }
    const seen = await rob.get(path);
    assert.deepEqual([seen.status, seen.headers.get('cache-control')], [200, 'private, no-cache']);
    assert.match(seen.headers.get('vary') ?? '', /Authorization/);
    (await lena.patch(`/api/projects/${id}`, { sealed: false, confirm: true })).is(200);
    for (const who of [stranger, dev, lena, new Caller(app().address, 'no.such.token')]) {
      const answer = await who.get(path);
      assert.deepEqual([answer.status, answer.headers.get('cache-control')], [200, 'public, max-age=300']);
    }
    (await stranger.post(path, picture())).isRefused(401, 'unauthorized');
  });
});
