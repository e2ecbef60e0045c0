import type { GitConnection, GitConnectionChange, GitConnectionDraft } from '../../../contract/git.ts';
import { address, write } from './client.ts';
import { pagesQuery, readQuery } from './queries.ts';

export type { GitConnection, GitConnectionDraft };

export const gitConnectionsQuery = readQuery(['git-connections'], '/git-connections');

/** Deliveries of a forge within 7 days, page by page. */
export const receivedPagesQuery = (id: string) =>
  pagesQuery(['git-connections', id, 'received'], address(`/git-connections/${id}/received`, {}));

export const addGitConnection = (draft: GitConnectionDraft) => write('POST', '/git-connections', { json: draft });
export const changeGitConnection = (id: string, change: GitConnectionChange) =>
  write('PATCH', `/git-connections/${id}`, { json: change });
export const removeGitConnection = (id: string) => write('DELETE', `/git-connections/${id}`);
export const rotateGitSecret = (id: string) => write('POST', `/git-connections/${id}/rotate-secret`);
