import { useQuery } from '@tanstack/react-query';
import { type TicketTemplate, templatesQuery } from '../../backend/templates.ts';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../texts/texts.ts';
import type { NewTicket } from './new-ticket.ts';

interface TemplatePickerProps {
  onUse: (draft: Partial<NewTicket>) => void;
  projectId: string;
  /** Whether the user has typed nothing: a template would overwrite what they typed. */
  untouched: boolean;
}

function draftOf(template: TicketTemplate): Partial<NewTicket> {
  return {
    title: template.title_template,
    description: template.description_template,
    category: template.category,
    urgency_reporter: template.urgency_reporter,
    ...(template.project_id ? { project_id: template.project_id } : {}),
  };
}

/** In the header, because templates load late and would push the page down. */
export function TemplatePicker({ onUse, projectId, untouched }: TemplatePickerProps) {
  const templates = (useQuery(templatesQuery).data ?? []).filter(
    (template) => template.is_active && (!projectId || !template.project_id || template.project_id === projectId),
  );
  if (templates.length === 0 || !untouched) return null;
  return (
    <div className="ml-auto flex min-w-0 items-center gap-2 overflow-x-auto p-1">
      <span className="shrink-0 text-sm text-muted max-md:sr-only">{t('report.from')}</span>
      {templates.map((template) => (
        <button
          key={template.id}
          type="button"
          onClick={() => onUse(draftOf(template))}
          className="flex h-8 shrink-0 items-center gap-1.5 rounded-full border border-line bg-surface px-3 text-sm hover:border-line-strong max-md:h-11"
        >
          <Icon name="file" size={14} />
          {template.name}
        </button>
      ))}
    </div>
  );
}
