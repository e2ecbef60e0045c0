import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Comment } from '../../backend/comments.ts';
import { toast, undoLast } from '../../design/toast.tsx';
import { draftIn, draw, ewa, service } from '../../testing/render.tsx';
import { comment, detail } from '../../testing/tickets.ts';
import { Timeline } from './timeline.tsx';

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();
const FIVE_MINUTES = 5 * 60_000;

const young = (more: Partial<Comment> = {}) => comment({ id: 'c', user_id: ewa.id, created_at: ago(1000), ...more });
const button = () => page.getByRole('button', { name: 'Take the comment back' });

test('an author can take a young comment back, and the composer has its words', async () => {
  const shown = detail({ comments: [young({ content: 'Which tray?' })] });
  const requests = service({ [`DELETE /tickets/${shown.id}/comments/c`]: {} });
  await draw(<Timeline ticket={shown} />);
  await button().click();
  await expect.poll(() => requests.map(({ method }) => method)).toContain('DELETE');
  const draft = () => draftIn(`comment.${ewa.id}.${shown.id}`);
  await expect.poll(() => JSON.parse(draft() ?? '{}').text).toBe('Which tray?');
});

test('taking a comment back removes the toast with its Undo', async () => {
  const shown = detail({ number: 5, comments: [young()] });
  service({ [`DELETE /tickets/${shown.id}/comments/c`]: {} });
  await draw(<Timeline ticket={shown} />);
  toast({ text: 'Sent', about: 'c', undo: () => {} });
  await button().click();
  // Sooner than the toast would go by itself, after eight seconds.
  await expect.element(page.getByText('Sent'), { timeout: 7000 }).not.toBeInTheDocument();
  expect(undoLast()).toBe(false);
});

const LASTING: Record<string, Comment[]> = {
  'somebody else’s': [young({ user_id: 'ada' })],
  'one older than five minutes': [young({ created_at: ago(FIVE_MINUTES) })],
  'the closing answer': [young({ is_closure_summary: true })],
  'one with a reply': [young(), comment({ id: 'r', parent_id: 'c' })],
};
for (const [what, comments] of Object.entries(LASTING)) {
  test(`${what} has no button to take it back`, async () => {
    service({});
    await draw(<Timeline ticket={detail({ comments })} />);
    await expect.element(page.getByText('It jams again.').first()).toBeVisible();
    expect(button().elements()).toEqual([]);
  });
}

test('the button goes by itself', async () => {
  service({});
  await draw(<Timeline ticket={detail({ comments: [young({ created_at: ago(FIVE_MINUTES - 800) })] })} />);
  await expect.element(button()).toBeVisible();
  await expect.poll(() => button().elements()).toEqual([]);
});
