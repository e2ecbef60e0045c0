import type { ReactNode } from 'react';
import { number } from '../texts/dates.ts';

interface TableProps {
  caption: string;
  heads: readonly string[];
  /** The places of the heads of numbers, whose cells are `numeric`; from 0. */
  numeric?: readonly number[];
  children: ReactNode;
}

/** A table that scrolls sideways in a narrow window. */
export function Table({ caption, heads, numeric = [], children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-left text-sm wrap-normal">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            {heads.map((head, place) => (
              <th
                key={head}
                scope="col"
                className={`px-4 py-2 font-medium whitespace-nowrap first:md:pl-5 ${numeric.includes(place) ? 'text-right' : ''}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

export const TableRow = ({ children }: { children: ReactNode }) => (
  <tr className="border-b border-line last:border-b-0 hover:bg-hover">{children}</tr>
);

/** A cell of a table. A whole number has its thousands apart; what only names something comes as text. */
export const Cell = ({ children, numeric }: { children: ReactNode; numeric?: boolean }) => (
  <td className={`px-4 py-2 align-middle first:md:pl-5 ${numeric ? 'text-right tabular-nums whitespace-nowrap' : ''}`}>
    {typeof children === 'number' ? number(children, 0) : children}
  </td>
);
