import { randomBytes } from 'node:crypto';
import type {
  GitConnection,
  GitConnectionChange,
  GitConnectionDraft,
  GitSecret,
  NewGitConnection,
  ReceivedWebhook,
} from '#contract/git.ts';
import { MOST_GIT_CONNECTIONS } from '#contract/git-words.ts';
import type { MentionedTicket } from '#contract/shipping.ts';
import { type Actor, DAY, Failure, olderThan, pick, type StaleRows, shifted, type Work } from '#platform';
import { gitPurpose, recordAudit, seal } from '#settings';
import type { TicketsAtWork } from '../tickets-at-work.ts';
import { GitConnectionStore, ReceivedWebhookStore, type StoredConnection } from './git-store.ts';

const view = (connection: StoredConnection): GitConnection => ({
  ...pick(connection, 'id', 'name', 'forge', 'created_by', 'created_at', 'last_received_at'),
  is_active: connection.is_active === 1,
});

const SECRET_BYTES = 32;
const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Connections, newest first. */
export const listGitConnections = async (work: Work): Promise<GitConnection[]> =>
  (await work.of(GitConnectionStore).list()).map(view);

/** @throws Failure `git_connection_not_found`. */
async function findConnection(work: Work<Actor>, id: string): Promise<StoredConnection> {
  const connection = await work.of(GitConnectionStore).find(id);
  if (connection === undefined) throw new Failure('git_connection_not_found');
  return connection;
}

/** Makes a connection, for whose maker tickets are linked. Only this answer has its secret. @throws Failure `limit_reached`. */
export async function addGitConnection(work: Work, draft: GitConnectionDraft, key: Buffer): Promise<NewGitConnection> {
  await work.lock('git connections');
  if ((await work.of(GitConnectionStore).count()) >= MOST_GIT_CONNECTIONS) throw new Failure('limit_reached');
  const [id, secret] = [work.newId(), newSecret()];
  const made = { id, ...draft, created_by: work.actor.id, created_at: work.now, last_received_at: null };
  await work.of(GitConnectionStore).add({ ...made, is_active: true, secret: seal(key, secret, gitPurpose(id)) });
  await recordAudit(work, 'git_connection.created', id, {});
  return { ...made, is_active: true, secret };
}

/** @throws Failure `git_connection_not_found`. */
export async function changeGitConnection(
  work: Work,
  id: string,
  changes: GitConnectionChange,
): Promise<GitConnection> {
  const before = view(await findConnection(work, id));
  const names = (['name', 'is_active'] as const).filter(
    (name) => changes[name] !== undefined && changes[name] !== before[name],
  );
  if (names.length === 0) return before;
  await work.of(GitConnectionStore).change(id, pick({ ...before, ...changes }, ...names));
  await recordAudit(work, 'git_connection.changed', id, { names });
  return { ...before, ...changes };
}

/** Nothing more is taken from it; what it linked stays. @throws Failure `git_connection_not_found`. */
export async function removeGitConnection(work: Work, id: string): Promise<void> {
  if (!(await work.of(GitConnectionStore).delete(id))) throw new Failure('git_connection_not_found');
  await recordAudit(work, 'git_connection.deleted', id, {});
}

/** Gives a connection another secret; the one before is good no longer. @throws Failure `git_connection_not_found`. */
export async function rotateGitSecret(work: Work, id: string, key: Buffer): Promise<GitSecret> {
  await findConnection(work, id);
  const secret = newSecret();
  await work.of(GitConnectionStore).change(id, { secret: seal(key, secret, gitPurpose(id)) });
  await recordAudit(work, 'git_connection.changed', id, { names: ['secret'] });
  return { secret };
}

/** How long what came in is kept, in milliseconds. */
const KEPT_FOR = 7 * DAY;

export const staleWebhooks: StaleRows = {
  'webhooks of forges': olderThan('received_webhooks', 'at', KEPT_FOR),
};

/**
 * The received webhooks, newest first. A number is `linked` where the caller works on its ticket, too.
 *
 * @throws Failure `git_connection_not_found`.
 */
export async function listReceived(
  work: Work,
  tickets: TicketsAtWork,
  id: string,
  page: { readonly before: string | null; readonly limit: number },
): Promise<ReceivedWebhook[]> {
  await findConnection(work, id);
  const rows = await work.of(ReceivedWebhookStore).list(id, shifted(work.now, -KEPT_FOR), page);
  const all = rows.map((row) => ({ ...row, numbers: JSON.parse(row.numbers) as MentionedTicket[] }));
  const seen = await tickets.byNumbers(work, work.actor, [
    ...new Set(all.flatMap(({ numbers }) => numbers.map(({ number }) => number))),
  ]);
  return all.map((row) => {
    const numbers = row.numbers.map((item) => (seen.has(item.number) ? item : { ...item, state: 'unknown' as const }));
    const isConcealed = row.numbers.some(({ state }, index) => state !== numbers[index]?.state);
    const isUsed = numbers.some(({ state }) => state === 'linked');
    return { ...row, numbers, state: isConcealed && !isUsed ? 'nothing' : row.state };
  });
}

/** The bytes that came. @throws Failure `git_connection_not_found`, `not_found`. */
export async function readReceived(work: Work, id: string, receivedId: string): Promise<Buffer> {
  await findConnection(work, id);
  const row = await work.of(ReceivedWebhookStore).find(receivedId);
  if (row === undefined || row.connection_id !== id || row.at < shifted(work.now, -KEPT_FOR))
    throw new Failure('not_found');
  return Buffer.from(row.body, 'base64');
}
