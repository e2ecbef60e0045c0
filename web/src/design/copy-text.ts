import { toast } from './toast.tsx';

/** Copies a text, and says so. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ text: done });
  } catch {
    // Outside a secure context the browser has no clipboard; the user can select the text.
  }
}
