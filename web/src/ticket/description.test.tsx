import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { TicketDetail } from '../backend/tickets.ts';
import { draw, service } from '../testing/render.tsx';
import { detail } from '../testing/tickets.ts';
import { Description } from './description.tsx';
import { EmptyParts, type OptionalText } from './details/empty-parts.tsx';

function Report({ ticket }: { ticket: TicketDetail }) {
  const [writing, setWriting] = useState<OptionalText>();
  return (
    <>
      <Description ticket={ticket} writing={writing} onEnd={() => setWriting(undefined)} />
      <EmptyParts ticket={ticket} writing={writing} onWrite={setWriting} />
    </>
  );
}

test('whoever gives up a text that they began is back at the button by which they did', async () => {
  service({});
  await draw(<Report ticket={detail()} />);
  const add = page.getByRole('button', { name: 'Add to the ticket' });
  for (const key of ['{Escape}', '{Tab}{Tab}{Enter}']) {
    await add.click();
    await page.getByRole('menuitem', { name: 'Internal note' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Internal note' })).toHaveFocus();
    await userEvent.keyboard(key);
    await expect.element(add).toHaveFocus();
  }
});
