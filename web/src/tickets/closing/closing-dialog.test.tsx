import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw, service } from '../../testing/render.tsx';
import { detail } from '../../testing/tickets.ts';
import { ClosingForm } from './closing-dialog.tsx';

const shown = detail({ category: 'bug' });
const closed = { ...shown, status: 'closed', version: 2 };

test('the dialog focuses the answer and does not close the ticket without one', async () => {
  const requests = service({ 'GET /ticket-templates?include_inactive=1': [] });
  await draw(<ClosingForm ticket={shown} onClose={() => {}} />);
  await expect.element(page.getByLabelText('Answer to the reporter')).toHaveFocus();
  await page.getByRole('button', { name: 'Post and close' }).click();
  await expect.element(page.getByText('Write the answer first: a ticket closes only with one.')).toBeVisible();
  expect(requests.filter(({ method }) => method === 'PATCH')).toEqual([]);
});

test('one request sends the status and the answer, with the steps that the user ticked', async () => {
  const template = {
    id: 't',
    is_active: true,
    category: 'bug',
    project_id: null,
    checklist_items: ['Test page printed', 'Told the floor'],
  };
  const requests = service({
    'GET /ticket-templates?include_inactive=1': [template],
    [`PATCH /tickets/${shown.id}`]: closed,
  });
  await draw(<ClosingForm ticket={shown} onClose={() => {}} />);
  await page.getByLabelText('Test page printed').click();
  await page.getByLabelText('Answer to the reporter').fill('Replaced the fuser.');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect
    .poll(() => requests.find(({ method }) => method === 'PATCH')?.body)
    .toEqual({
      status: 'closed',
      closure_summary: 'Replaced the fuser.\n\n**What was done**\n\n- [x] Test page printed\n- [ ] Told the floor',
      closure_question: shown.title,
      closure_shared: true,
    });
});

test('the user says what it was about, and whether colleagues may read the answer', async () => {
  const requests = service({ [`PATCH /tickets/${shown.id}`]: closed });
  await draw(<ClosingForm ticket={shown} onClose={() => {}} />);
  await page.getByText('shared with colleagues', { exact: true }).click();
  await page.getByRole('textbox', { name: 'What was it about?' }).fill('A printer that jams');
  await page.getByRole('switch', { name: /Share it with colleagues/ }).click();
  await page.getByLabelText('Answer to the reporter').fill('Replaced the fuser.');
  await page.getByRole('button', { name: 'Post and close' }).click();
  await expect
    .poll(() => requests.find(({ method }) => method === 'PATCH')?.body)
    .toMatchObject({ closure_question: 'A printer that jams', closure_shared: false });
});

test('what looks personal is kept or removed by a click before the answer is sent', async () => {
  const requests = service({ [`PATCH /tickets/${shown.id}`]: closed });
  await draw(<ClosingForm ticket={shown} onClose={() => {}} />);
  await page.getByLabelText('Answer to the reporter').fill('Ada, call +48 601 234 567 or mail help@example.com.');
  await expect.element(page.getByText('3 places look personal', { exact: true })).toBeVisible();
  const close = page.getByRole('button', { name: 'Post and close' });
  await close.click();
  await expect.element(page.getByText(/keep or remove it below/)).toBeVisible();
  expect(requests.filter(({ method }) => method === 'PATCH')).toEqual([]);
  await page.getByRole('button', { name: 'Remove “Ada”' }).click();
  await page.getByRole('button', { name: 'Remove “+48 601 234 567”' }).click();
  await page.getByRole('button', { name: 'Keep “help@example.com”' }).click();
  await close.click();
  await expect
    .poll(() => requests.find(({ method }) => method === 'PATCH')?.body)
    .toMatchObject({ closure_summary: '…, call … or mail help@example.com.' });
});

test('an answer that is not shared is not looked through', async () => {
  service({});
  await draw(<ClosingForm ticket={shown} onClose={() => {}} />);
  await page.getByLabelText('Answer to the reporter').fill('Mail help@example.com.');
  await expect.element(page.getByText('1 place looks personal', { exact: true })).toBeVisible();
  await page.getByText('shared with colleagues', { exact: true }).click();
  await page.getByRole('switch', { name: /Share it with colleagues/ }).click();
  await expect.element(page.getByText('1 place looks personal', { exact: true })).not.toBeInTheDocument();
});

