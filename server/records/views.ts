import type { Instant } from '#contract/scalars.ts';
import type { ViewPage } from '#contract/views.ts';

export interface ViewTable {
  id: string;
  /** The owner. Nobody else sees the view. */
  user_id: string;
  name: string;
  page: ViewPage;
  query: string;
  created_at: Instant;
}
