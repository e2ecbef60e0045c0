import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Settings } from '#contract/settings.ts';
import type { ListedUser, User } from '#contract/users.ts';
import type { Answer } from '#testing/caller.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
const USERS = '/api/users';

onEachDatabase('the users', (app) => {
  test('are listed for developers, by role, by part of name or address, page by page', async () => {
    const { cast } = app();
    const { ada, dev, jan, ewa } = await cast.all();
    (await ada.get(USERS)).isRefused(403, 'forbidden');
    const ids = async (query: string) =>
      (await dev.get<User[]>(`${USERS}?${query}`))
        .is(200)
        .map(({ id }) => id)
        .sort();
    assert.deepEqual(await ids('role=developer'), [dev.id, ewa.id].sort());
    assert.deepEqual(await ids('q=AD'), [ada.id]);
    assert.deepEqual(await ids('q=jan@exa'), [jan.id]);
    assert.deepEqual(await ids('q=%25'), []);
    assert.deepEqual(await ids(`id=${ada.id},${UNKNOWN},${ewa.id}`), [ada.id, ewa.id].sort());
    assert.deepEqual(await ids(`id=${ada.id},${ewa.id}&role=user`), [ada.id]);
    const nina = (await dev.post<User>(`${USERS}/invite`, { email: 'nina@example.com' })).is(201);
    // Other tests invite people as well.
    const invited = await ids('has_signed_in=0');
    assert.deepEqual(
      [nina.id, ada.id].map((id) => invited.includes(id)),
      [true, false],
    );
    const others = (await ids('limit=500')).filter((id) => !invited.includes(id));
    assert.deepEqual(await ids('has_signed_in=1'), others);
    const listed: User[] = [];
    let path: string | null = `${USERS}?limit=1`;
    while (path) {
      const page: Answer<User[]> = await dev.get<User[]>(path);
      listed.push(...page.is(200));
      path = page.next;
    }
    assert.deepEqual(listed.map(({ id }) => id).sort(), await ids('limit=500'));
    const cursorOf = (path: string | null) => new URL(path ?? '', 'http://kwit').searchParams.get('cursor');
    const newest = cursorOf((await dev.get(`${USERS}?limit=1`)).next);
    const byName = cursorOf((await dev.get(`${USERS}?limit=1&sort=name`)).next);
    for (const [query, name] of [
      [`sort=name&cursor=${newest}`, 'cursor'],
      [`cursor=${byName}`, 'cursor'],
      ['sort=email', 'sort'],
      ['role=x', 'role'],
      ['limit=0', 'limit'],
      ['cursor=x', 'cursor'],
      ['x=1', 'x'],
      [`id=${ada.id},x`, 'id'],
      [`id=${Array.from({ length: 101 }, () => ada.id).join()}`, 'id'],
    ] as const)
      assert.deepEqual((await dev.get(`${USERS}?${query}`)).isInvalid(), [name]);
  });

  test('are listed by name, without regard to case and diacritics, and counted', async () => {
    const { cast } = app();
    const { ada, dev, jan, ewa } = await cast.all();
    const names = { [ada.id]: 'ŁUCJA', [dev.id]: 'Łucja', [jan.id]: 'lucjan', [ewa.id]: 'Ćma' };
    for (const [id, name] of Object.entries(names)) (await dev.patch(`${USERS}/${id}`, { name })).is(200);
    const walk = async (query: string) => {
      const [ids, totals]: [string[], (string | null)[]] = [[], []];
      for (let path: string | null = `${USERS}?sort=name&limit=1${query}`; path; ) {
        const page: Answer<User[]> = await dev.get<User[]>(path);
        ids.push(...page.is(200).map(({ id }) => id));
        totals.push(page.headers.get('kwit-total'));
        path = page.next;
      }
      return { ids, totals: [...new Set(totals)] };
    };
    const equal = [ada.id, dev.id].toSorted();
    assert.deepEqual(await walk(`&id=${Object.keys(names).join()}`), {
      ids: [ewa.id, ...equal, jan.id],
      totals: ['4'],
    });
    assert.deepEqual(await walk('&role=developer'), { ids: [ewa.id, dev.id], totals: ['2'] });
    assert.deepEqual(await walk('&q=LUCJ'), { ids: [...equal, jan.id], totals: ['3'] });
    assert.equal((await dev.get(`${USERS}?limit=1`)).headers.get('kwit-total'), null);
    const first = await dev.get(`${USERS}?sort=name&limit=1`);
    (await dev.post(`${USERS}/invite`, { email: 'zofia@example.com' })).is(201);
    const etag = String(first.headers.get('etag'));
    const again = await dev.get(`${USERS}?sort=name&limit=1`, { 'if-none-match': etag });
    const totals = [first, again].map(({ headers }) => Number(headers.get('kwit-total')));
    assert.equal((totals[1] ?? 0) - (totals[0] ?? 0), 1, 'the first page is as it was, the total is not');
  });

  test('get name and role from developers, which holds at their next request', async () => {
    const { cast } = app();
    const { ada, dev } = await cast.all();
    const guest = await cast.guest();
    (await guest.get(USERS)).isRefused(403, 'forbidden');
    const changed = (await dev.patch<ListedUser>(`${USERS}/${guest.id}`, { role: 'developer', name: ' Eve ' })).is(200);
    assert.deepEqual([changed.role, changed.name], ['developer', 'Eve']);
    const { is_active, mail_addresses, ...payload } = changed;
    assert.deepEqual([is_active, mail_addresses], [true, []]);
    assert.deepEqual((await guest.get('/api/auth/me')).is(200), payload);
    (await guest.get(USERS)).is(200);
    (await dev.patch(`${USERS}/${guest.id}`, { role: 'user' })).is(200);
    (await guest.get(USERS)).isRefused(403, 'forbidden');
    (await ada.patch(`${USERS}/${ada.id}`, { role: 'developer' })).isRefused(403, 'forbidden');
    (await dev.patch(`${USERS}/${UNKNOWN}`, { name: 'None' })).isRefused(404, 'user_not_found');
    for (const body of [{ role: 'admin' }, { name: ' ' }, { email: 'x@localhost' }, { email: null }])
      assert.deepEqual((await dev.patch(`${USERS}/${ada.id}`, body)).isInvalid(), Object.keys(body));
    (await dev.patch(`${USERS}/${ada.id}`, {})).isRefused(400, 'validation_error');
  });
});

