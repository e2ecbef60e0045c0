import type { ReceivedWebhook } from '#contract/git.ts';
import type { Player } from '../../server/testing/cast.ts';

/** Lets a forge post what became of code about a ticket. @returns the connection, and what was received. */
export async function postedByForge(dev: Player, name: string, ticket: { readonly number: number }, title: string) {
  const made = await dev.post<{ id: string; secret: string }>('/api/git-connections', { name, forge: 'gitlab' });
  const { id, secret } = made.is(201);
  const payload = {
    object_kind: 'push',
    ref: 'refs/heads/main',
    project: { path_with_namespace: 'shop/web', web_url: 'https://git.example.com/shop/web', default_branch: 'main' },
    commits: [
      {
        id: '7c1e7b3a',
        message: `${title}\n\nkwit#${ticket.number}`,
        timestamp: '2026-11-21T03:44:00.000Z',
        url: 'https://git.example.com/shop/web/-/commit/7c1e7b3a',
        author: { name: 'Dev', email: 'dev@example.com' },
      },
    ],
  };
  const headers = { 'content-type': 'application/json', 'x-gitlab-token': secret, 'x-gitlab-event': 'Push Hook' };
  (await dev.send('POST', `/api/git/${id}`, JSON.stringify(payload), headers)).is(202);
  const [received] = (await dev.get<ReceivedWebhook[]>(`/api/git-connections/${id}/received`)).is(200);
  return { id, secret, receivedId: received?.id ?? '' };
}
