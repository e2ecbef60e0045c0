import { useCallback } from 'react';
import { t } from '../texts/texts.ts';
import { useSession } from './me.ts';

/** @returns what writes the name of a person, and says when they are gone. Only developers know who is. */
export function usePersonName() {
  const { formerIds } = useSession();
  return useCallback(
    (id: string | null, name: string | null): string => {
      if (name === null) return t('field.nobody');
      return id !== null && formerIds.includes(id) ? t('field.formerName', { name }) : name;
    },
    [formerIds],
  );
}
