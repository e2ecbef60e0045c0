import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { test } from 'node:test';
import type { Board } from '#contract/board.ts';
import type { Project } from '#contract/projects.ts';
import type { PublicSettings, Settings } from '#contract/settings.ts';
import type { User } from '#contract/users.ts';
import { actOf, undoes } from '#testing/acts.ts';
import type { Answer } from '#testing/caller.ts';
import { formOf, type Player, type SampleFile } from '#testing/cast.ts';
import { jpeg, png, samples } from '#testing/sample-files.ts';
import { type App, onEachDatabase } from '#testing/start-app.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
const MIB = 1024 * 1024;
const AVATAR = '/api/auth/me/avatar';
const LOGO = '/api/settings/logo';
const file = (type: string, bytes: Uint8Array, name = 'a'): SampleFile => ({ name, type, bytes });
const photo = file('image/png', samples.png);
/** A picture of exactly that size: nobody reads what follows the end of a PNG. */
const padded = (size: number) =>
  file('image/png', Buffer.concat([samples.png, Buffer.alloc(size - samples.png.length)]));

interface Owner {
  readonly part: string;
  readonly path: string;
  /** The address of its picture; null when it has none. */
  readonly url: (answer: unknown) => string | null;
  readonly reread: () => Promise<unknown>;
}

const post = (who: Player, { path, part }: Owner, ...files: SampleFile[]) => who.post(path, formOf({}, files, part));

/** Makes everyone who can have a picture, as Dev's. */
async function owners({ cast }: App): Promise<Owner[]> {
  const dev = await cast.dev;
  const { id } = (await dev.post<Project>('/api/projects', { name: 'Pictured' })).is(201);
  for (const path of [AVATAR, LOGO]) (await dev.delete(path)).is(204);
  const reread = async () => (await dev.get<Project[]>('/api/projects')).is(200).find((project) => project.id === id);
  return [
    {
      part: 'avatar',
      path: AVATAR,
      url: (answer) => (answer as User).avatar_url,
      reread: async () => (await dev.get('/api/auth/me')).is(200),
    },
    { part: 'icon', path: `/api/projects/${id}/icon`, url: (answer) => (answer as Project).icon_url, reread },
    {
      part: 'logo',
      path: LOGO,
      url: (answer) => (answer as Settings).app_logo_url,
      reread: async () => (await dev.get('/api/settings')).is(200),
    },
  ];
}

/** Whether what it had before is kept, as an undo may bring it back. */
const isKept = ({ part }: Owner) => part === 'icon';

const storedNames = async ({ files }: App) => (await Array.fromAsync(files.names())).map(({ name }) => name).sort();

/** The status of the answer to a request whose body never comes. */
async function answerToHead(app: App, token: string | null, path: string): Promise<number | undefined> {
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1000' };
  const request = httpRequest(app.address + path, {
    method: 'POST',
    agent: false,
    headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
  });
  request.on('error', () => {});
  request.flushHeaders();
  const [response] = await once(request, 'response');
  request.destroy();
  return response.statusCode;
}

