/** Says that something was refused, and why. `about` names the thing: "#12". */
import { Refusal } from '../backend/client.ts'
import { codeOf, reason } from './feedback.tsx'
import { toast } from './toast.tsx'

export function refuse(error: unknown, about?: string): void {
  // The dialog that asks to sign in again says it already.
  if (error instanceof Refusal && error.code === 'unauthorized') return
  const code = codeOf(error)
  toast({
    tone: 'refused',
    text: about ? `${about}: ${reason(error)}` : reason(error),
    ...(code ? { small: code } : {}),
  })
}
