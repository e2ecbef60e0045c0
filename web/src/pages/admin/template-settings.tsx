import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ListSection, RowButton } from '../../administration/list-section.tsx';
import { projectsQuery } from '../../backend/projects.ts';
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  draftOf,
  type TemplateFields,
  type TicketTemplate,
  templatesQuery,
} from '../../backend/templates.ts';
import { CATEGORIES, PRIORITIES } from '../../backend/tickets.ts';
import { Switch } from '../../design/field.tsx';
import { useAct, useAttempt } from '../../design/form.tsx';
import { FormDialog, InputField, SelectField, TextAreaField } from '../../design/form-dialog.tsx';
import { choicesOf } from '../../design/select.tsx';
import { toast } from '../../design/toast.tsx';
import { t } from '../../texts/texts.ts';
import { undoOf } from '../../tickets/changing/undo.ts';

export function TemplateSettings() {
  const query = useQuery(templatesQuery);
  const projects = useQuery(projectsQuery).data;
  const client = useQueryClient();
  const [edited, setEdited] = useState<TicketTemplate | 'new'>();
  const { act: remove } = useAct(
    async (template: TicketTemplate) => {
      const removed = await deleteTemplate(template.id);
      toast({ text: t('template.removed', { name: template.name }), ...undoOf(client, removed) });
    },
    ['templates'],
  );
  return (
    <ListSection
      title={t('admin.templates')}
      query={query}
      add={t('template.new')}
      onAdd={() => setEdited('new')}
      empty={t('template.none')}
      row={(template) => (
        <li
          key={template.id}
          className="flex min-h-14 items-center gap-3 border-b border-line px-4 last:border-b-0 md:px-5"
        >
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{template.name}</span>
            <span className="block truncate text-sm text-muted">
              {[
                projects?.find(({ id }) => id === template.project_id)?.name,
                t(`category.${template.category}`),
                template.checklist_items.length > 0 && t('template.items', { count: template.checklist_items.length }),
                !template.is_active && t('template.inactive'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          <RowButton icon="edit" act={t('action.edit')} name={template.name} onClick={() => setEdited(template)} />
          <RowButton icon="trash" act={t('action.delete')} name={template.name} onClick={() => remove(template)} />
        </li>
      )}
    >
      {edited && (
        <TemplateDialog
          template={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined);
            client.invalidateQueries({ queryKey: ['templates'] });
          }}
        />
      )}
    </ListSection>
  );
}

const BLANK: TemplateFields = {
  name: '',
  project_id: null,
  category: 'other',
  urgency_reporter: 'normal',
  title_template: '',
  description_template: '',
  checklist_items: [],
  fields: {},
  is_active: true,
};
const ITEMS = 12;

interface TemplateDialogProps {
  template: TicketTemplate | undefined;
  onClose: () => void;
  onSaved: () => void;
}

function TemplateDialog({ template, onClose, onSaved }: TemplateDialogProps) {
  const projects = useQuery(projectsQuery).data ?? [];
  const [draft, setDraft] = useState<TemplateFields>(template ? draftOf(template) : BLANK);
  const set = (change: Partial<TemplateFields>) => setDraft((old) => ({ ...old, ...change }));
  const saving = useAttempt(async () => {
    const items = draft.checklist_items.map((item) => item.trim()).filter(Boolean);
    if (template) await changeTemplate(template.id, { ...draft, checklist_items: items });
    else await createTemplate({ ...draft, checklist_items: items });
    onSaved();
  });
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={template ? template.name : t('template.new')}
      disabled={!draft.name.trim()}
      attempt={saving}
    >
      <InputField
        name="name"
        label={t('template.name')}
        required
        longest={120}
        value={draft.name}
        onChange={(text) => set({ name: text })}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <SelectField
          label={t('field.category')}
          value={draft.category}
          onChoose={(category) => set({ category })}
          choices={CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
        />
        <SelectField
          label={t('field.urgency_reporter')}
          value={draft.urgency_reporter}
          onChoose={(urgency_reporter) => set({ urgency_reporter })}
          choices={PRIORITIES.map((value) => ({ value, label: t(`urgency.${value}`) }))}
        />
        <SelectField
          label={t('field.project')}
          value={draft.project_id ?? ''}
          onChoose={(value) => set({ project_id: value || null })}
          choices={[{ value: '', label: t('template.anyProject') }, ...choicesOf(projects)]}
        />
      </div>
      <InputField
        name="title_template"
        label={t('field.title')}
        longest={300}
        value={draft.title_template}
        onChange={(text) => set({ title_template: text })}
      />
      <TextAreaField
        name="description_template"
        label={t('field.description')}
        longest={20_000}
        value={draft.description_template}
        onChange={(text) => set({ description_template: text })}
      />
      <TextAreaField
        name="checklist_items"
        label={t('template.checklist')}
        hint={t('template.checklistHint', { count: ITEMS })}
        value={draft.checklist_items.join('\n')}
        onChange={(text) =>
          set({
            checklist_items: text === '' ? [] : text.split('\n').slice(0, ITEMS),
          })
        }
      />
      <Switch label={t('template.active')} checked={draft.is_active} onChange={(is_active) => set({ is_active })} />
    </FormDialog>
  );
}
