import type { ViewPage } from '../../../contract/views.ts'
import type { Instant } from '../../clock.ts'

export interface ViewTable {
  id: string
  /** Whose it is, and who alone knows of it. */
  user_id: string
  name: string
  page: ViewPage
  query: string
  created_at: Instant
}
