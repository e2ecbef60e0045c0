import type { ReactNode } from 'react';

/** A fault that does not stop the user, and the action that mends it. */
export function Warning({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning"
    >
      <p className="min-w-0 flex-1 basis-60">{text}</p>
      {action}
    </div>
  );
}
