import { queryOptions } from '@tanstack/react-query';
import type { ActiveTasks, DevTask, TaskChange, TaskDraft, TaskList, TaskOrder } from '../../../contract/dev-tasks.ts';
import { get, write } from './client.ts';

export type { DevTask, TaskChange, TaskDraft, TaskList };

export const tasksQuery = queryOptions({
  queryKey: ['tasks'],
  queryFn: ({ signal }) => get<TaskList>('/dev-tasks', {}, signal),
});

export const createTask = (draft: TaskDraft) => write<DevTask>('POST', '/dev-tasks', { json: draft });
export const changeTask = (id: string, change: TaskChange) =>
  write<DevTask>('PATCH', `/dev-tasks/${id}`, { json: change });
export const deleteTask = (id: string) => write<void>('DELETE', `/dev-tasks/${id}`);
export const reorderTasks = (order: TaskOrder['order']) =>
  write<ActiveTasks>('POST', '/dev-tasks/reorder', { json: { order } });
