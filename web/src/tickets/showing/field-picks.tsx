import { useQuery } from '@tanstack/react-query';
import { type FieldName, fieldsQuery } from '../../backend/fields.ts';
import { MenuCheckbox, MenuLabel } from '../../design/menu.tsx';
import { t } from '../../texts/texts.ts';
import { localName } from '../filling/filling.ts';

interface FieldPicksProps {
  chosen: readonly FieldName[];
  /** How many can be chosen at once. */
  most: number;
  onToggle: (name: FieldName, shown: boolean) => void;
}

/** The fields of which some are shown, in a menu; nothing where nobody has made one. */
export function FieldPicks({ chosen, most, onToggle }: FieldPicksProps) {
  const fields = (useQuery(fieldsQuery).data ?? []).filter(({ archived_at }) => archived_at === null);
  if (fields.length === 0) return null;
  return (
    <>
      <MenuLabel>{t('list.fields', { count: most })}</MenuLabel>
      {fields.map((field) => {
        const name: FieldName = `field.${field.key}`;
        const isChosen = chosen.includes(name);
        return (
          <MenuCheckbox
            key={field.id}
            checked={isChosen}
            disabled={!isChosen && chosen.length >= most}
            onCheck={(shown) => onToggle(name, shown)}
          >
            {localName(field)}
          </MenuCheckbox>
        );
      })}
    </>
  );
}
