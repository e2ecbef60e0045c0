import { queryOptions } from '@tanstack/react-query';
import type { DevTask, TaskChange, TaskDraft, TaskList, TaskOrder } from '../../../contract/dev-tasks.ts';
import { get, write } from './client.ts';

export type { DevTask, TaskChange, TaskDraft, TaskList };

export const tasksQuery = queryOptions({
  queryKey: ['tasks'],
  queryFn: ({ signal }) => get('/dev-tasks', {}, signal),
});

export const createTask = (draft: TaskDraft) => write('POST', '/dev-tasks', { json: draft });
export const changeTask = (id: string, change: TaskChange) => write('PATCH', `/dev-tasks/${id}`, { json: change });
export const deleteTask = (id: string) => write('DELETE', `/dev-tasks/${id}`);
export const reorderTasks = (order: TaskOrder['order']) => write('POST', '/dev-tasks/reorder', { json: { order } });
