import { lazy, Suspense } from 'react'
import { useChoosing } from './choosing-request.ts'
import { askToClose, useClosingRequest } from './closing-request.ts'

const Closing = lazy(() => import('./closing-dialog.tsx').then(({ ClosingForm }) => ({ default: ClosingForm })))
const Choosing = lazy(() => import('./chooser.tsx').then(({ Chooser }) => ({ default: Chooser })))

/** The dialogs that any page may ask for. Loaded when they are first asked for. */
export function TicketDialogs() {
  const ticket = useClosingRequest()
  const choosing = useChoosing()
  return (
    <Suspense>
      {ticket && <Closing key={ticket.id} ticket={ticket} onClose={() => askToClose(undefined)} />}
      {choosing && <Choosing choosing={choosing} />}
    </Suspense>
  )
}
