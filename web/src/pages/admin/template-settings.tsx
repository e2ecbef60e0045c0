import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { projectsQuery } from '../../backend/projects.ts';
import {
  createTemplate,
  deleteTemplate,
  draftOf,
  type TicketTemplate,
  templatesQuery,
} from '../../backend/templates.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { Empty, LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { Section } from '../../design/page.tsx';
import { toast } from '../../design/toast.tsx';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { t } from '../../texts/texts.ts';
import { TemplateDialog } from './template-dialog.tsx';

export function TemplateSettings() {
  const found = useQuery(templatesQuery);
  const projects = useQuery(projectsQuery).data;
  const client = useQueryClient();
  const [edited, setEdited] = useState<TicketTemplate | 'new'>();
  const refresh = () => client.invalidateQueries({ queryKey: ['templates'] });
  const remove = async (template: TicketTemplate) => {
    try {
      await deleteTemplate(template.id);
      toast({
        text: t('template.removed', { name: template.name }),
        undo: () => createTemplate(draftOf(template)).finally(refresh),
      });
    } catch (error) {
      toastRefusal(error);
    }
    refresh();
  };
  const none = found.data?.length === 0;
  const add = (
    <Button small icon="plus" onClick={() => setEdited('new')}>
      {t('template.new')}
    </Button>
  );
  return (
    <Section title={t('admin.templates')} {...(found.data ? { count: found.data.length } : {})} aside={!none && add}>
      {found.error && !found.data && <LoadFailed error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <Skeleton />}
      {none && <Empty text={t('template.none')} action={add} />}
      <ul>
        {found.data?.map((template) => (
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
                  template.checklist_items.length > 0 &&
                    t('template.items', { count: template.checklist_items.length }),
                  !template.is_active && t('template.inactive'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <IconButton
              icon="edit"
              small
              label={`${t('action.edit')}: ${template.name}`}
              onClick={() => setEdited(template)}
            />
            <IconButton
              icon="trash"
              small
              label={`${t('action.delete')}: ${template.name}`}
              onClick={() => remove(template)}
            />
          </li>
        ))}
      </ul>
      {edited && (
        <TemplateDialog
          template={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined);
            refresh();
          }}
        />
      )}
    </Section>
  );
}
