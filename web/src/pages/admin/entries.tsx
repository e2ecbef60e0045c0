/** Lists of the service's work: their state, and entries that fold out. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import type { readAdminSearch } from '../../address-search.ts';
import type { AdminSection } from '../../administration/sections.ts';
import { classes } from '../../design/class-names.ts';
import { Icon } from '../../design/icon.tsx';

/** The search parameters of a section, and a function that changes them. */
export function useSectionSearch(section: AdminSection) {
  const search = useSearch({ from: '/signed-in/admin/$section' });
  const navigate = useNavigate();
  const go = (next: ReturnType<typeof readAdminSearch>) =>
    navigate({ to: '/admin/$section', params: { section }, search: next, replace: true, resetScroll: false });
  return [search, go] as const;
}

/** Whether all is well, in a sentence and what there is to add. */
export const HealthNote = ({ well, title, children }: { well: boolean; title: string; children: ReactNode }) => (
  <div
    className={`flex items-start gap-3 px-4 py-3 text-sm md:px-5 ${well ? 'bg-success-soft text-success' : 'bg-warning-soft text-warning'}`}
  >
    <Icon name={well ? 'check' : 'warning'} />
    <div>
      <p className="font-semibold">{title}</p>
      {children}
    </div>
  </div>
);

interface FoldOutProps extends Omit<ComponentProps<'button'>, 'className'> {
  open: boolean;
  /** The content below the line while it is open. */
  detail: ReactNode;
}

/** An entry of one line, which unfolds its detail. */
export const FoldOut = ({ open, detail, children, ...button }: FoldOutProps) => (
  <li className="border-b border-line last:border-b-0">
    <button
      type="button"
      aria-expanded={open}
      {...button}
      className="flex min-h-12 w-full items-center gap-3 px-4 py-2 text-left text-sm hover:bg-hover md:px-5"
    >
      <Icon name="right" size={16} className={classes('text-muted transition-transform', open && 'rotate-90')} />
      {children}
    </button>
    {open && detail}
  </li>
);

/** In which state an entry is. */
export const State = ({ tone, children }: { tone: string; children: string }) => (
  <span className={`shrink-0 rounded-full px-2 text-xs leading-6 font-medium ${tone}`}>{children}</span>
);

interface FactsProps {
  /** Names with values; one without a value is left out. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** The class of the values. */
  look: string;
}

export const Facts = ({ facts, look }: FactsProps) => (
  <dl className="grid grid-cols-[9rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
    {facts.map(([name, value]) =>
      value === null ? null : (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className={look}>{value}</dd>
        </div>
      ),
    )}
  </dl>
);

/** A ticket that an entry is about; null for none. */
export const linkToTicket = (number: number | null): ReactNode =>
  number === null ? null : (
    <Link to="/t/$number" params={{ number: String(number) }} className="text-accent underline underline-offset-2">
      #{number}
    </Link>
  );
