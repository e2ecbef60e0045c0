import { useQuery } from '@tanstack/react-query';
import { formerIdsQuery } from '../backend/people.ts';
import { t } from '../texts/texts.ts';
import { useIsDeveloper } from './me.ts';

/** @returns what writes the name of a person, and says when they are gone. Only developers know who is. */
export function usePersonName() {
  const developer = useIsDeveloper();
  const former = useQuery({ ...formerIdsQuery, enabled: developer }).data;
  return (id: string | null, name: string | null): string => {
    if (name === null) return t('field.nobody');
    return id !== null && former?.includes(id) ? t('field.formerName', { name }) : name;
  };
}