onEachDatabase('a picture', (app) => {
  test('is a PNG, JPEG or WebP, and comes back to anyone as it was', async () => {
    const dev = await app().cast.dev;
    for (const owner of await owners(app())) {
      for (const picture of [photo, file('image/jpeg', jpeg(640, 480)), file('image/webp', samples.webp)]) {
        const answer = (await post(dev, owner, picture)).is(200);
        assert.deepEqual(answer, await owner.reread());
        const url = owner.url(answer);
        assert.ok(url);
        const shown = await app().stranger.get(url);
        assert.equal(shown.status, 200);
        assert.deepEqual(shown.bytes, Buffer.from(picture.bytes));
        assert.equal(shown.headers.get('content-type'), picture.type);
        assert.equal(shown.headers.get('content-length'), String(picture.bytes.length));
        assert.equal(shown.headers.get('x-content-type-options'), 'nosniff');
        assert.match(
          shown.headers.get('content-security-policy') ?? '',
          /^default-src 'none'; .*frame-ancestors 'none'; sandbox$/,
        );
        assert.equal(shown.headers.get('cross-origin-resource-policy'), 'same-origin');
      }
    }
    assert.equal(
      (await post(dev, (await owners(app()))[0] as Owner, file('application/octet-stream', samples.png))).status,
      200,
    );
  });

  test('has up to 2 MiB, and up to 4096 pixels each way', async () => {
    const dev = await app().cast.dev;
    for (const owner of await owners(app())) {
      for (const picture of [padded(2 * MIB), file('image/png', png(4096, 4096))])
        (await post(dev, owner, picture)).is(200);
      const before = await storedNames(app());
      const large = [padded(2 * MIB + 1), file('image/png', png(4097, 1)), file('image/jpeg', jpeg(1, 4097))];
      for (const picture of large) (await post(dev, owner, picture)).isRefused(400, 'file_too_large');
      assert.deepEqual(await storedNames(app()), before);
    }
  });

  test('is nothing else', async () => {
    const dev = await app().cast.dev;
    for (const owner of await owners(app())) {
      const before = await storedNames(app());
      const wrong = [
        file('image/gif', samples.gif),
        file('image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
        file('image/png', Buffer.from('<!doctype html><script>alert(1)</script>')),
        file('image/png', samples.png.subarray(0, 20)),
        file('application/pdf', samples.pdf),
        file('image/png', Buffer.alloc(0)),
      ];
      for (const picture of wrong) (await post(dev, owner, picture)).isRefused(400, 'unsupported_file_type');
      assert.deepEqual(await storedNames(app()), before);
      assert.equal(owner.url(await owner.reread()), null);
    }
  });

  test('comes alone, in its part of a form', async () => {
    const dev = await app().cast.dev;
    for (const owner of await owners(app())) {
      const { path, part } = owner;
      const invalid = async (form: FormData) => (await dev.post(path, form)).isInvalid();
      assert.deepEqual(await invalid(formOf({}, [], part)), [part]);
      const untouched = `--x\r\ncontent-disposition: form-data; name="${part}"; filename=""\r\n\r\n\r\n--x--\r\n`;
      const form = { 'content-type': 'multipart/form-data; boundary=x' };
      assert.deepEqual((await dev.send('POST', path, untouched, form)).isInvalid(), [part]);
      assert.deepEqual(await invalid(formOf({}, [photo, photo], part)), [part]);
      assert.deepEqual(await invalid(formOf({}, [padded(2 * MIB), padded(2 * MIB), photo], part)), [part]);
      assert.deepEqual(await invalid(formOf({}, [photo], 'file')), ['file']);
      assert.deepEqual(await invalid(formOf({ name: 'x', id: 'y' }, [photo], part)), ['id', 'name']);
      (await dev.post(path, { [part]: 'x' })).isRefused(415, 'unsupported_media_type');
      (await dev.post(`${path}?x=1`, formOf({}, [photo], part))).isRefused(400, 'validation_error');
      assert.equal(owner.url(await owner.reread()), null);
    }
  });

  test('is given by who may, which is settled before the body is read', async () => {
    const { ada, dev } = await app().cast.all();
    for (const { path } of await owners(app())) {
      assert.equal(await answerToHead(app(), null, path), 401);
      assert.equal((await app().stranger.delete(path)).status, 401);
      if (path === AVATAR) continue;
      assert.equal(await answerToHead(app(), ada.token, path), 403);
      (await ada.delete(path)).isRefused(403, 'forbidden');
    }
    const nowhere = `/api/projects/${UNKNOWN}/icon`;
    assert.equal(await answerToHead(app(), dev.token, nowhere), 404);
    (await dev.delete(nowhere)).isRefused(404, 'project_not_found');
    (await app().stranger.get(nowhere)).isRefused(404, 'project_not_found');
    (await app().stranger.get('/api/projects/7/icon')).isRefused(400, 'validation_error');
  });

  test('gives way to the next, file and all unless an undo brings it back, and can be removed', async () => {
    const dev = await app().cast.dev;
    for (const owner of await owners(app())) {
      const before = await storedNames(app());
      const urls = new Set<string | null>();
      const pictures = [photo, photo, file('image/webp', samples.webp)];
      for (const picture of pictures) {
        urls.add(owner.url((await post(dev, owner, picture)).is(200)));
        assert.equal((await storedNames(app())).length, before.length + (isKept(owner) ? urls.size : 1));
      }
      assert.equal(urls.size, 3);
      for (let times = 0; times < 2; times += 1) (await dev.delete(owner.path)).is(204);
      assert.equal((await storedNames(app())).length, before.length + (isKept(owner) ? pictures.length : 0));
      assert.equal(owner.url(await owner.reread()), null);
      for (const url of urls) (await app().stranger.get(url ?? '')).isRefused(404, 'file_not_found');
    }
  });

  test('that has gone is refused, and nobody keeps the refusal', async () => {
    const dev = await app().cast.dev;
    for (const owner of await owners(app())) {
      const before = await storedNames(app());
      const url = owner.url((await post(dev, owner, photo)).is(200)) ?? '';
      for (const name of await storedNames(app())) if (!before.includes(name)) await app().files.remove(name);
      const gone = await app().stranger.get(url);
      gone.isRefused(404, 'file_not_found');
      assert.deepEqual([gone.headers.get('cache-control'), gone.headers.get('etag')], ['no-store', null]);
    }
  });

  test('is one, however many are sent at once', async () => {
    const dev = await app().cast.dev;
    for (const owner of await owners(app())) {
      const before = await storedNames(app());
      const answers = await Promise.all(Array.from({ length: 12 }, () => post(dev, owner, photo)));
      for (const answer of answers) answer.is(200);
      assert.equal((await storedNames(app())).length, before.length + (isKept(owner) ? answers.length : 1));
      assert.equal((await app().stranger.get(owner.url(await owner.reread()) ?? '')).status, 200);
    }
  });

  test('need not be sent again to who has it', async () => {
    const { cast, stranger } = app();
    const dev = await cast.dev;
    for (const owner of await owners(app())) {
      const url = owner.url((await post(dev, owner, photo)).is(200)) ?? '';
      const { headers } = await stranger.get(url);
      const etag = headers.get('etag') ?? '';
      const caching = owner.part === 'avatar' ? 'public, max-age=31536000, immutable' : 'public, max-age=300';
      assert.equal(headers.get('cache-control'), caching);
      for (const held of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const answer: Answer<unknown> = await stranger.get(url, { 'if-none-match': held });
        assert.deepEqual([answer.status, answer.bytes.length, answer.headers.get('etag')], [304, 0, etag]);
        assert.equal(answer.headers.get('cache-control'), caching);
      }
      assert.equal((await stranger.get(url, { 'if-none-match': '"x"' })).status, 200);
      const head = await stranger.send('HEAD', url);
      assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(samples.png.length)]);
      (await dev.delete(owner.path)).is(204);
      const gone = await stranger.get(url, { 'if-none-match': etag });
      gone.isRefused(404, 'file_not_found');
      assert.equal(gone.headers.get('cache-control'), 'no-store');
    }
  });
});

