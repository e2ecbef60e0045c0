import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { SimilarTicket } from '../../backend/tickets.ts';
import { draw, service } from '../../testing/render.tsx';
import { useEndReport } from './new-ticket.ts';
import { SolvedBefore } from './solved-before.tsx';

const answer = {
  ticket_id: null,
  number: 7,
  title: 'The printer jams',
  category: 'bug',
  closed_at: '2026-11-02T10:00:00.000Z',
  summary_content: 'Replaced the rollers.',
  answer_id: '019a2f60-7c1e-7b3a-9d4e-000000001003',
  score: 9,
  share: 0.45,
} satisfies SimilarTicket;
const other = { ...answer, answer_id: '019a2f60-7c1e-7b3a-9d4e-000000001004', title: 'No paper', share: 0.9 };

function Report({ title, description }: { title: string; description: string }) {
  const [draft, setDraft] = useState('kept');
  const endReport = useEndReport();
  const onSolved = (solved: SimilarTicket) =>
    endReport(solved, { asked: WHOLE, clear: () => setDraft('put away'), restore: () => setDraft('kept') });
  return (
    <>
      <p>The draft is {draft}</p>
      <SolvedBefore title={title} description={description} onSolved={onSolved} />
    </>
  );
}

const similar = (title: string, description: string) =>
  `GET /tickets/similar?${new URLSearchParams({ ...(title ? { title } : {}), description })}`;
const WHOLE = 'Dear all, I hope that you are well. Since Monday the printer on floor 2 jams.';

test('a description alone is enough to look for answers, and those that may not help say so', async () => {
  service({ [similar('', WHOLE)]: [answer, other] });
  await draw(<Report title="" description={WHOLE} />);
  await expect.element(page.getByText('The printer jams')).toBeVisible();
  await expect.element(page.getByText(/^May help · Solved/)).toBeVisible();
  expect(page.getByText(/May help/).elements().length).toBe(1);
});

test('"Not quite" puts an answer aside and stores nothing', async () => {
  const requests = service({ [similar('', WHOLE)]: [answer, other] });
  await draw(<Report title="" description={WHOLE} />);
  await page.getByRole('button', { name: 'Not quite: The printer jams' }).click();
  await expect.element(page.getByText('The printer jams')).not.toBeInTheDocument();
  await expect.element(page.getByText('No paper')).toBeVisible();
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('"This solved it" puts the draft away and counts as helpful; Undo brings the draft back', async () => {
  const vote = `POST /answers/${answer.answer_id}/helped`;
  const requests = service({ [similar('', WHOLE)]: [answer], [vote]: { helped: 1, not_helped: 0 } });
  await draw(<Report title="" description={WHOLE} />);
  await page.getByRole('button', { name: 'This solved it: The printer jams' }).click();
  await expect.element(page.getByText('The draft is put away')).toBeVisible();
  expect(requests.find(({ method }) => method === 'POST')).toMatchObject({
    body: { helped: true, asked: WHOLE.slice(0, 2000) },
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('The draft is kept')).toBeVisible();
});

test('when the service refuses the vote, the draft stays', async () => {
  const vote = `POST /answers/${answer.answer_id}/helped`;
  service({ [similar('', WHOLE)]: [answer], [vote]: { refused: 503, error: 'service_unavailable' } });
  await draw(<Report title="" description={WHOLE} />);
  await page.getByRole('button', { name: 'This solved it: The printer jams' }).click();
  await expect.element(page.getByText(/not available right now/)).toBeVisible();
  await expect.element(page.getByText('The draft is kept')).toBeVisible();
});
