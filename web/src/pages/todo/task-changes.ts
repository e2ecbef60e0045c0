import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { enqueue, hasPendingChange } from '../../backend/change-queue.ts';
import {
  changeTask,
  type DevTask,
  deleteTask,
  reorderTasks,
  type TaskChange,
  type TaskList,
  tasksQuery,
} from '../../backend/tasks.ts';
import { toast, toastRefusal } from '../../design/toast.tsx';
import { t } from '../../texts/texts.ts';
import { undoOf } from '../../tickets/changing/undo.ts';

const KEY = tasksQuery.queryKey;
const STEP = 1000;

/** Shows the list as it will be and does the work. Rolls back, with a toast, when the service refuses. */
async function applyOptimistically(
  client: QueryClient,
  shown: (list: TaskList) => TaskList,
  work: () => Promise<unknown>,
): Promise<{ readonly answer: unknown } | undefined> {
  await client.cancelQueries({ queryKey: KEY });
  const before = client.getQueryData(KEY);
  client.setQueryData(KEY, (list) => list && shown(list));
  try {
    return { answer: await enqueue('tasks', work) };
  } catch (error) {
    client.setQueryData(KEY, before);
    toastRefusal(error);
    return undefined;
  } finally {
    if (!hasPendingChange('tasks')) client.invalidateQueries({ queryKey: KEY });
  }
}

const without = (list: DevTask[], task: DevTask) => list.filter((other) => other.id !== task.id);

export function useTaskChanges() {
  const client = useQueryClient();

  const change = (task: DevTask, changes: TaskChange) => {
    const changed = { ...task, ...changes } as DevTask;
    const place = (list: TaskList): TaskList => {
      if (changed.status === task.status) {
        return { ...list, active: list.active.map((other) => (other.id === task.id ? changed : other)) };
      }
      if (changed.status === 'done')
        return { active: without(list.active, task), done: [changed, ...without(list.done, task)] };
      if (task.status === 'done') return { active: [...list.active, changed], done: without(list.done, task) };
      return { ...list, active: list.active.map((other) => (other.id === task.id ? changed : other)) };
    };
    return applyOptimistically(client, place, () => changeTask(task.id, changes));
  };

  const setStatus = async (task: DevTask, status: DevTask['status']) => {
    const changed = await change(task, { status });
    const text = t(status === 'done' ? 'todo.done' : 'todo.reopened', { title: task.title });
    if (changed) toast({ text, ...undoOf(client, changed.answer) });
  };

  const reorder = (order: DevTask[]) => {
    const placed = order.map((task, index) => ({ ...task, order_index: (index + 1) * STEP }));
    return applyOptimistically(
      client,
      (list) => ({ ...list, active: placed }),
      () => reorderTasks(placed.map(({ id, order_index }) => ({ id, order_index }))),
    );
  };

  const remove = async (task: DevTask) => {
    const gone = await applyOptimistically(
      client,
      (list) => ({ active: without(list.active, task), done: without(list.done, task) }),
      () => deleteTask(task.id),
    );
    if (gone) toast({ text: t('todo.removed', { title: task.title }), ...undoOf(client, gone.answer) });
  };

  return { change, setStatus, reorder, remove };
}