test('an earlier answer is inserted below what the user has written', async () => {
  const earlier = {
    ticket_id: 'earlier',
    number: 7,
    title: 'It jams',
    category: 'bug',
    closed_at: '2026-11-02T10:00:00.000Z',
    summary_content: 'Replaced the rollers.',
    score: 9,
  };
  const question = new URLSearchParams({ title: shown.title, description: shown.description });
  service({
    [`GET /tickets/similar?${question}`]: [earlier],
    'GET /numbered-tickets/1': shown,
  });
  await draw(<ClosingForm ticket={shown} onClose={() => {}} />);
  await page.getByLabelText('Answer to the reporter').fill('As last time:');
  await page.getByText('Solved before: 1').click();
  await page.getByRole('button', { name: 'Insert the answer of #7' }).click();
  await expect
    .element(page.getByLabelText('Answer to the reporter'))
    .toHaveValue('As last time:\n\nReplaced the rollers.');
  await expect.element(page.getByLabelText('Answer to the reporter')).toHaveFocus();
});

test('when the service refuses to close, the dialog keeps the answer', async () => {
  service({ [`PATCH /tickets/${shown.id}`]: { refused: 503, error: 'service_unavailable' } });
  await draw(<ClosingForm ticket={shown} onClose={() => {}} />);
  await page.getByLabelText('Answer to the reporter').fill('Replaced the fuser.');
  await page.getByRole('button', { name: 'Post and close' }).click();
  await expect.element(page.getByText(/not available right now/)).toBeVisible();
  await expect.element(page.getByLabelText('Answer to the reporter')).toHaveValue('Replaced the fuser.');
});

test('words of the reporter are sent with the answer, unless the user takes them off or the answer has them', async () => {
  const requests = service({
    [`GET /tickets/${shown.id}/closing-draft`]: {
      question: shown.title,
      found_by: [
        { words: 'szuflada', from: 'title' },
        { words: 'walec', from: 'description' },
        { words: 'tray', from: 'glossary' },
      ],
    },
    [`PATCH /tickets/${shown.id}`]: closed,
  });
  await draw(<ClosingForm ticket={shown} onClose={() => {}} />);
  await page.getByLabelText('Answer to the reporter').fill('The tray is new.');
  const words = page.getByRole('list', { name: 'Also found by' }).getByRole('listitem');
  await expect.element(words.first()).toHaveTextContent('szuflada');
  await expect.poll(() => words.all().length).toBe(2);
  await page.getByRole('button', { name: 'Remove “szuflada”' }).click();
  await page.getByRole('textbox', { name: 'Also found by' }).fill('podajnik, Walec');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => words.all().length).toBe(2);
  await userEvent.keyboard('{Backspace}');
  await page.getByRole('textbox', { name: 'Also found by' }).fill('kaseta');
  await page.getByRole('button', { name: 'Post and close' }).click();
  await expect
    .poll(() => requests.find(({ method }) => method === 'PATCH')?.body)
    .toMatchObject({ closure_found_by: ['walec', 'kaseta'] });
});

test('the version that is live is offered as an answer in the language of who reported', async () => {
  const live = { version: '2.4.0', environment: 'production', at: '2026-11-20T10:00:00.000Z' };
  service({
    [`GET /users?id=${shown.reporter_id}`]: [{ id: shown.reporter_id, name: 'Jan', language: 'pl' }],
  });
  await draw(<ClosingForm ticket={{ ...shown, live }} onClose={() => {}} />);
  await page.getByRole('button', { name: 'Naprawione w wersji 2.4.0.' }).click();
  await expect.element(page.getByLabelText('Answer to the reporter')).toHaveValue('Naprawione w wersji 2.4.0.');
});

test('the language of the reporter has its room before it is known', async () => {
  let know = (_: unknown) => {};
  const people = new Promise((resolve) => {
    know = resolve;
  });
  service({ 'GET /users?id=ada': () => people });
  await draw(<ClosingForm ticket={shown} onClose={() => {}} />);
  const field = page.getByLabelText('Answer to the reporter');
  await expect.element(field).toHaveFocus();
  const { offsetTop } = field.element() as HTMLElement;
  know([{ id: 'ada', name: 'Ada', language: 'pl', role: 'user' }]);
  await expect.element(page.getByText(/Ada .*Polish/)).toBeVisible();
  expect((field.element() as HTMLElement).offsetTop).toBe(offsetTop);
});
