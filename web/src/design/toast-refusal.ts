/** Shows in a toast why the service refused. `about` names what it refused to change, such as "#12". */
import { KwitError } from '../backend/client.ts';
import { refusalCode, refusalText } from './feedback.tsx';
import { toast } from './toast.tsx';

export function toastRefusal(error: unknown, about?: string): void {
  // The dialog for signing in again says so already.
  if (error instanceof KwitError && error.code === 'unauthorized') return;
  const code = refusalCode(error);
  toast({
    tone: 'refused',
    text: about ? `${about}: ${refusalText(error)}` : refusalText(error),
    ...(code ? { small: code } : {}),
  });
}
