import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LABEL_COLORS, type LabelColor } from '../../../../../contract/words.ts';
import { ListSection, RowButton } from '../../../administration/list-section.tsx';
import { addLabel, changeLabel, type Label, labelsQuery, mergeLabel, removeLabel } from '../../../backend/labels.ts';
import { everyProjectQuery } from '../../../backend/projects.ts';
import { IconButton } from '../../../design/button.tsx';
import { useAttempt } from '../../../design/form.tsx';
import { FormDialog, InputField, SelectField } from '../../../design/form-dialog.tsx';
import { Menu, MenuItem } from '../../../design/menu.tsx';
import { choicesOf, Select } from '../../../design/select.tsx';
import { toastRefusal } from '../../../design/toast.tsx';
import { t } from '../../../texts/texts.ts';
import { LabelName, LabelSign } from '../../../tickets/showing/label-tags.tsx';

type Editing = { kind: 'new' } | { kind: 'edit' | 'merge'; label: Label };

/** All labels, with what a developer may do to each. */
export function Labels() {
  const labels = useQuery(labelsQuery);
  const client = useQueryClient();
  const [editing, setEditing] = useState<Editing>();
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: labelsQuery.queryKey });
    client.invalidateQueries({ queryKey: ['tickets'] });
  };
  const attempt = (change: Promise<unknown>) => change.catch((error) => toastRefusal(error)).finally(refresh);
  const close = () => {
    setEditing(undefined);
    refresh();
  };
  return (
    <ListSection
      title={t('field.labels')}
      query={labels}
      add={t('labels.new')}
      onAdd={() => setEditing({ kind: 'new' })}
      empty={t('labels.lead')}
      row={(label) => (
        <LabelRow
          key={label.id}
          label={label}
          onEdit={() => setEditing({ kind: 'edit', label })}
          onMerge={() => setEditing({ kind: 'merge', label })}
          onArchive={() => attempt(changeLabel(label.id, { archived: !label.archived }))}
          onRemove={() => attempt(removeLabel(label.id))}
        />
      )}
    >
      {editing?.kind === 'merge' && <MergeLabel label={editing.label} labels={labels.data ?? []} onClose={close} />}
      {editing && editing.kind !== 'merge' && (
        <LabelForm label={editing.kind === 'edit' ? editing.label : undefined} onClose={close} />
      )}
    </ListSection>
  );
}

interface RowProps {
  label: Label;
  onEdit: () => void;
  onMerge: () => void;
  onArchive: () => void;
  onRemove: () => void;
}

function LabelRow({ label, onEdit, onMerge, onArchive, onRemove }: RowProps) {
  const projects = useQuery(everyProjectQuery).data ?? [];
  const project = projects.find(({ id }) => id === label.project_id)?.name;
  const facts = [
    t('labels.tickets', { count: label.tickets }),
    ...(project === undefined ? [] : [project]),
    ...(label.archived ? [t('labels.archived')] : []),
  ];
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-line px-4 last:border-b-0 md:px-5">
      <span className="min-w-0 flex-1">
        <span className="flex font-medium">
          <LabelName {...label} />
        </span>
        <span className="block truncate text-sm text-muted">{facts.join(' · ')}</span>
      </span>
      <RowButton icon="edit" act={t('action.edit')} name={label.name} onClick={onEdit} />
      <Menu
        align="end"
        label={t('labels.more', { name: label.name })}
        trigger={<IconButton icon="more" small label={t('labels.more', { name: label.name })} />}
      >
        <MenuItem onSelect={onMerge}>{t('labels.merge')}</MenuItem>
        <MenuItem onSelect={onArchive}>{t(label.archived ? 'labels.restore' : 'labels.archive')}</MenuItem>
        {label.tickets === 0 && (
          <MenuItem danger onSelect={onRemove}>
            {t('action.delete')}
          </MenuItem>
        )}
      </Menu>
    </li>
  );
}

function LabelForm({ label, onClose }: { label: Label | undefined; onClose: () => void }) {
  const [name, setName] = useState(label?.name ?? '');
  const [color, setColor] = useState<LabelColor>(label?.color ?? 'gray');
  const [project, setProject] = useState('');
  const projects = useQuery(everyProjectQuery).data ?? [];
  const saving = useAttempt(async () => {
    if (label) await changeLabel(label.id, { name: name.trim(), color });
    else await addLabel({ name: name.trim(), color, project_id: project === '' ? null : project });
    onClose();
  });
  return (
    <FormDialog onClose={onClose} title={label?.name ?? t('labels.new')} disabled={name.trim() === ''} attempt={saving}>
      <InputField name="name" label={t('labels.name')} required longest={40} value={name} onChange={setName} />
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">{t('labels.color')}</legend>
        <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
          {LABEL_COLORS.map((entry) => (
            <label key={entry} className="flex min-h-9 items-center gap-2 text-sm max-md:min-h-11">
              <input type="radio" name="color" checked={color === entry} onChange={() => setColor(entry)} />
              <LabelSign color={entry} />
              {t(`labels.colors.${entry}`)}
            </label>
          ))}
        </div>
      </fieldset>
      {!label && (
        <SelectField
          label={t('labels.project')}
          value={project}
          choices={[{ value: '', label: t('labels.allProjects') }, ...choicesOf(projects)]}
          onChoose={setProject}
        />
      )}
    </FormDialog>
  );
}

function MergeLabel({ label, labels, onClose }: { label: Label; labels: Label[]; onClose: () => void }) {
  const others = labels.filter(({ id, archived }) => id !== label.id && !archived);
  const [into, setInto] = useState(others[0]?.id ?? '');
  const merging = useAttempt(async () => {
    await mergeLabel(label.id, into);
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('labels.mergeTitle', { name: label.name })}
      disabled={into === ''}
      submit={t('labels.merge')}
      attempt={merging}
    >
      <p className="text-sm text-muted">{t('labels.mergeEffect', { name: label.name })}</p>
      <Select label={t('labels.into')} value={into} choices={choicesOf(others)} onChoose={setInto} />
    </FormDialog>
  );
}
