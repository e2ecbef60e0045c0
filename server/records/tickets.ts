import type { ColumnType, Generated } from 'kysely';
import type { PictureType } from '#contract/pictures.ts';
import type { RelationType } from '#contract/relations.ts';
import type { Instant } from '#contract/scalars.ts';
import type { Category, Priority, Status } from '#contract/tickets.ts';
import type { Flag } from './flag.ts';

export interface ProjectTable {
  id: string;
  name: string;
  description: string | null;
  color: string;
  icon_filename: string | null;
  icon_type: PictureType | null;
  created_at: Instant;
}

export interface TicketTable {
  id: string;
  number: number;
  title: string;
  description: string;
  steps_to_reproduce: string | null;
  expected_result: string | null;
  actual_result: string | null;
  environment: string | null;
  category: Category;
  urgency_reporter: Priority;
  priority: Priority;
  /** 4 for critical down to 1 for low, so that priorities sort. */
  priority_rank: number;
  status: Status;
  /** When it came to have this status. */
  status_since: Instant;
  project_id: string | null;
  reporter_id: string;
  assignee_id: string | null;
  planned_date: string | null;
  estimated_hours: number | null;
  order_index: number;
  internal_note: string | null;
  created_at: Instant;
  updated_at: Instant;
  closed_at: Instant | null;
  /** When the reporter wrote the first public comment that no developer has answered yet. */
  awaiting_reply_since: Generated<Instant | null>;
  version: number;
  /** Version and last update as its reporter may know them: what only developers read moves neither. */
  public_version: number;
  public_updated_at: Instant;
  /** Whether it has ever left `closed`. */
  was_closed: ColumnType<0 | 1, boolean | undefined, boolean>;
  /** The number of recorded events of this ticket: the `seq` of the newest. */
  event_seq: number;
  /** The closure summary, when every reader of the ticket may read it. */
  summary_comment_id: Generated<string | null>;
}

export interface HistoryTable {
  id: string;
  ticket_id: string;
  field: string;
  old_value: string | null;
  new_value: string | null;
  user_id: string | null;
  created_at: Instant;
  /** Only developers read it, whatever its field is. */
  is_internal: Flag;
  /** The name of the token by which a program did it; null when the person did. */
  via: string | null;
}

export interface CommentTable {
  id: string;
  ticket_id: string;
  user_id: string;
  content: string;
  type: 'comment' | 'question' | 'answer';
  is_internal: Flag;
  is_closure_summary: Flag;
  is_developer: Flag;
  parent_id: string | null;
  created_at: Instant;
  /** When its text was last replaced; null until then. */
  edited_at: Instant | null;
}

/** A text that a comment had until somebody replaced it. */
export interface CommentEditTable {
  id: string;
  comment_id: string;
  content: string;
  edited_by: string;
  edited_at: Instant;
}

/** A comment that was changed lately. */
export interface ChangedCommentTable {
  comment_id: string;
  /** Grows with each change. */
  revision: number;
  changed_by: string;
  changed_at: Instant;
}

export interface AttachmentTable {
  id: string;
  ticket_id: string;
  /** The comment that it came with; null for one of the ticket's own. */
  comment_id: string | null;
  /** As its comment, which never changes that. */
  is_internal: Flag;
  filename: string;
  original_name: string;
  mime_type: string;
  size: number;
  sha256: string;
  /** Pixels, as a raster image is shown; null for other files, and for those of older versions. */
  width: number | null;
  height: number | null;
  uploaded_by: string;
  created_at: Instant;
}

export interface TaskTable {
  id: string;
  user_id: string;
  title: string;
  description: string | null;
  priority: Priority;
  estimated_hours: number | null;
  planned_date: string | null;
  status: 'todo' | 'in_progress' | 'done';
  order_index: number;
  ticket_id: string | null;
  created_by: string | null;
  created_at: Instant;
  updated_at: Instant;
}

/** A link from one ticket to another. Two tickets have one link at most, in whichever direction. */
export interface RelationTable {
  from_id: string;
  to_id: string;
  relation_type: RelationType;
  created_by: string | null;
  created_at: Instant;
}

export interface ReferenceTable {
  id: string;
  ticket_id: string;
  ref_type: 'git_pr' | 'deployment' | 'monitoring' | 'other';
  url: string;
  title: string | null;
  created_by: string | null;
  created_at: Instant;
}
