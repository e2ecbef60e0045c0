import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { RelatedTicket } from '../../backend/links.ts';
import type { SimilarTicket } from '../../backend/tickets.ts';
import { draw, type SentRequest, service } from '../../testing/render.tsx';
import { detail } from '../../testing/tickets.ts';
import { SimilarAnswers } from './similar-answers.tsx';

const answer = {
  ticket_id: '019a2f60-7c1e-7b3a-9d4e-000000001002',
  number: 2,
  title: 'Printer on floor 1 jams',
  category: 'bug',
  closed_at: '2026-11-02T10:00:00.000Z',
  summary_content: 'Replaced the rollers.',
  answer_id: '019a2f60-7c1e-7b3a-9d4e-000000001003',
  score: 9,
  share: 0.9,
} satisfies SimilarTicket;
const duplicate: RelatedTicket = {
  id: answer.ticket_id,
  number: 2,
  title: 'Printer on floor 1 jams',
  status: 'closed',
  priority: 'normal',
  category: 'bug',
  assignee_id: null,
  reporter_id: null,
  relation_type: 'duplicates',
  direction: 'in',
  updated_at: '2026-11-02T10:00:00.000Z',
};
const shown = detail();
const similar = `GET /tickets/similar?${new URLSearchParams({ title: shown.title, description: shown.description })}`;
const solved = `POST /tickets/${shown.id}/solved-by`;
const button = page.getByRole('button', { name: 'This helped: the answer of #2' });

/** Answers with the ticket and the links that it had before the test. */
const knowing = (related_tickets: RelatedTicket[], more: Record<string, unknown> = {}) =>
  service({
    [similar]: [answer, { ...answer, ticket_id: shown.id, number: shown.number }],
    'GET /numbered-tickets/1': { ...shown, related_tickets },
    ...more,
  });

const folded = () => page.getByText('Solved before');

/** Draws the similar answers, and unfolds them as a click does. */
async function unfolded(answers: ReactNode) {
  await draw(answers);
  await folded().click();
}

const writes = (requests: SentRequest[]) =>
  requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body }) => ({ asked: `${method} ${path}`, body }));

test('the user records that an answer helped, and Undo removes that', async () => {
  const requests = knowing([]);
  await unfolded(<SimilarAnswers ticket={shown} />);
  await expect.element(page.getByText('Solved before: 1')).toBeVisible();
  await button.click();
  await expect.element(page.getByText('#1 is solved by #2')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => writes(requests))
    .toEqual([
      { asked: solved, body: { ticket_number: 2 } },
      { asked: `DELETE /tickets/${shown.id}/related/${answer.ticket_id}`, body: undefined },
    ]);
});

test('quick clicks reach the service in their order', async () => {
  const gone = Promise.withResolvers<null>();
  const requests = knowing([], { [`DELETE /tickets/${shown.id}/related/${answer.ticket_id}`]: () => gone.promise });
  await unfolded(<SimilarAnswers ticket={shown} />);
  await button.click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(button).toHaveAttribute('aria-pressed', 'false');
  await button.click();
  await expect.element(button).toHaveAttribute('aria-pressed', 'true');
  const methods = () => writes(requests).map((write) => write.asked.split(' ', 1)[0]);
  expect(methods()).toEqual(['POST', 'DELETE']);
  gone.resolve(null);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(methods).toEqual(['POST', 'DELETE', 'POST', 'DELETE']);
});

test('Undo restores the link that the two tickets had before', async () => {
  const requests = knowing([duplicate]);
  await unfolded(<SimilarAnswers ticket={shown} />);
  await button.click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => writes(requests)[1])
    .toEqual({
      asked: `POST /tickets/${answer.ticket_id}/related`,
      body: { related_ticket_number: 1, relation_type: 'duplicates' },
    });
});

test('the button of an answer that helped is pressed, and another click removes that', async () => {
  const requests = knowing([{ ...duplicate, relation_type: 'solved_by', direction: 'out' }]);
  await unfolded(<SimilarAnswers ticket={shown} />);
  await expect.element(button).toHaveAttribute('aria-pressed', 'true');
  await button.click();
  await expect.element(page.getByText('#1 is no longer solved by #2')).toBeVisible();
  expect(writes(requests)[0]?.asked).toBe(`DELETE /tickets/${shown.id}/related/${answer.ticket_id}`);
});

test('when the service refuses, the button is not pressed, and a toast says why', async () => {
  knowing([], { [solved]: { refused: 400, error: 'validation_error' } });
  await unfolded(<SimilarAnswers ticket={shown} />);
  await button.click();
  await expect.element(page.getByText(/^#1: Something in the form/)).toBeVisible();
  await expect.element(button).toHaveAttribute('aria-pressed', 'false');
});

test('an answer from after the ticket was closed cannot have helped', async () => {
  knowing([]);
  await unfolded(<SimilarAnswers ticket={{ ...shown, closed_at: '2026-11-01T10:00:00.000Z' }} />);
  await expect.element(page.getByText('No closed ticket is like this one.')).toBeVisible();
});

test('the service is asked when somebody unfolds them, or at once where their number is said', async () => {
  const requests = knowing([]);
  const paths = () => requests.map(({ method, path }) => `${method} ${path}`);
  await draw(<SimilarAnswers ticket={shown} />);
  await expect.element(folded()).toBeVisible();
  expect(paths()).not.toContain(similar);
  await folded().click();
  await expect.element(button).toBeVisible();
  expect(paths()).toContain(similar);
  await draw(<SimilarAnswers ticket={{ ...shown, title: 'Another' }} counted />);
  await expect.poll(() => requests.some(({ path }) => path.includes('Another'))).toBe(true);
});

test('the page of a user who may not link tickets requests nothing', async () => {
  const requests = knowing([]);
  await draw(<SimilarAnswers ticket={{ ...shown, can: { ...shown.can, link: false } }} />);
  expect(requests.map(({ method, path }) => `${method} ${path}`)).not.toContain(similar);
});
