/** Webhooks as the documents of four forges show them, about the tickets of these numbers. */
import { createHmac } from 'node:crypto';
import type { Forge } from '../../contract/words.ts';

/** A webhook of a forge: what it calls its event, and its body. */
export interface ForgePayload {
  readonly event: string;
  readonly body: object;
}

export const FORGES_OF_PAYLOADS = ['github', 'gitea', 'forgejo', 'gitlab'] as const;
export type NamedForge = (typeof FORGES_OF_PAYLOADS)[number];

/** Forgejo signs and names its events as Gitea does. */
export const kindOf = (forge: NamedForge): Forge => (forge === 'forgejo' ? 'gitea' : forge);

const ZEROS = '0'.repeat(40);
const sha = (digit: string): string => digit.repeat(40);
const day = (number: number): string => `2026-11-${number}T10:00:00Z`;

interface Described {
  readonly id: string;
  readonly message: string;
  readonly at: string;
}

const commitOf =
  (home: string, path: string) =>
  ({ id, message, at }: Described) => ({
    ...{ id, message, timestamp: at, url: `${home}/${path}/${id}`, added: [], removed: [], modified: ['web/note.ts'] },
    author: { name: 'Ada Nowak', email: 'Ada@Example.com', username: 'ada' },
    committer: { name: 'GitHub', email: 'noreply@example.com' },
  });

/** A branch, its commit, and the commit rebased. */
function workOn(number: number) {
  const message = `Trim the note\n\nFixes kwit#${number}.`;
  return {
    branch: `kwit-${number}-trim`,
    commit: { id: sha('1'), message, at: day(10) },
    rebased: { id: sha('2'), message: `${message}\n\nSigned-off-by: Ada`, at: day(12) },
  };
}

function ofGithubKind(forge: Exclude<NamedForge, 'gitlab'>, number: number): ForgePayload[] {
  const home = `https://${forge}.example.com/shop/web`;
  const sender = { id: 1, login: 'ada', full_name: forge === 'github' ? undefined : 'Ada Nowak' };
  const repository = {
    ...{ id: 7, name: 'web', full_name: 'shop/web', html_url: home, default_branch: 'main', updated_at: day(9) },
    ...(forge === 'github' ? { pushed_at: 1_794_132_000 } : {}),
  };
  const { branch, commit, rebased } = workOn(number);
  const toCommit = commitOf(home, 'commit');
  const push = (ref: string, commits: readonly Described[], more: object = {}) => {
    const all = commits.map(toCommit);
    const head = { before: ZEROS, after: all.at(-1)?.id ?? ZEROS, head_commit: all.at(-1) ?? null };
    return { event: 'push', body: { ref, ...head, commits: all, repository, pusher: sender, sender, ...more } };
  };
  const request = (action: string, updated_at: string, more: object = {}) => ({
    event: 'pull_request',
    body: {
      ...{ action, number: 12, repository, sender },
      pull_request: {
        ...{ id: 99, number: 12, title: 'Trim the note', body: `For kwit-${number}`, state: 'open', merged: false },
        ...{ html_url: `${home}/pulls/12`, user: sender, created_at: day(10), updated_at, merged_at: null },
        ...{ head: { ref: branch, sha: sha('1') }, base: { ref: 'main' }, ...more },
      },
    },
  });
  const ofBranch = (event: string) => ({ event, body: { ref: branch, ref_type: 'branch', repository, sender } });
  return [
    {
      event: forge === 'github' ? 'ping' : 'repository',
      body: { zen: 'Keep it simple.', hook_id: 1, repository, sender },
    },
    ofBranch('create'),
    push(`refs/heads/${branch}`, [commit], { created: true, deleted: false }),
    request('opened', day(10)),
    push(`refs/heads/${branch}`, [rebased], { forced: true }),
    request('synchronize', day(12)),
    request('edited', day(13), { title: 'Trim the note everywhere', body: 'Nothing is named any more.' }),
    request('closed', day(14), {
      state: 'closed',
      merged: true,
      merged_at: day(14),
      title: 'Trim the note everywhere',
    }),
    push('refs/heads/main', [rebased]),
    ofBranch('delete'),
    push('refs/tags/v2.4.0', [rebased]),
    { event: 'issue_comment', body: { action: 'created', comment: { body: `kwit#${number}` }, repository, sender } },
  ];
}

function ofGitlab(number: number): ForgePayload[] {
  const home = 'https://gitlab.example.com/shop/web';
  const project = { id: 7, name: 'web', web_url: home, path_with_namespace: 'shop/web', default_branch: 'main' };
  const user = { id: 1, name: 'Ada Nowak', username: 'ada', email: 'ada@example.com' };
  const { branch, commit, rebased } = workOn(number);
  const toCommit = commitOf(home, '-/commit');
  const push = (ref: string, commits: readonly Described[], isGone = false) => ({
    event: 'Push Hook',
    body: {
      ...{ object_kind: 'push', event_name: 'push', ref, before: sha('9'), user_name: user.name, project },
      ...{ after: isGone ? ZEROS : (commits.at(-1)?.id ?? sha('9')), commits: commits.map(toCommit) },
      total_commits_count: commits.length,
    },
  });
  const request = (action: string, updated_at: string, more: object = {}) => ({
    event: 'Merge Request Hook',
    body: {
      ...{ object_kind: 'merge_request', event_type: 'merge_request', user, project, labels: [], changes: {} },
      object_attributes: {
        ...{ id: 99, iid: 12, title: 'Trim the note', description: `For kwit-${number}`, state: 'opened', action },
        ...{ source_branch: branch, target_branch: 'main', url: `${home}/-/merge_requests/12`, updated_at, ...more },
      },
    },
  });
  return [
    push(`refs/heads/${branch}`, []),
    push(`refs/heads/${branch}`, [commit]),
    request('open', '2026-11-10 10:00:00 UTC'),
    push(`refs/heads/${branch}`, [rebased]),
    request('update', '2026-11-12 10:00:00 UTC'),
    request('update', '2026-11-13T10:00:00Z', { title: 'Trim the note everywhere', description: 'None.' }),
    request('merge', '2026-11-14T10:00:00Z', { title: 'Trim the note everywhere', state: 'merged' }),
    push('refs/heads/main', [rebased]),
    push(`refs/heads/${branch}`, [], true),
    { event: 'Tag Push Hook', body: { object_kind: 'tag_push', ref: 'refs/tags/v2.4.0', project, commits: [] } },
    { event: 'Note Hook', body: { object_kind: 'note', object_attributes: { note: `kwit#${number}` }, project, user } },
    { event: 'Pipeline Hook', body: { object_kind: 'pipeline', object_attributes: { id: 1 }, project, user } },
  ];
}

/** Twelve webhooks of the forge, in the order in which they happen. */
export const payloadsOf = (forge: NamedForge, number: number): ForgePayload[] =>
  forge === 'gitlab' ? ofGitlab(number) : ofGithubKind(forge, number);

/** The headers with which a forge posts. */
export function forgeHeaders(forge: Forge, event: string, secret: string, body: string): Record<string, string> {
  const digest = createHmac('sha256', secret).update(body).digest('hex');
  const type = { 'content-type': 'application/json' };
  if (forge === 'github') return { ...type, 'x-github-event': event, 'x-hub-signature-256': `sha256=${digest}` };
  if (forge === 'gitea') return { ...type, 'x-gitea-event': event, 'x-gitea-signature': digest };
  return { ...type, 'x-gitlab-event': event, 'x-gitlab-token': secret };
}
