import { useQuery } from '@tanstack/react-query';
import { usableLabelsQuery } from '../../backend/labels.ts';
import { Menu, MenuCheckbox } from '../../design/menu.tsx';
import { useIsDeveloper } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { LabelName } from '../showing/label-tags.tsx';
import { Chip, type OneChipProps } from './filter-chips.tsx';
import { listedWords, NO_LABEL, toggled } from './ticket-search.ts';

/** Labels of which a ticket has one at least, or none at all. Nothing where nobody has made one. */
export function LabelChip({ value, onChange }: OneChipProps) {
  const enabled = useIsDeveloper();
  const labels = useQuery({ ...usableLabelsQuery, enabled }).data ?? [];
  if (!enabled || (labels.length === 0 && value === undefined)) return null;
  const chosen = listedWords(value);
  const names = chosen.map((id) =>
    id === NO_LABEL ? t('field.none') : (labels.find((label) => label.id === id)?.name ?? '…'),
  );
  return (
    <Menu
      label={t('field.labels')}
      trigger={<Chip label={t('field.labels')} chosen={names.length > 0 ? names.join(', ') : undefined} />}
    >
      <MenuCheckbox checked={value === NO_LABEL} onCheck={() => onChange(value === NO_LABEL ? undefined : NO_LABEL)}>
        {t('field.none')}
      </MenuCheckbox>
      {labels.map((label) => (
        <MenuCheckbox
          key={label.id}
          checked={chosen.includes(label.id)}
          onCheck={() => onChange(toggled(value === NO_LABEL ? undefined : value, label.id))}
        >
          <LabelName {...label} />
        </MenuCheckbox>
      ))}
    </Menu>
  );
}
