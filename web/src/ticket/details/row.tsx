import type { ReactNode } from 'react';

/** One line of the details: what it is, and its value. */
export function DetailRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 items-center not-in-[.stacked]:grid not-in-[.stacked]:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-sm text-muted in-[.stacked]:px-2 in-[.stacked]:text-xs">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
