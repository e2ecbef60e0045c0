import { expect } from '@playwright/test';
import { openedBy, report, story } from './kwit.ts';

story('a fix is merged, live and told, and the page says who was told', async ({ browser, kwit }) => {
  story.setTimeout(120_000);
  const { id, number } = await report(kwit, 'ada', 'Nobody can pay by card');
  const beside = await report(kwit, 'jan', 'The checkout hangs');
  await kwit.call('dev', 'POST', `/tickets/${beside.id}/merge`, { into: id, mode: 'beside', tell_reporters: true });
  await kwit.call('dev', 'PATCH', `/tickets/${id}`, { status: 'verified' });
  const connection = await kwit.call<{ id: string; secret: string }>('dev', 'POST', '/git-connections', {
    name: 'GitLab, shop',
    forge: 'gitlab',
  });
  const author = { name: 'Dev', email: 'dev@example.com' };
  const commit = { id: 'c0ffee', message: `Pay again, kwit#${number}`, url: 'https://git.example.com/c0ffee', author };
  await fetch(`${kwit.url}/api/git/${connection.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gitlab-token': connection.secret, 'x-gitlab-event': 'Push Hook' },
    body: JSON.stringify({
      ...{ object_kind: 'push', ref: 'refs/heads/main' },
      project: { path_with_namespace: 'shop/web', default_branch: 'main' },
      commits: [{ ...commit, timestamp: '2026-11-29T09:00:00Z' }],
    }),
  });

  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto(`/t/${number}`);
  await expect(dev.getByText('merged, not live')).toBeVisible();
  await expect(dev.getByRole('link', { name: 'Pay again' })).toBeVisible();
  await kwit.call('dev', 'POST', '/shipments', {
    ...{ repository: 'shop/web', environment: 'production', version: '2.4.0' },
    commits: [{ id: 'c0ffee', message: commit.message }],
  });
  await dev.reload();
  await expect(dev.getByText('live in 2.4.0 since')).toBeVisible();
  await dev.getByRole('button', { name: 'Close…' }).click();
  await dev.getByRole('button', { name: 'Fixed in 2.4.0.' }).click();
  await expect(dev.getByRole('dialog').getByRole('textbox').first()).toHaveValue('Fixed in 2.4.0.');
  await dev.keyboard.press('Control+Enter');
  await dev.getByRole('button', { name: 'Tell who asked' }).click();
  await dev.getByLabel('What to say').first().fill('Please try to pay again.');
  await dev.getByRole('button', { name: 'Tell them' }).click();
  await expect(dev.getByText('2 people were told')).toBeVisible();
  await dev.getByText('Who was told', { exact: true }).click();
  await expect(dev.getByText('2 asked, 2 were told.')).toBeVisible();

  const jan = await openedBy(browser, kwit, 'jan');
  await jan.goto(`/t/${beside.number}`);
  await expect(jan.getByText('Please try to pay again.')).toBeVisible();
  await jan.getByText('What you were told').click();
  await expect(jan.getByText('asked', { exact: true })).toBeVisible();

  await dev.goto('/admin/git');
  await expect(dev.getByText('GitLab, shop')).toBeVisible();
  await dev.getByRole('button', { name: 'What came' }).click();
  await expect(dev.getByRole('cell', { name: `#${number}` })).toBeVisible();
});
