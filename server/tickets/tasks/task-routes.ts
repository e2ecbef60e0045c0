import { ActiveTasks, DevTask, TaskChange, TaskDraft, TaskList, TaskOrder } from '#contract/dev-tasks.ts';
import { IdPath } from '#contract/scalars.ts';
import { NoContent, operation, type Routes } from '#platform/serving';
import type { NumberedTask } from '../task-store.ts';
import { addTask, changeTask, listTasks, removeTask, reorderTasks } from './tasks.ts';

const described = { tag: "Developers' to-do list", access: 'developer' } as const;
const reads = { ...described, scope: 'read' } as const;
const writes = { ...described, scope: 'write' } as const;

/** The list shows this many of the tasks that are done. */
const DONE_SHOWN = 20;

const listing = operation({
  operationId: 'listTasks',
  ...reads,
  summary: 'Read your to-do list',
  cacheable: true,
  answers: { 200: TaskList },
});

const adding = operation({
  operationId: 'addTask',
  ...writes,
  summary: 'Add a task, for a ticket or by itself',
  body: TaskDraft,
  answers: { 200: DevTask, 201: DevTask },
  refuses: ['too_many_requests', 'ticket_not_found', 'ticket_not_available'],
});

const changing = operation({
  operationId: 'changeTask',
  ...writes,
  summary: 'Change one of your tasks',
  params: IdPath,
  body: TaskChange,
  answers: { 200: DevTask },
  refuses: ['too_many_requests', 'task_not_found'],
});

const removing = operation({
  operationId: 'removeTask',
  ...writes,
  summary: 'Remove one of your tasks',
  params: IdPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'task_not_found'],
});

const reordering = operation({
  operationId: 'reorderTasks',
  ...writes,
  summary: 'Put your tasks in another order',
  body: TaskOrder,
  answers: { 200: ActiveTasks },
  refuses: ['too_many_requests', 'task_not_found'],
});

/** The task of a ticket counts as its owner's, no matter who assigned the ticket. */
const viewTask = ({ user_id: owner, ...task }: NumberedTask): DevTask =>
  task.ticket_id === null ? task : { ...task, created_by: owner };

export async function taskRoutes(routes: Routes): Promise<void> {
  routes.get('/api/dev-tasks', listing, (request) =>
    request.read(async (work) => {
      const { active, done } = await listTasks(work, DONE_SHOWN);
      return { active: active.map(viewTask), done: done.map(viewTask) };
    }),
  );

  routes.post('/api/dev-tasks', adding, async (request, reply) => {
    const { task, isNew } = await request.write((work) => addTask(work, request.body));
    reply.code(isNew ? 201 : 200);
    return viewTask(task);
  });

  routes.post('/api/dev-tasks/reorder', reordering, async (request) => {
    const tasks = await request.write((work) => reorderTasks(work, request.body));
    return { active: tasks.map(viewTask) };
  });

  routes.patch('/api/dev-tasks/:id', changing, async (request) =>
    viewTask(await request.write((work) => changeTask(work, request.params.id, request.body))),
  );

  routes.delete('/api/dev-tasks/:id', removing, (request) =>
    request.write((work) => removeTask(work, request.params.id)),
  );
}
