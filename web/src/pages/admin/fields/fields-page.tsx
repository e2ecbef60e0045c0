import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { ListSection, RowButton } from '../../../administration/list-section.tsx';
import { changeField, fieldsQuery, removeField, type TicketField } from '../../../backend/fields.ts';
import { everyProjectQuery } from '../../../backend/projects.ts';
import { IconButton } from '../../../design/button.tsx';
import { Menu, MenuItem } from '../../../design/menu.tsx';
import { MoveItems, SortableRow, useSortable } from '../../../design/sortable.tsx';
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
  /** Gives every field the number of its place. */
  const order = (fields: TicketField[]) =>
    attempt(
      Promise.all(
        fields.flatMap((entry, position) => (entry.position === position ? [] : [changeField(entry.id, { position })])),
      ),
    );
  const { said, row } = useSortable(all, localName, order);
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
          sorted={row(field, all.indexOf(field))}
          onEdit={() => setEdited(field)}
          onArchive={() => attempt(changeField(field.id, { archived: field.archived_at === null }))}
          onRemove={() => attempt(removeField(field.id))}
        />
      )}
    >
      {said}
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
  sorted: ComponentProps<typeof SortableRow>['sorted'];
  onEdit: () => void;
  onArchive: () => void;
  onRemove: () => void;
}

function FieldRow({ field, sorted, onEdit, onArchive, onRemove }: RowProps) {
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
    <SortableRow sorted={sorted}>
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
        trigger={<IconButton data-handle icon="more" small label={t('fields.more', { name })} />}
      >
        <MoveItems sorted={sorted} />
        <MenuItem onSelect={onArchive}>{t(field.archived_at === null ? 'fields.archive' : 'fields.restore')}</MenuItem>
        <MenuItem danger onSelect={onRemove}>
          {t('action.delete')}
        </MenuItem>
      </Menu>
    </SortableRow>
  );
}
