import { useQuery } from '@tanstack/react-query';
import { fieldsQuery } from '../../backend/fields.ts';
import { t } from '../../texts/texts.ts';
import { localName } from './filling.ts';

/** The fields of which a ticket says one or several of a list, or whether, with all that one may ask of them. */
export function useChosenFields() {
  const fields = useQuery(fieldsQuery).data ?? [];
  const words = [
    { value: 'true', label: t('asked.yes') },
    { value: 'false', label: t('asked.no') },
  ];
  return fields.flatMap((field) => {
    if (field.archived_at !== null || !['choice', 'choices', 'yes_no'].includes(field.kind)) return [];
    const options = field.options.map((option) => ({ value: option.key, label: localName(option) }));
    const choices = field.kind === 'yes_no' ? words : options;
    return [{ field, choices: [{ value: 'none', label: t('field.none') }, ...choices] }];
  });
}
