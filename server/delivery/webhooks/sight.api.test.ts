import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OutboxEntryDetail } from '#contract/outbox.ts';
import type { Project } from '#contract/projects.ts';
import type { Team } from '#contract/teams.ts';
import type { Webhook, WebhookDelivery, WebhookWithSecret } from '#contract/webhooks.ts';
import { DAY, HOUR } from '#platform';
import type { Player } from '#testing/cast.ts';
import { databases } from '#testing/databases.ts';
import { type App, onEachDatabase, startApp } from '#testing/start-app.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#testing/webhook-receiver.ts';

const WEBHOOKS = '/api/webhooks';
const OUTBOX = '/api/settings/events/outbox';
const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
let names = 0;

/** Maria leads HR, to which Lena belongs; HR works in a sealed project, and another one in which only Rob works. */
async function department({ cast }: App) {
  const { ada, dev } = await cast.all();
  const [maria, lena, rob] = [await cast.newDeveloper(), await cast.newDeveloper(), await cast.newDeveloper()];
  names += 1;
  const team = async (lead: Player, name: string) =>
    (await lead.post<Team>('/api/teams', { name: `${name} ${names}` })).is(201).id;
  const [hr, law] = [await team(maria, 'HR'), await team(rob, 'Law')];
  (await maria.put(`/api/teams/${hr}/members/${lena.id}`, {})).is(204);
  const seals = async (lead: Player, name: string, teams: object[]) =>
    (await lead.post<Project>('/api/projects', { name, sealed: true, teams })).is(201).id;
  const sealed = await seals(maria, 'Files', [{ team_id: hr, level: 'work' }]);
  const foreign = await seals(rob, 'Cases', [{ team_id: law, level: 'work' }]);
  const open = (await dev.post<Project>('/api/projects', { name: 'Open' })).is(201).id;
  return { ada, dev, maria, lena, rob, hr, law, sealed, foreign, open };
}
type Department = Awaited<ReturnType<typeof department>>;

/** Acts that take from a webhook of Lena's, or from one of all, the right to hear of a ticket. */
const TAKINGS: Record<string, { of: 'project' | 'all'; take: (all: Department, id: string) => Promise<unknown> }> = {
  'its maker left the team': {
    of: 'project',
    take: async ({ maria, lena, hr }) => (await maria.delete(`/api/teams/${hr}/members/${lena.id}`)).is(204),
  },
  'its maker is no developer any more': {
    of: 'project',
    take: async ({ dev, lena }) => (await dev.patch(`/api/users/${lena.id}`, { role: 'user' })).is(200),
  },
  'its maker is deactivated': {
    of: 'project',
    take: async ({ dev, lena }) => (await dev.patch(`/api/users/${lena.id}`, { is_active: false })).is(200),
  },
  'its maker only reads the project': {
    of: 'project',
    take: async ({ maria, hr, law, sealed }) => {
      const teams = [
        { team_id: hr, level: 'read' },
        { team_id: law, level: 'work' },
      ];
      (await maria.patch(`/api/projects/${sealed}`, { teams, confirm: true })).is(200);
    },
  },
  'the project was handed over': {
    of: 'project',
    take: async ({ maria, law, sealed }) => {
      const teams = [{ team_id: law, level: 'work' }];
      (await maria.patch(`/api/projects/${sealed}`, { teams, confirm: true })).is(200);
    },
  },
  'the ticket was moved': {
    of: 'project',
    take: async ({ maria }, id) => (await maria.patches({ id }, { project_id: null, confirm: true })).is(200),
  },
  'its project was sealed': {
    of: 'all',
    take: async ({ maria, hr, open }) => {
      const teams = [{ team_id: hr, level: 'work' }];
      (await maria.patch(`/api/projects/${open}`, { sealed: true, teams })).is(200);
    },
  },
  'it was restricted': {
    of: 'all',
    take: async ({ maria }, id) => (await maria.patches({ id }, { restricted: true })).is(200),
  },
  'it was moved into a sealed project': {
    of: 'all',
    take: async ({ maria, sealed }, id) => (await maria.patches({ id }, { project_id: sealed })).is(200),
  },
};

