import { useEffect, useState } from 'react'
import { askToClose, useClosingRequest } from '../closing/closing-request.ts'
import { useChoosing } from './choosing-request.ts'

interface Loaded {
  Closing: typeof import('../closing/closing-dialog.tsx').ClosingForm
  Choosing: typeof import('./chooser.tsx').Chooser
}

/**
 * The dialogs that any page may open. Their code loads after the page, so that it is there before the user presses a
 * key.
 */
export function TicketDialogs() {
  const ticket = useClosingRequest()
  const choosing = useChoosing()
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    Promise.all([import('../closing/closing-dialog.tsx'), import('./chooser.tsx')]).then(
      ([{ ClosingForm }, { Chooser }]) => setLoaded({ Closing: ClosingForm, Choosing: Chooser }),
    )
  }, [])
  if (!loaded) return null
  return (
    <>
      {ticket && <loaded.Closing key={ticket.id} ticket={ticket} onClose={() => askToClose(undefined)} />}
      {choosing && <loaded.Choosing choosing={choosing} />}
    </>
  )
}
