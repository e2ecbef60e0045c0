import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ticketQuery } from '../../backend/ticket-detail.ts';
import { undoLast } from '../../design/toast.tsx';
import { draw, ewa, service } from '../../testing/render.tsx';
import { comment, detail } from '../../testing/tickets.ts';
import { Composer } from './composer.tsx';

const reported = detail();
const path = `POST /tickets/${reported.id}/comments`;

test('Ctrl+Enter sends the comment and empties the field', async () => {
  const requests = service({ [path]: { id: 'c' } });
  await draw(<Composer ticket={reported} />);
  await page.getByLabelText('Write a comment').fill('Which tray?');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect
    .poll(() => requests.map(({ body }) => body))
    .toContainEqual({ content: 'Which tray?', is_internal: false });
  await expect.element(page.getByLabelText('Write a comment')).toHaveValue('');
});

test('field and button say that a comment is internal, and the composer sends it as internal', async () => {
  const requests = service({ [path]: { id: 'c' } });
  await draw(<Composer ticket={reported} />);
  await page.getByRole('checkbox', { name: 'Internal' }).click();
  await page.getByLabelText(/the reporter does not see it/).fill('Costs 300');
  await page.getByRole('button', { name: 'Send internally' }).click();
  await expect.poll(() => requests.map(({ body }) => body)).toContainEqual({ content: 'Costs 300', is_internal: true });
});

test('a second attempt after a lost answer has the same key, so that nothing is posted twice', async () => {
  const requests = service({ [path]: { refused: 503, error: 'service_unavailable' } });
  await draw(<Composer ticket={reported} />);
  await page.getByLabelText('Write a comment').fill('Which tray?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(page.getByText(/#1: The service is not available/)).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const keys = () =>
    requests.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('Idempotency-Key'));
  await expect.poll(() => keys().length).toBe(2);
  expect(new Set(keys()).size).toBe(1);
});

test('a user who may not write internally gets no checkbox for it', async () => {
  service({});
  await draw(<Composer ticket={{ ...reported, can: { ...reported.can, comment_internally: false } }} />);
  await expect.element(page.getByLabelText('Write a comment')).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toEqual([]);
});

test('the conversation shows a comment at once, and the field has it again when the service refuses', async () => {
  let refuse = () => {};
  const answer = new Promise((resolve) => {
    refuse = () => resolve({ refused: 503, error: 'service_unavailable' });
  });
  service({ [path]: () => answer });
  const client = await draw(<Composer ticket={reported} />);
  const { queryKey } = ticketQuery(reported.number);
  client.setQueryData(queryKey, reported);
  const shown = () => client.getQueryData(queryKey)?.comments.map(({ content }) => content);
  await page.getByLabelText('Write a comment').fill('Which tray?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(shown).toEqual(['Which tray?']);
  await expect.element(page.getByLabelText('Write a comment')).toHaveValue('');
  refuse();
  await expect.element(page.getByLabelText('Write a comment')).toHaveValue('Which tray?');
  expect(shown()).toEqual([]);
});

test('the reply to an internal question is an internal answer to it', async () => {
  const requests = service({ [path]: { id: 'c' } });
  const question = comment({ id: 'q', type: 'question', is_internal: true, content: 'Who has the key?' });
  const ticket = { ...reported, comments: [question] };
  await draw(<Composer ticket={ticket} reply={{ to: question }} />);
  await expect.element(page.getByText('In reply to Ada: Who has the key?')).toBeVisible();
  await page.getByLabelText(/the reporter does not see it/).fill('Reception');
  await page.getByRole('button', { name: 'Send internally' }).click();
  await expect
    .poll(() => requests.map(({ body }) => body))
    .toContainEqual({ content: 'Reception', is_internal: true, type: 'answer', parent_id: 'q' });
});

/** The toast about a sent comment names the ticket, because toasts of other tests may still be there. */
const sentOn = (number: number) => expect.element(page.getByText(`#${number}: comment sent`)).toBeVisible();
const to = ({ id }: { id: string }) => `POST /tickets/${id}/comments`;
const words = () => page.getByLabelText(/Write a comment|the reporter does not see it/);
const sent = (content: string) => comment({ id: 'c', user_id: ewa.id, content });

test('Undo takes a comment back and puts its words before those that the user typed since', async () => {
  const ticket = detail({ number: 2 });
  const requests = service({ [to(ticket)]: sent('Which tray?'), [`DELETE /tickets/${ticket.id}/comments/c`]: {} });
  await draw(<Composer ticket={ticket} />);
  await words().fill('Which tray?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await sentOn(2);
  await words().fill('And when?');
  expect(undoLast()).toBe(true);
  await expect.element(words()).toHaveValue('Which tray?\n\nAnd when?');
  await expect.element(words()).toHaveFocus();
  expect(requests.filter(({ method }) => method === 'DELETE').length).toBe(1);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const keys = () =>
    requests.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('Idempotency-Key'));
  await expect.poll(() => new Set(keys()).size).toBe(2);
});

test('when the service refuses to take a comment back, it shows again with a reason, and the field stays as it is', async () => {
  const ticket = detail({ number: 3 });
  const refused = { refused: 403, error: 'comment_locked' };
  service({ [to(ticket)]: sent('Which tray?'), [`DELETE /tickets/${ticket.id}/comments/c`]: refused });
  const client = await draw(<Composer ticket={ticket} />);
  const { queryKey } = ticketQuery(ticket.number);
  client.setQueryData(queryKey, ticket);
  await words().fill('Which tray?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await sentOn(3);
  expect(undoLast()).toBe(true);
  await expect.element(page.getByText(/#3: This comment can no longer be taken back/)).toBeVisible();
  await expect.element(words()).toHaveValue('');
  expect(client.getQueryData(queryKey)?.comments.map(({ content }) => content)).toEqual(['Which tray?']);
});

test('words that come back while the user sends others are neither sent nor lost', async () => {
  const ticket = detail({ number: 4 });
  let arrive = () => {};
  const later = new Promise((resolve) => {
    arrive = () => resolve(comment({ id: 'd', user_id: ewa.id, content: 'And when?' }));
  });
  let times = 0;
  const requests = service({
    [to(ticket)]: () => (times++ === 0 ? sent('Which tray?') : later),
    [`DELETE /tickets/${ticket.id}/comments/c`]: {},
  });
  await draw(<Composer ticket={ticket} />);
  await words().fill('Which tray?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await sentOn(4);
  await words().fill('And when?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  expect(undoLast()).toBe(true);
  await expect.poll(() => requests.some(({ method }) => method === 'DELETE')).toBe(true);
  arrive();
  await expect.element(words()).toHaveValue('Which tray?');
});

test('a developer chooses the kind of a comment in our own menu', async () => {
  const requests = service({ [path]: { id: 'c' } });
  await draw(<Composer ticket={reported} />);
  await page.getByRole('button', { name: 'Kind of comment: Comment' }).click();
  await page.getByRole('menuitemradio', { name: 'Question' }).click();
  await page.getByLabelText('Write a comment').fill('Which tray?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect
    .poll(() => requests.map(({ body }) => body))
    .toContainEqual({ content: 'Which tray?', is_internal: false, type: 'question' });
});

test('reporters meet no kinds of comment', async () => {
  service({});
  await draw(<Composer ticket={reported} />, { ...ewa, role: 'user' });
  await expect.element(page.getByLabelText('Write a comment')).toBeVisible();
  expect(page.getByRole('combobox').elements()).toEqual([]);
  expect(page.getByRole('button', { name: /Kind of comment/ }).elements()).toEqual([]);
});
