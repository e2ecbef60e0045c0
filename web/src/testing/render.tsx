/** Renders a component within the app's providers. Only the network is replaced, by a table of answers. */
import '../styles.css';
import '../design/as-react.ts';
import '../shell/app.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';
import { meQuery, type User } from '../backend/sign-in.ts';
import { guardKeys } from '../commands/shortcuts.ts';
import { Toasts } from '../design/toast.tsx';
import { WithSession } from '../session/me.ts';
import { loadTexts, switchLanguage } from '../texts/texts.ts';

guardKeys();

export interface SentRequest {
  method: string;
  path: string;
  body: unknown;
  headers: Headers;
}

type Answer = unknown | ((request: SentRequest) => unknown);

export interface Refused {
  refused: number;
  error: string;
  /** How many people gain sight, and how many lose it, for `would_reveal`. */
  gain?: number;
  lose?: number;
}

/** A page of a list that goes on at `next`. */
export interface PageOfMore {
  items: readonly unknown[];
  next: string;
}

const goesOn = (answer: unknown): answer is PageOfMore =>
  typeof answer === 'object' && answer !== null && 'items' in answer && 'next' in answer;

const isRefused = (answer: unknown): answer is Refused =>
  typeof answer === 'object' && answer !== null && 'refused' in answer;

/** Answers requests from a table by `METHOD /path`, others with an empty list. @returns the requests. */
export function service(answers: Record<string, Answer>): SentRequest[] {
  const requests: SentRequest[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(String(input), location.origin);
    const request: SentRequest = {
      method: init?.method ?? 'GET',
      path: url.pathname.replace('/api', '') + url.search,
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: new Headers(init?.headers),
    };
    requests.push(request);
    const entry = answers[`${request.method} ${request.path}`] ?? whenUnsaid(request);
    const answer = await (typeof entry === 'function' ? entry(request) : entry);
    if (isRefused(answer)) {
      const { refused: status, error, ...facts } = answer;
      return Response.json({ error, message: error, request_id: 'r-1', ...facts }, { status });
    }
    if (goesOn(answer)) return Response.json(answer.items, { headers: { Link: `<${answer.next}>; rel="next"` } });
    return Response.json(answer, request.method === 'GET' ? {} : { headers: { 'Kwit-Act': ACT } });
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  return requests;
}

/** The act that every write of a test names. */
export const ACT = '019a2f60-7c1e-7b3a-9d4e-0000000000ac';

/** A test that says nothing of a ticket has none; of anything else there is an empty list. */
const whenUnsaid = ({ path }: SentRequest): Refused | unknown[] =>
  path.startsWith('/numbered-tickets/') ? { refused: 404, error: 'ticket_not_found' } : [];

/** The draft of that name in local storage. */
export function draftIn(name: string): string | null {
  const key = Object.keys(localStorage).find((draft) => draft.startsWith(`kwit.draft.${name}~`));
  return key === undefined ? null : localStorage.getItem(key);
}

export const ewa: User = {
  id: '019a2f60-7c1e-7b3a-9d4e-000000000004',
  email: 'ewa@example.com',
  name: 'Ewa',
  role: 'developer',
  language: 'en',
  email_notify_ticket_status: true,
  email_notify_developer_comment: true,
  avatar_filename: null,
  avatar_url: null,
  avatar_updated_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  last_login: null,
  due_digest: false,
  mail_paused_at: null,
};

export async function draw(content: ReactNode, me: User = ewa): Promise<QueryClient> {
  await switchLanguage(me.language);
  await loadTexts('admin');
  await loadTexts('answers');
  await loadTexts('commands');
  await loadTexts('firstSteps');
  await loadTexts('merging');
  await loadTexts('operating');
  await loadTexts('personData');
  await loadTexts('reopening');
  await loadTexts('work');
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(meQuery.queryKey, me);
  const route = createRootRoute({ component: () => <WithSession>{content}</WithSession> });
  const router = createRouter({ routeTree: route, history: createMemoryHistory({ initialEntries: ['/'] }) });
  const box = document.createElement('div');
  document.body.append(box);
  const root = createRoot(box);
  root.render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>,
  );
  onTestFinished(() => {
    // Toasts outlive the component: the next test would show them.
    window.dispatchEvent(new Event('pagehide'));
    root.unmount();
    box.remove();
    localStorage.clear();
  });
  return client;
}