for (const name of databases)
  describe(`what a webhook was to hear and may not hear any more (${name})`, () => {
    let app: App;
    let receiver: WebhookReceiver;
    before(async () => {
      receiver = await startWebhookReceiver();
      app = await startApp(name, { OUTBOUND_ALLOW: receiver.pair });
    });
    after(async () => {
      await app.close();
      receiver.close();
    });
    const runOnce = async () => (await (await app.cast.dev).post(`${OUTBOX}/run-once`)).is(200);

    /** A webhook of Lena's to which a ticket was reported. */
    async function begun(of: 'project' | 'all') {
      const all = await department(app);
      const { ada, lena, maria, sealed, open } = all;
      const project_id = of === 'project' ? sealed : open;
      const draft = { url: receiver.newUrl(), events: ['ticket.created'] };
      const projects = of === 'project' ? { projects: [sealed] } : {};
      const webhook = (await lena.post<WebhookWithSecret>(WEBHOOKS, { ...draft, ...projects })).is(201);
      const ticket = await ada.opens({ project_id });
      const calls = () => receiver.callsOf(webhook.url).filter(({ body }) => body.data.ticket_id === ticket.id).length;
      /** The fate of its delivery, for whoever still works there: Maria, or Rob. */
      const fates = async () => {
        const path = `${WEBHOOKS}/${webhook.id}/deliveries`;
        const lists = await Promise.all(
          [maria, all.rob].map(async (person) => (await person.get<WebhookDelivery[]>(path)).is(200)),
        );
        return lists.find((list) => list.length > 0)?.map((delivery) => [delivery.status, delivery.delivered_at]);
      };
      return { all, ticket, calls, fates };
    }

    for (const [why, { of, take }] of Object.entries(TAKINGS)) {
      test(`is not sent when its turn comes, since ${why}`, async () => {
        receiver.reply(() => ({ status: 204 }));
        const { all, ticket, calls } = await begun(of);
        await take(all, ticket.id);
        await runOnce();
        assert.equal(calls(), 0);
      });

      test(`is not tried again, since ${why}`, async () => {
        receiver.reply(() => ({ status: 500 }));
        const { all, ticket, calls, fates } = await begun(of);
        await runOnce();
        assert.equal(calls(), 1);
        await take(all, ticket.id);
        receiver.reply(() => ({ status: 204 }));
        app.clock.advance(HOUR);
        await runOnce();
        assert.deepEqual([calls(), await fates()], [1, [['not_sent', null]]]);
      });

      test(`is not sent again, since ${why}`, async () => {
        receiver.reply(() => ({ status: 204 }));
        const { all, ticket, calls, fates } = await begun(of);
        const { dev, maria, rob } = all;
        await runOnce();
        await take(all, ticket.id);
        const events = await Promise.all([dev, maria, rob].map((person) => person.eventsOf(ticket)));
        const entry = events.flat().find((event) => event.event_name === 'ticket.created');
        const tried = await Promise.all(
          [maria, rob, dev].map((person) => person.post<OutboxEntryDetail>(`${OUTBOX}/${entry?.id}/replay`)),
        );
        assert.ok(tried.some(({ status }) => status === 200));
        await runOnce();
        assert.deepEqual([calls(), await fates()], [1, [['not_sent', null]]]);
      });
    }

    test('is, of a ticket that it hears of, where that continues, and the project that it left', async () => {
      receiver.reply(() => ({ status: 204 }));
      const { ada, maria, lena, sealed, open } = await department(app);
      const events = ['ticket.created', 'ticket.merged', 'ticket.unmerged'];
      const hook = async (projects: object) =>
        (await lena.post<WebhookWithSecret>(WEBHOOKS, { url: receiver.newUrl(), events, ...projects })).is(201).url;
      const urls = [await hook({}), await hook({ projects: [open, sealed] }), await hook({ projects: [open] })];
      const source = await ada.opens({ project_id: sealed });
      (await maria.patches(source, { project_id: open, confirm: true })).is(200);
      const root = await ada.opens({ project_id: sealed });
      (await maria.post(`/api/tickets/${source.id}/merge`, { into: root.id, mode: 'join' })).is(200);
      (await maria.post(`/api/tickets/${source.id}/unmerge`)).is(200);
      await runOnce();
      const toldTo = (url: string) =>
        receiver
          .callsOf(url)
          .filter(({ body }) => body.data.ticket_id === source.id)
          .map(({ body: { type, data } }) => [type, data.project_id, data.into_id, data.into_number]);
      const said = (project: string | null, id: string | null, number: number | null) => [
        ['ticket.created', project, undefined, undefined],
        ['ticket.merged', undefined, id, number],
        ['ticket.unmerged', undefined, id, number],
      ];
      assert.deepEqual(urls.map(toldTo), [
        said(null, null, null),
        said(sealed, root.id, root.number),
        said(null, null, null),
      ]);
    });

    test('names no field of a sealed project that its ticket has left, nor does the outbox', async () => {
      receiver.reply(() => ({ status: 204 }));
      const { dev, maria, lena, sealed, open } = await department(app);
      const hook = async (projects: object) =>
        (await lena.post<WebhookWithSecret>(WEBHOOKS, { url: receiver.newUrl(), ...projects })).is(201).url;
      const urls = [await hook({}), await hook({ projects: [open, sealed] }), await hook({ projects: [open] })];
      const name = { en: 'Pay', pl: 'Płaca' };
      const field = { key: `pay_${names}`, name, kind: 'text', project_id: sealed, ask: 'work' };
      (await maria.post('/api/fields', field)).is(201);
      const ticket = await lena.opens({ project_id: sealed });
      (await maria.patches(ticket, { priority: 'high', fields: { [field.key]: 'much' } })).is(200);
      (await maria.patches(ticket, { project_id: open, confirm: true })).is(200);
      await runOnce();
      const toldTo = (url: string) =>
        receiver
          .callsOf(url)
          .filter(({ body }) => body.type === 'ticket.updated' && body.data.ticket_id === ticket.id)
          .map(({ body }) => body.data.changed);
      const [whole, without] = [
        [['priority', `fields.${field.key}`], ['project_id']],
        [['priority'], ['project_id']],
      ];
      assert.deepEqual(urls.map(toldTo), [without, whole, without]);
      const [entry] = (await maria.eventsOf(ticket)).filter(({ payload }) =>
        JSON.stringify(payload).includes(field.key),
      );
      assert.ok(entry);
      for (const [reader, changed] of [
        [maria, whole[0]],
        [dev, without[0]],
      ] as const)
        assert.deepEqual(
          (await reader.get<OutboxEntryDetail>(`${OUTBOX}/${entry.id}`)).is(200).payload.changed,
          changed,
        );
    });

    test('is sent again to one that may hear it', async () => {
      receiver.reply(() => ({ status: 500 }));
      const { calls, fates } = await begun('project');
      await runOnce();
      receiver.reply(() => ({ status: 204 }));
      app.clock.advance(HOUR);
      await runOnce();
      assert.equal(calls(), 2);
      assert.equal((await fates())?.[0]?.[0], 'delivered');
    });

    test('is told without the address of its receiver, and its pause to nobody else', async () => {
      const { maria, lena, sealed, dev } = await department(app);
      const url = 'https://hooks-of-hr.invalid:8443/secret';
      const { id } = (await lena.post<Webhook>(WEBHOOKS, { url, projects: [sealed] })).is(201);
      const ticket = await lena.opens({ project_id: sealed });
      await runOnce();
      const [entry] = await maria.eventsOf(ticket);
      assert.match(JSON.stringify(entry?.deliveries), /"last_error":"E[A-Z_]+"/);
      const answers = [await maria.get(`${WEBHOOKS}/${id}/deliveries`), await dev.post(`${WEBHOOKS}/${id}/test`)];
      for (const text of [JSON.stringify(entry), ...answers.map((answer) => answer.text)])
        assert.doesNotMatch(text, /hooks-of-hr|8443/);
      app.clock.advance(6 * DAY);
      await runOnce();
      await runOnce();
      assert.notEqual(
        (await lena.get<Webhook[]>(WEBHOOKS)).is(200).find((webhook) => webhook.id === id)?.paused_at,
        null,
      );
      const mailed = app.mailbox
        .list()
        .filter(({ subject }) => subject.includes('hooks-of-hr'))
        .map(({ to }) => to);
      assert.deepEqual(mailed.sort(), [lena.user.email, maria.user.email].sort());
    });
  });

