import { type ComponentProps, useState } from 'react';
import type { DevTask } from '../../backend/tasks.ts';
import { PRIORITIES } from '../../backend/tickets.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { classes } from '../../design/class-names.ts';
import { DayInput } from '../../design/day-input.tsx';
import { CheckBox, Field, inputClass } from '../../design/field.tsx';
import { useAttempt } from '../../design/form.tsx';
import { FormDialog, InputField, SelectField, TextAreaField } from '../../design/form-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../design/menu.tsx';
import { MoveItems, SortableRow, useSortable } from '../../design/sortable.tsx';
import { day, editableNumber, number, today } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { usePeek } from '../../ticket/peek/with-peek.tsx';
import { PrioritySign } from '../../tickets/showing/status.tsx';
import { useTaskChanges } from './task-changes.ts';

export function TaskRows({ tasks }: { tasks: DevTask[] }) {
  const { reorder } = useTaskChanges();
  const [edited, setEdited] = useState<DevTask>();
  const { said, row } = useSortable(tasks, ({ title }) => title, reorder);
  return (
    <>
      {said}
      <ol>
        {tasks.map((task, index) => (
          <TaskRow key={task.id} task={task} sorted={row(task, index)} onEdit={() => setEdited(task)} />
        ))}
      </ol>
      {edited && <TaskDialog task={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

interface TaskRowProps {
  task: DevTask;
  sorted: ComponentProps<typeof SortableRow>['sorted'];
  onEdit: () => void;
}

function TaskRow({ task, sorted, onEdit }: TaskRowProps) {
  const { setStatus, remove } = useTaskChanges();
  const { open } = usePeek();
  const late = task.planned_date !== null && task.planned_date < today();
  return (
    <SortableRow sorted={sorted}>
      <CheckBox
        checked={false}
        onChange={() => setStatus(task, 'done')}
        aria-label={t('todo.finish', { title: task.title })}
      />
      {/* On a phone the task's facts are below its title, because beside it there is no room. */}
      <div className="flex min-w-0 flex-1 items-center gap-x-3 max-md:flex-wrap max-md:gap-x-2">
        <button data-handle type="button" onClick={onEdit} className="min-w-0 flex-1 text-left max-md:basis-full">
          <span className="line-clamp-2 text-sm font-medium">{task.title}</span>
          {task.description && <span className="block truncate text-xs text-muted">{task.description}</span>}
        </button>
        {task.status === 'in_progress' && (
          <span className="shrink-0 rounded-full bg-accent-soft px-2 text-xs leading-6 font-medium text-accent-strong">
            {t('task.in_progress')}
          </span>
        )}
        {task.estimated_hours !== null && (
          <span className="shrink-0 text-xs text-muted tabular-nums">
            {t('field.hours', { count: number(task.estimated_hours) })}
          </span>
        )}
        {task.planned_date && (
          <span className={classes('shrink-0 text-xs', late ? 'font-medium text-danger' : 'text-muted')}>
            {day(task.planned_date)}
          </span>
        )}
      </div>
      {task.ticket_number !== null && (
        <Button look="quiet" small onClick={() => open(task.ticket_number as number)} className="tabular-nums">
          #{task.ticket_number}
        </Button>
      )}
      <span className="max-md:hidden">
        <PrioritySign priority={task.priority} />
      </span>
      <Menu
        align="end"
        label={task.title}
        trigger={<IconButton icon="more" small label={t('todo.more', { title: task.title })} />}
      >
        {task.status === 'todo' ? (
          <MenuItem icon="clock" onSelect={() => setStatus(task, 'in_progress')}>
            {t('todo.start')}
          </MenuItem>
        ) : (
          <MenuItem icon="clock" onSelect={() => setStatus(task, 'todo')}>
            {t('todo.pause')}
          </MenuItem>
        )}
        <MenuItem icon="edit" onSelect={onEdit}>
          {t('action.edit')}
        </MenuItem>
        <MoveItems sorted={sorted} />
        <MenuSeparator />
        <MenuItem icon="trash" danger onSelect={() => remove(task)}>
          {t('action.delete')}
        </MenuItem>
      </Menu>
    </SortableRow>
  );
}

function TaskDialog({ task, onClose }: { task: DevTask; onClose: () => void }) {
  const { change } = useTaskChanges();
  const [title, setTitle] = useState(task.title);
  const [description, setDescription] = useState(task.description ?? '');
  const [priority, setPriority] = useState(task.priority);
  const [planned, setPlanned] = useState(task.planned_date ?? '');
  const [hours, setHours] = useState(task.estimated_hours === null ? '' : editableNumber(task.estimated_hours));

  const saving = useAttempt(async () => {
    const estimate = hours.trim() === '' ? null : Number(hours.replace(',', '.'));
    const changed = await change(task, {
      title: title.trim(),
      description: description.trim() || null,
      priority,
      planned_date: planned || null,
      estimated_hours: estimate,
    });
    if (changed) onClose();
  });

  return (
    <FormDialog onClose={onClose} title={t('todo.edit')} attempt={saving}>
      <InputField name="title" label={t('field.title')} minLength={3} longest={200} value={title} onChange={setTitle} />
      <TextAreaField
        name="description"
        label={t('field.description')}
        optional={t('field.optional')}
        value={description}
        onChange={setDescription}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <SelectField
          label={t('field.priority')}
          value={priority}
          onChoose={setPriority}
          choices={PRIORITIES.map((value) => ({ value, label: t(`priority.${value}`) }))}
        />
        <Field label={t('field.planned_date')}>
          {(field) => (
            <DayInput
              {...field}
              className={inputClass}
              value={planned}
              onChange={(event) => setPlanned(event.target.value)}
            />
          )}
        </Field>
        <InputField
          name="estimated_hours"
          label={`${t('field.estimated_hours')} (h)`}
          inputMode="decimal"
          pattern="\d+([.,]\d*)?"
          value={hours}
          onChange={setHours}
        />
      </div>
    </FormDialog>
  );
}
