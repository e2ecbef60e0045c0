import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { projectsQuery } from '../../backend/projects.ts';
import {
  changeTemplate,
  createTemplate,
  draftOf,
  type TemplateFields,
  type TicketTemplate,
} from '../../backend/templates.ts';
import { CATEGORIES, PRIORITIES } from '../../backend/tickets.ts';
import { Button } from '../../design/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx';
import { refusalText } from '../../design/feedback.tsx';
import { Field, Input, Switch, TextArea } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { t } from '../../texts/texts.ts';

const BLANK: TemplateFields = {
  name: '',
  project_id: null,
  category: 'other',
  urgency_reporter: 'normal',
  title_template: '',
  description_template: '',
  checklist_items: [],
  is_active: true,
};
const ITEMS = 12;

interface TemplateDialogProps {
  template: TicketTemplate | undefined;
  onClose: () => void;
  onSaved: () => void;
}

export function TemplateDialog({ template, onClose, onSaved }: TemplateDialogProps) {
  const projects = useQuery(projectsQuery).data ?? [];
  const [draft, setDraft] = useState<TemplateFields>(template ? draftOf(template) : BLANK);
  const [problem, setProblem] = useState<string>();
  const set = (change: Partial<TemplateFields>) => setDraft((old) => ({ ...old, ...change }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const items = draft.checklist_items.map((item) => item.trim()).filter(Boolean);
    try {
      if (template) await changeTemplate(template.id, { ...draft, checklist_items: items });
      else await createTemplate({ ...draft, checklist_items: items });
      onSaved();
    } catch (error) {
      setProblem(refusalText(error));
    }
  };
  return (
    <Dialog open wide onClose={onClose} title={template ? template.name : t('template.new')}>
      <form onSubmit={submit} className="contents">
        <DialogBody>
          <Field label={t('template.name')} error={problem}>
            {(field) => (
              <Input
                {...field}
                required
                longest={120}
                value={draft.name}
                onChange={(event) => set({ name: event.target.value })}
              />
            )}
          </Field>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
            <Field label={t('field.category')}>
              {({ id }) => (
                <Select
                  label={t('field.category')}
                  id={id}
                  value={draft.category}
                  onChoose={(category) => set({ category })}
                  choices={CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
                />
              )}
            </Field>
            <Field label={t('field.urgency_reporter')}>
              {({ id }) => (
                <Select
                  label={t('field.urgency_reporter')}
                  id={id}
                  value={draft.urgency_reporter}
                  onChoose={(urgency_reporter) => set({ urgency_reporter })}
                  choices={PRIORITIES.map((value) => ({ value, label: t(`urgency.${value}`) }))}
                />
              )}
            </Field>
            <Field label={t('field.project')}>
              {({ id }) => (
                <Select
                  label={t('field.project')}
                  id={id}
                  value={draft.project_id ?? ''}
                  onChoose={(value) => set({ project_id: value || null })}
                  choices={[
                    { value: '', label: t('template.anyProject') },
                    ...projects.map((one) => ({ value: one.id, label: one.name })),
                  ]}
                />
              )}
            </Field>
          </div>
          <Field label={t('field.title')}>
            {(field) => (
              <Input
                {...field}
                longest={300}
                value={draft.title_template}
                onChange={(event) => set({ title_template: event.target.value })}
              />
            )}
          </Field>
          <Field label={t('field.description')}>
            {(field) => (
              <TextArea
                {...field}
                longest={20_000}
                value={draft.description_template}
                onChange={(event) => set({ description_template: event.target.value })}
              />
            )}
          </Field>
          <Field label={t('template.checklist')} hint={t('template.checklistHint', { count: ITEMS })}>
            {(field) => (
              <TextArea
                {...field}
                value={draft.checklist_items.join('\n')}
                onChange={(event) =>
                  set({
                    checklist_items: event.target.value === '' ? [] : event.target.value.split('\n').slice(0, ITEMS),
                  })
                }
              />
            )}
          </Field>
          <Switch label={t('template.active')} checked={draft.is_active} onChange={(is_active) => set({ is_active })} />
        </DialogBody>
        <DialogFooter>
          <Button look="quiet" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" look="primary" disabled={!draft.name.trim()}>
            {t('action.save')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
