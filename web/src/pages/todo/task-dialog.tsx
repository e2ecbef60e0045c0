import { type FormEvent, useState } from 'react';
import type { DevTask } from '../../backend/tasks.ts';
import { PRIORITIES } from '../../backend/tickets.ts';
import { Button } from '../../design/button.tsx';
import { DayInput } from '../../design/day-input.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx';
import { Field, Input, inputClass, TextArea } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { editableNumber } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { useTaskChanges } from './task-changes.ts';

export function TaskDialog({ task, onClose }: { task: DevTask; onClose: () => void }) {
  const { change } = useTaskChanges();
  const [title, setTitle] = useState(task.title);
  const [description, setDescription] = useState(task.description ?? '');
  const [priority, setPriority] = useState(task.priority);
  const [planned, setPlanned] = useState(task.planned_date ?? '');
  const [hours, setHours] = useState(task.estimated_hours === null ? '' : editableNumber(task.estimated_hours));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const estimate = hours.trim() === '' ? null : Number(hours.replace(',', '.'));
    if (title.trim().length < 3 || Number.isNaN(estimate)) return;
    change(task, {
      title: title.trim(),
      description: description.trim() || null,
      priority,
      planned_date: planned || null,
      estimated_hours: estimate,
    });
    onClose();
  };

  return (
    <Dialog open onClose={onClose} title={t('todo.edit')}>
      <form onSubmit={submit} className="contents">
        <DialogBody>
          <Field label={t('field.title')}>
            {(field) => (
              <Input
                {...field}
                minLength={3}
                longest={200}
                value={title}
                onChange={(event) => setTitle(event.target.value)}
              />
            )}
          </Field>
          <Field label={t('field.description')} optional={t('field.optional')}>
            {(field) => (
              <TextArea {...field} value={description} onChange={(event) => setDescription(event.target.value)} />
            )}
          </Field>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
            <Field label={t('field.priority')}>
              {({ id }) => (
                <Select
                  label={t('field.priority')}
                  id={id}
                  value={priority}
                  onChoose={setPriority}
                  choices={PRIORITIES.map((value) => ({ value, label: t(`priority.${value}`) }))}
                />
              )}
            </Field>
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
            <Field label={`${t('field.estimated_hours')} (h)`}>
              {(field) => (
                <Input
                  {...field}
                  inputMode="decimal"
                  value={hours}
                  onChange={(event) => setHours(event.target.value)}
                />
              )}
            </Field>
          </div>
        </DialogBody>
        <DialogFooter>
          <Button look="quiet" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" look="primary">
            {t('action.save')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
