import type { DevTask, TaskChange, TaskDraft, TaskList, TaskOrder } from '../../../contract/dev-tasks.ts';
import { write } from './client.ts';
import { readQuery } from './queries.ts';

export type { DevTask, TaskChange, TaskDraft, TaskList };

export const tasksQuery = readQuery(['tasks'], '/dev-tasks');

export const createTask = (draft: TaskDraft) => write('POST', '/dev-tasks', { json: draft });
export const changeTask = (id: string, change: TaskChange) => write('PATCH', `/dev-tasks/${id}`, { json: change });
export const deleteTask = (id: string) => write('DELETE', `/dev-tasks/${id}`);
export const reorderTasks = (order: TaskOrder['order']) => write('POST', '/dev-tasks/reorder', { json: { order } });
