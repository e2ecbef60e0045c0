/** How the user has laid out the rows of tickets on this device: how high they are, and which columns they have. */
import { observable, useObservable } from '../../observable/observable.ts';
import { useIsDeveloper } from '../../session/me.ts';
import { local } from '../../storage.ts';

export const DENSITIES = ['roomy', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** In the order in which they are shown. */
export const COLUMNS = ['reporter', 'comments', 'files', 'age', 'waiting', 'due', 'planned'] as const;
export type RowColumn = (typeof COLUMNS)[number];

export interface RowLayout {
  /** undefined until the user has chosen: developers then have compact rows. */
  readonly density: Density | undefined;
  readonly columns: readonly RowColumn[];
}

/** How high a row is, in pixels, with its line below. */
export const ROW_HEIGHT: Record<Density, number> = { roomy: 56, compact: 36 };

const PLACE = 'kwit.rows';
const USUAL: RowLayout = { density: undefined, columns: ['reporter', 'comments', 'waiting', 'due', 'planned'] };

/** The layout that a text keeps; the usual one where it keeps none, as after another version or by another hand. */
export function layoutIn(text: string | null): RowLayout {
  try {
    const kept = JSON.parse(text ?? '{}') as { density?: unknown; columns?: unknown };
    const { columns } = kept;
    return {
      density: DENSITIES.find((one) => one === kept.density) ?? USUAL.density,
      columns: Array.isArray(columns) ? COLUMNS.filter((one) => columns.includes(one)) : USUAL.columns,
    };
  } catch {
    return USUAL;
  }
}

const layout = observable<RowLayout>(layoutIn(local.get(PLACE)));

export function useRowLayout(): RowLayout & { density: Density } {
  const { density, columns } = useObservable(layout);
  const usual = useIsDeveloper() ? 'compact' : 'roomy';
  return { density: density ?? usual, columns };
}

export function layRowsOut(change: Partial<RowLayout>): void {
  const next = { ...layout.get(), ...change };
  layout.set(next);
  local.set(PLACE, JSON.stringify(next));
}

/** Adds a column, or takes it away. */
export function toggleColumn(column: RowColumn, shown: boolean): void {
  const { columns } = layout.get();
  layRowsOut({ columns: COLUMNS.filter((one) => (one === column ? shown : columns.includes(one))) });
}