onEachDatabase('an avatar, an icon, the logo', (app) => {
  test('stand wherever their owner is shown', async () => {
    const { clock, stranger, cast } = app();
    const { ada, dev } = await cast.all();
    const [, icon, logo] = (await owners(app())) as [Owner, Owner, Owner];
    const user = (await ada.post<User>(AVATAR, formOf({}, [photo], 'avatar'))).is(200);
    assert.deepEqual(user, {
      ...ada.user,
      avatar_filename: user.avatar_filename,
      avatar_url: `/api/auth/avatar/${user.avatar_filename}`,
      avatar_updated_at: new Date(clock.now()).toISOString(),
    });
    assert.deepEqual((await ada.get('/api/auth/me')).is(200), user);
    assert.deepEqual((await ada.patch('/api/auth/me', { name: ada.user.name })).is(200), user);
    assert.deepEqual((await dev.get<User[]>('/api/users?q=ada')).is(200), [
      { ...user, is_active: true, mail_addresses: [] },
    ]);
    const project = (await post(dev, icon, photo)).is(200) as Project;
    const { id } = await ada.opens({ project_id: project.id });
    const board = (await dev.get<Board>('/api/tickets/board')).is(200);
    const cards = [(await ada.reads({ id })).is(200), (await ada.lists()).is(200).find((ticket) => ticket.id === id)];
    for (const ticket of [...cards, board.submitted.find((row) => row.id === id)])
      assert.equal(ticket?.project_icon_url, project.icon_url);
    (await post(dev, logo, photo)).is(200);
    const { app_logo_url } = (await stranger.get<PublicSettings>('/api/settings/public')).is(200);
    assert.equal(app_logo_url, logo.url(await logo.reread()));
    assert.equal((await dev.patch<Settings>('/api/settings', { app_name: 'Desk' })).is(200).app_logo_url, app_logo_url);
  });

  test('are shown under their own address only', async () => {
    const { ada, dev } = await app().cast.all();
    const [attachment] = (await ada.attaches(await ada.opens(), photo)).is(201);
    const before = await storedNames(app());
    const [, icon] = (await owners(app())) as [Owner, Owner];
    (await post(dev, icon, photo)).is(200);
    const [name] = (await storedNames(app())).filter((entry) => !before.includes(entry));
    for (const other of [name, attachment?.filename, '0'.repeat(32), 'x', '..%2f..%2fkwit.db', '%00'])
      (await app().stranger.get(`/api/auth/avatar/${other}`)).isRefused(404, 'file_not_found');
    (await ada.get(`/api/uploads/${name}`)).isRefused(404, 'file_not_found');
  });

  test('come back with a project that is brought back', async () => {
    const dev = await app().cast.dev;
    const [, icon] = (await owners(app())) as [Owner, Owner];
    const drawn = await post(dev, icon, photo);
    assert.ok(actOf(drawn));
    const { id, icon_url } = drawn.is(200) as Project;
    const removed = await dev.delete(`/api/projects/${id}`);
    assert.equal(removed.status, 204);
    (await dev.get(icon_url ?? '')).isRefused(404, 'project_not_found');
    (await undoes(dev, actOf(removed))).is(200);
    assert.equal((await dev.get(icon_url ?? '')).status, 200);
  });
});

onEachDatabase(
  'a picture for pages of another origin',
  (app) => {
    test('may be shown by them, and nothing else may', async () => {
      const { cast, stranger } = app();
      const dev = await cast.dev;
      for (const owner of await owners(app())) {
        const { headers } = await stranger.get(owner.url((await post(dev, owner, photo)).is(200)) ?? '');
        assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
      }
      const other = await stranger.get('/api/settings/public');
      assert.equal(other.headers.get('cross-origin-resource-policy'), 'same-origin');
      const refused = await stranger.get(`/api/auth/avatar/${'0'.repeat(32)}`);
      assert.equal(refused.headers.get('cross-origin-resource-policy'), 'same-origin');
    });
  },
  { FRONTEND_ORIGIN: 'https://tickets.example.com' },
);
