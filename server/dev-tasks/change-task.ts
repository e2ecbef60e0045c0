import type { TaskChange } from '../../contract/dev-tasks.ts';
import { BY_HAND, recordSync } from '../linked-tasks/sync-task.ts';
import type { Work } from '../work.ts';
import { findTask, holdTask } from './find-task.ts';
import type { NumberedTask } from './task-store.ts';

/** Changes one of the caller's tasks by hand. @throws Failure `task_not_found`. */
export async function changeTask(work: Work, id: string, changes: TaskChange): Promise<NumberedTask> {
  const { task, ticket } = await holdTask(work, id);
  const wanted = changes.description === '' ? { ...changes, description: null } : changes;
  const set = Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => task[field as keyof NumberedTask] !== value),
  );
  if (Object.keys(set).length === 0) return task;
  await work.tasks.change(id, { ...set, updated_at: work.now });
  if (ticket) await recordSync(work, ticket, id, BY_HAND);
  return findTask(work, id);
}

/** Removes one of the caller's tasks. Its ticket makes a new one at its next change of status or assignee. */
export async function removeTask(work: Work, id: string): Promise<void> {
  const { ticket } = await holdTask(work, id);
  await work.tasks.remove(id);
  if (ticket) await recordSync(work, ticket, id, { ...BY_HAND, ensured: false });
}
