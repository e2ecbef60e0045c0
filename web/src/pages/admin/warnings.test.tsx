import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AdminSection } from '../../administration/sections.ts';
import type { Settings } from '../../backend/settings.ts';
import { draw, service } from '../../testing/render.tsx';
import { Warnings } from './admin-page.tsx';
import { Application } from './application.tsx';

const NO_ADDRESS = 'Kwit does not know its own address, so its e-mails carry no links.';
const settings = {
  app_url: '',
  allowed_domains: [],
  developer_emails: [],
  mail_problem: null,
  outbox_retention_days: 30,
  tellings_days: 365,
  undo_days: 30,
};

test('while no address is set General says so, and the one of the browser is saved by two clicks', async () => {
  const requests = service({
    'GET /settings': settings,
    'PATCH /settings': { ...settings, app_url: location.origin },
    'GET /settings/capabilities': { capabilities: {} },
  });
  await draw(<Application />);
  await expect.element(page.getByText(NO_ADDRESS)).toBeVisible();
  await page.getByRole('button', { name: `Use ${location.origin}` }).click();
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect
    .poll(() => requests.find(({ method }) => method === 'PATCH')?.body)
    .toEqual({ app_url: location.origin });
});

test('the pages that it concerns warn of it, too, and lead there; nothing is said elsewhere, nor when all is well', async () => {
  const shown = async (changed: Partial<Settings>, section: AdminSection, name: string) => {
    await draw(
      <section aria-label={name}>
        <Warnings settings={{ ...settings, ...changed } as Settings} section={section} />
        <p>All of it</p>
      </section>,
    );
    const drawn = page.getByRole('region', { name });
    await expect.element(drawn.getByText('All of it')).toBeVisible();
    return drawn;
  };
  const elsewhere = await shown({}, 'mail', 'elsewhere');
  await expect.element(elsewhere.getByText(NO_ADDRESS)).toBeVisible();
  await expect
    .element(elsewhere.getByRole('link', { name: 'Open “General”' }))
    .toHaveAttribute('href', '/admin/application');
  const well = await shown({ app_url: 'https://kwit.example.com' }, 'mail', 'well');
  await expect.element(well.getByText(NO_ADDRESS)).not.toBeInTheDocument();
  const unconcerned = await shown({}, 'labels', 'unconcerned');
  await expect.element(unconcerned.getByText(NO_ADDRESS)).not.toBeInTheDocument();
  const there = await shown({}, 'application', 'where it is mended');
  await expect.element(there.getByText(NO_ADDRESS)).not.toBeInTheDocument();
});
