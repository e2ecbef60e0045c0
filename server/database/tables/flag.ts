import type { ColumnType } from 'kysely'

export type Flag = ColumnType<0 | 1, boolean, boolean>
