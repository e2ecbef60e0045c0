import { queryOptions } from '@tanstack/react-query';
import type {
  InboundMail,
  InboundMailDetail,
  MailAcceptance,
  MailInDraft,
  MailInSettings,
  MailInSettingsChange,
  MailInStatus,
} from '../../../contract/mail-in.ts';
import type { MailInState, MailInStep } from '../../../contract/mail-in-words.ts';
import { address, get, write } from './client.ts';
import { pagesQuery, readQuery } from './queries.ts';

export type { InboundMail, InboundMailDetail, MailInSettings, MailInStatus };

export const mailInSettingsQuery = readQuery(['mail-in', 'settings'], '/mail-in/settings');

/** Recent mails, waiting mails, and the last run of each step: often while a step waits for its mail. */
export const mailInStatusQuery = queryOptions({
  queryKey: ['mail-in', 'status'],
  queryFn: ({ signal }): Promise<MailInStatus> => get('/mail-in/status', {}, signal),
  refetchInterval: ({ state }) => (state.data?.checks.some((run) => run.state === 'running') ? 2000 : 15_000),
});

export const inboundMailsQuery = (state: MailInState | undefined) =>
  pagesQuery(['mail-in', 'mails', state], address('/mail-in', { state, limit: 50 }), { refetchInterval: 15_000 });

/** The mails about which somebody has to decide, as many as are counted. */
export const heldMailsQuery = readQuery(
  ['mail-in', 'held'],
  '/mail-in',
  { state: 'held', limit: 100 },
  { staleTime: 60_000, refetchInterval: 120_000 },
);

export const inboundMailQuery = (id: string) => readQuery(['mail-in', 'mail', id], `/mail-in/${id}`);

export const changeMailIn = (change: MailInSettingsChange) => write('PUT', '/mail-in/settings', { json: change });
export const makeMailInSecret = () => write('POST', '/mail-in/secret');
export const startMailInCheck = (step: MailInStep, draft: MailInDraft) =>
  write('POST', '/mail-in/checks', { json: { step, draft } });
export const acceptMail = (id: string, acceptance: MailAcceptance) =>
  write('POST', `/mail-in/${id}/accept`, { json: acceptance });
export const discardMail = (id: string) => write('POST', `/mail-in/${id}/discard`);
