import type { Instant } from '#contract/scalars.ts';
import type { Category, Priority } from '#contract/tickets.ts';
import type { Flag } from './flag.ts';

export interface TemplateTable {
  id: string;
  name: string;
  /** null when the template is for tickets of any project. */
  project_id: string | null;
  category: Category;
  urgency_reporter: Priority;
  title_template: string;
  description_template: string;
  /** JSON: an array of texts. */
  checklist_items: string;
  is_active: Flag;
  created_at: Instant;
  updated_at: Instant;
}
