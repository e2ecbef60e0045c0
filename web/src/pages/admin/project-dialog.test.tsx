import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw, service } from '../../testing/render.tsx';
import { ProjectDialog } from './project-dialog.tsx';

test('the dialog says beside the icon that the service refused it, and does not create the project twice', async () => {
  const requests = service({
    'POST /projects': { id: 'p' },
    'POST /projects/p/icon': { refused: 400, error: 'unsupported_file_type' },
    'PATCH /projects/p': { id: 'p' },
  });
  const close = vi.fn();
  await draw(<ProjectDialog project={undefined} onClose={close} onSaved={() => {}} />);
  await page.getByLabelText('Name').fill('Fleet');
  const picker = document.querySelector<HTMLInputElement>('dialog input[type=file]');
  const files = new DataTransfer();
  files.items.add(new File(['<html>'], 'icon.png', { type: 'image/png' }));
  if (picker) picker.files = files.files;
  picker?.dispatchEvent(new Event('change', { bubbles: true }));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Files of this type cannot be attached.')).toBeVisible();
  expect(close).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Remove the icon' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => close.mock.calls.length).toBe(1);
  const writes = requests.filter(({ method }) => method !== 'GET');
  expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /projects',
    'POST /projects/p/icon',
    'PATCH /projects/p',
    'DELETE /projects/p/icon',
  ]);
});
