/** How the user has laid out the rows of tickets on this device: how high they are, and which columns they have. */
import type { FieldName } from '../../backend/fields.ts';
import { observable, useObservable } from '../../observable/observable.ts';
import { useIsDeveloper } from '../../session/me.ts';
import { local } from '../../storage.ts';

export const DENSITIES = ['roomy', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** In the order in which they are shown. */
export const COLUMNS = ['reporter', 'comments', 'files', 'age', 'changed', 'waiting', 'due', 'planned'] as const;
export type RowColumn = (typeof COLUMNS)[number];

/** More leave no room for titles. */
export const MOST_FIELD_COLUMNS = 3;
export const MOST_CARD_FIELDS = 2;

export interface RowLayout {
  /** undefined until the user has chosen: developers then have compact rows. */
  readonly density: Density | undefined;
  readonly columns: readonly (RowColumn | FieldName)[];
  /** The fields that cards of the board show. */
  readonly cardFields: readonly FieldName[];
}

/** How high a row is, in pixels, with its line below. */
export const ROW_HEIGHT: Record<Density, number> = { roomy: 56, compact: 36 };

const PLACE = 'kwit.rows';
const USUAL: RowLayout = {
  density: undefined,
  columns: ['reporter', 'comments', 'changed', 'waiting', 'due', 'planned'],
  cardFields: [],
};

const isFieldName = (name: unknown): name is FieldName => /^field\.[a-z][a-z0-9_]*$/.test(String(name));
export const fieldNames = (names: readonly unknown[]): FieldName[] => names.filter(isFieldName);

/** The layout that a text keeps; the usual one where it keeps none, as after another version or by another hand. */
export function layoutIn(text: string | null): RowLayout {
  try {
    const { density, columns, cardFields } = JSON.parse(text ?? '{}') as Record<keyof RowLayout, unknown>;
    return {
      density: DENSITIES.find((candidate) => candidate === density) ?? USUAL.density,
      columns: Array.isArray(columns)
        ? [...COLUMNS.filter((column) => columns.includes(column)), ...fieldNames(columns)]
        : USUAL.columns,
      cardFields: Array.isArray(cardFields) ? fieldNames(cardFields) : [],
    };
  } catch {
    return USUAL;
  }
}

const layout = observable<RowLayout>(layoutIn(local.get(PLACE)));

export function useRowLayout(): RowLayout & { density: Density } {
  const { density, ...shown } = useObservable(layout);
  const usual = useIsDeveloper() ? 'compact' : 'roomy';
  return { density: density ?? usual, ...shown };
}

export function layRowsOut(change: Partial<RowLayout>): void {
  const next = { ...layout.get(), ...change };
  layout.set(next);
  local.set(PLACE, JSON.stringify(next));
}

/** Adds a column, or takes it away. */
export function toggleColumn(column: RowColumn | FieldName, shown: boolean): void {
  const { columns } = layout.get();
  const others = columns.filter((candidate) => candidate !== column);
  const next = shown ? [...others, column] : others;
  layRowsOut({ columns: [...COLUMNS.filter((item) => next.includes(item)), ...fieldNames(next)] });
}
