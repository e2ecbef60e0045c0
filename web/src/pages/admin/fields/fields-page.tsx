import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ListSection, RowButton } from '../../../administration/list-section.tsx';
import { changeField, fieldsQuery, removeField, type TicketField } from '../../../backend/fields.ts';
import { everyProjectQuery } from '../../../backend/projects.ts';
import { IconButton } from '../../../design/button.tsx';
import { Menu, MenuItem } from '../../../design/menu.tsx';
import { toastRefusal } from '../../../design/toast.tsx';
import { t } from '../../../texts/texts.ts';
import { localName } from '../../../tickets/filling/filling.ts';
import { FieldForm } from './field-form.tsx';

/** All fields in their order, with what a developer may do to each. */
export function Fields() {
  const fields = useQuery(fieldsQuery);
  const client = useQueryClient();
  const [edited, setEdited] = useState<TicketField | 'new'>();
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: fieldsQuery.queryKey });
    client.invalidateQueries({ queryKey: ['tickets'] });
  };
  const attempt = (change: Promise<unknown>) => change.catch((error) => toastRefusal(error)).finally(refresh);
  const all = fields.data ?? [];
  /** Gives every field the number of its place, with one of them moved. */
  const move = (field: TicketField, by: number) => {
    const others = all.filter(({ id }) => id !== field.id);
    others.splice(all.indexOf(field) + by, 0, field);
    const moved = others.flatMap((one, position) =>
      one.position === position ? [] : [changeField(one.id, { position })],
    );
    return attempt(Promise.all(moved));
  };
  return (
    <ListSection
      title={t('admin.fields')}
      query={fields}
      add={t('fields.new')}
      onAdd={() => setEdited('new')}
      empty={t('fields.lead')}
      row={(field) => (
        <FieldRow
          key={field.id}
          field={field}
          isFirst={field === all[0]}
          isLast={field === all.at(-1)}
          onEdit={() => setEdited(field)}
          onMove={(by) => move(field, by)}
          onArchive={() => attempt(changeField(field.id, { archived: field.archived_at === null }))}
          onRemove={() => attempt(removeField(field.id))}
        />
      )}
    >
      {edited && (
        <FieldForm
          field={edited === 'new' ? undefined : edited}
          onClose={() => {
            setEdited(undefined);
            refresh();
          }}
        />
      )}
    </ListSection>
  );
}

interface RowProps {
  field: TicketField;
  isFirst: boolean;
  isLast: boolean;
  onEdit: () => void;
  onMove: (by: number) => void;
  onArchive: () => void;
  onRemove: () => void;
}

function FieldRow({ field, isFirst, isLast, onEdit, onMove, onArchive, onRemove }: RowProps) {
  const project = useQuery(everyProjectQuery).data?.find(({ id }) => id === field.project_id)?.name;
  const name = localName(field);
  const facts = [
    t(`fields.kinds.${field.kind}`),
    t(`fields.asks.${field.ask}`),
    ...(field.category === null ? [] : [t(`category.${field.category}`)]),
    ...(project === undefined ? [] : [project]),
    ...(field.needed ? [t('fields.isNeeded')] : []),
    ...(field.reporter_sees ? [] : [t('fields.internal')]),
    ...(field.archived_at === null ? [] : [t('fields.archived')]),
  ];
  return (
    <li className="flex min-h-14 items-center gap-1 border-b border-line px-4 last:border-b-0 md:px-5">
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2 font-medium">
          <span className="truncate">{name}</span>
          <code className="text-xs font-normal text-muted">{field.key}</code>
        </span>
        <span className="block truncate text-sm text-muted">{facts.join(' · ')}</span>
      </span>
      <RowButton icon="edit" act={t('action.edit')} name={name} onClick={onEdit} />
      <Menu
        align="end"
        label={t('fields.more', { name })}
        trigger={<IconButton icon="more" small label={t('fields.more', { name })} />}
      >
        {!isFirst && <MenuItem onSelect={() => onMove(-1)}>{t('fields.up')}</MenuItem>}
        {!isLast && <MenuItem onSelect={() => onMove(1)}>{t('fields.down')}</MenuItem>}
        <MenuItem onSelect={onArchive}>{t(field.archived_at === null ? 'fields.archive' : 'fields.restore')}</MenuItem>
        <MenuItem danger onSelect={onRemove}>
          {t('action.delete')}
        </MenuItem>
      </Menu>
    </li>
  );
}
