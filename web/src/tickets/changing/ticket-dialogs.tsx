import { useCallback, useState } from 'react';
import { useFirstSign } from '../../design/use-first-sign.ts';
import { askToClose, useClosingRequest } from '../closing/closing-request.ts';
import { useChoosing } from './choosing-request.ts';

interface Loaded {
  Closing: typeof import('../closing/closing-dialog.tsx').ClosingForm;
  Choosing: typeof import('./chooser.tsx').Chooser;
}

async function load(): Promise<Loaded> {
  const [{ ClosingForm }, { Chooser }] = await Promise.all([
    import('../closing/closing-dialog.tsx'),
    import('./chooser.tsx'),
  ]);
  return { Closing: ClosingForm, Choosing: Chooser };
}

/** The dialogs that any page may open. One that the user asks for while the code loads is shown when it is there. */
export function TicketDialogs() {
  const ticket = useClosingRequest();
  const choosing = useChoosing();
  const [loaded, setLoaded] = useState<Loaded>();
  useFirstSign(useCallback(async () => setLoaded(await load()), []));
  if (!loaded) return null;
  return (
    <>
      {ticket && <loaded.Closing key={ticket.id} ticket={ticket} onClose={() => askToClose(undefined)} />}
      {choosing && <loaded.Choosing choosing={choosing} />}
    </>
  );
}