onEachDatabase('a webhook of a sealed project', (app) => {
  test('names only projects in which its maker works: others are as unknown', async () => {
    const { maria, lena, rob, sealed, foreign, open, hr, law } = await department(app());
    const teams = [
      { team_id: hr, level: 'work' },
      { team_id: law, level: 'read' },
    ];
    (await maria.patch(`/api/projects/${sealed}`, { teams, confirm: true })).is(200);
    const url = 'https://1.1.1.1/hook';
    const { id } = (await rob.post<Webhook>(WEBHOOKS, { url })).is(201);
    const texts = new Set<string>();
    for (const projects of [[UNKNOWN], [sealed], [foreign], [open, UNKNOWN], [open, foreign], [foreign, sealed]]) {
      const caller = projects.includes(foreign) ? lena : rob;
      for (const answer of [
        await caller.post(WEBHOOKS, { url, projects }),
        await caller.patch(`${WEBHOOKS}/${id}`, { projects }),
      ]) {
        answer.isRefused(400, 'project_not_found');
        texts.add(answer.text.replaceAll(/"request_id":"[^"]*"/g, ''));
      }
    }
    assert.equal(texts.size, 1);
    (await lena.patch(`${WEBHOOKS}/${id}`, { projects: [open, sealed] })).is(200);
  });

  test('leads where who works there says, and nobody else reads where or when', async () => {
    const { dev, maria, lena, rob, sealed, open, hr, law } = await department(app());
    const teams = [
      { team_id: hr, level: 'work' },
      { team_id: law, level: 'read' },
    ];
    (await maria.patch(`/api/projects/${sealed}`, { teams, confirm: true })).is(200);
    const url = 'https://1.1.1.1/hook';
    const { id } = (await lena.post<Webhook>(WEBHOOKS, { url, projects: [sealed, open] })).is(201);
    const path = `${WEBHOOKS}/${id}`;
    const reads = async (person: Player) =>
      (await person.get<Webhook[]>(WEBHOOKS)).is(200).find((each) => each.id === id);
    const seen = await Promise.all([maria, rob, dev].map(reads));
    assert.deepEqual(
      seen.map((each) => [each?.url, each?.projects]),
      [
        [url, [sealed, open]],
        [null, [sealed, open]],
        [null, [open]],
      ],
    );
    for (const other of [rob, dev]) {
      for (const changes of [
        { url },
        { url: 'https://1.0.0.1/' },
        { url: 'http://10.0.0.1/' },
        { projects: null },
        { projects: [open] },
        { projects: [UNKNOWN] },
        { url, projects: [open], is_active: false },
      ])
        (await other.patch(path, changes)).isRefused(403, 'forbidden');
      (await other.post(`${path}/rotate-secret`)).isRefused(403, 'forbidden');
      assert.equal((await other.patch<Webhook>(path, { description: 'Off.' })).is(200).url, null);
    }
    (await lena.post(`${path}/rotate-secret`)).is(200);
    assert.equal((await maria.patch<Webhook>(path, { url: 'https://1.0.0.1/' })).is(200).url, 'https://1.0.0.1/');
    (await dev.delete(path)).is(204);
  });

  test('names no project any more that is gone', async () => {
    const { dev, lena, maria, sealed } = await department(app());
    const { id } = (await lena.post<Webhook>(WEBHOOKS, { url: 'https://1.1.1.1/hook', projects: [sealed] })).is(201);
    (await maria.delete(`/api/projects/${sealed}?confirm=1`)).is(204);
    const seen = (await dev.get<Webhook[]>(WEBHOOKS)).is(200).find((each) => each.id === id);
    assert.deepEqual(seen?.projects, []);
  });
});
