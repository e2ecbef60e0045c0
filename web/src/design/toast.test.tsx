import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/render.tsx';
import { Dialog } from './dialog.tsx';
import { toast } from './toast.tsx';

test('a message stands before the dialog that is open, where it can be pressed', async () => {
  await draw(
    <Dialog title="Labels" onClose={() => {}}>
      <p>None yet</p>
    </Dialog>,
  );
  await expect.element(page.getByText('None yet')).toBeVisible();
  toast({ text: 'Kwit takes no changes now' });
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(page.getByText('Kwit takes no changes now')).not.toBeInTheDocument();
});
