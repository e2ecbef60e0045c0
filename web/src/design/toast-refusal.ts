/** Says that something was refused, and why. `about` names the thing: "#12". */
import { Refusal } from '../backend/client.ts'
import { refusalCode, refusalText } from './feedback.tsx'
import { toast } from './toast.tsx'

export function toastRefusal(error: unknown, about?: string): void {
  // The dialog that asks to sign in again says it already.
  if (error instanceof Refusal && error.code === 'unauthorized') return
  const code = refusalCode(error)
  toast({
    tone: 'refused',
    text: about ? `${about}: ${refusalText(error)}` : refusalText(error),
    ...(code ? { small: code } : {}),
  })
}
