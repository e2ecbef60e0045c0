import type { DevTask } from '../../backend/tasks.ts';
import { CheckBox } from '../../design/field.tsx';
import { Section } from '../../design/page.tsx';
import { ago, moment } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { useTaskChanges } from './task-changes.ts';

export function DoneTasks({ tasks }: { tasks: DevTask[] }) {
  const { setStatus } = useTaskChanges();
  return (
    <Section title={t('todo.doneTitle')} count={tasks.length}>
      <ul>
        {tasks.map((task) => (
          <li
            key={task.id}
            className="flex min-h-11 items-center gap-3 border-b border-line px-3 last:border-b-0 md:px-5"
          >
            <CheckBox
              checked
              onChange={() => setStatus(task, 'todo')}
              aria-label={t('todo.reopen', { title: task.title })}
            />
            <span className="min-w-0 flex-1 truncate text-sm text-muted line-through">{task.title}</span>
            <time dateTime={task.updated_at} title={moment(task.updated_at)} className="text-xs text-muted">
              {ago(task.updated_at)}
            </time>
          </li>
        ))}
      </ul>
    </Section>
  );
}