onEachDatabase('the last developer', (app) => {
  test('stays one, also when two demote each other at the same moment', async () => {
    const { dev, ewa } = await app().cast.all();
    const answers = await Promise.all([
      dev.patch(`${USERS}/${ewa.id}`, { role: 'user' }),
      ewa.patch(`${USERS}/${dev.id}`, { role: 'user' }),
    ]);
    assert.deepEqual(answers.filter(({ status }) => status === 200).length, 1);
    const last = (await dev.get(USERS)).status === 200 ? dev : ewa;
    (await last.patch(`${USERS}/${last.id}`, { role: 'user' })).isRefused(409, 'last_developer');
    (await last.patch(`${USERS}/${last.id}`, { name: 'The last' })).is(200);
    assert.equal((await last.get<User>('/api/auth/me')).is(200).role, 'developer');
  });
});

onEachDatabase('a demoted developer', (app) => {
  test('is off developer_emails, and is not promoted again by signing in', async () => {
    const { cast } = app();
    const { dev, ewa } = await cast.all();
    (await dev.patch(`${USERS}/${ewa.id}`, { role: 'user' })).is(200);
    assert.deepEqual((await dev.get<Settings>('/api/settings')).is(200).developer_emails, ['dev@example.com']);
    assert.equal((await cast.signsIn('ewa@example.com')).user.role, 'user');
  });
});
