import type { Language } from '#contract/words.ts';
import { fold, type Instant } from '#platform';
import type { ImportedRow } from './imported-row-store.ts';

/** The person for rows whose author nobody knows. They cannot sign in. */
export const NOBODY = { email: 'unknown@imported.invalid', name: 'Unknown (imported)' };

/** Somebody who has not signed in yet. @param isActive whether they may; who may not is mailed nothing either. */
export const newPerson = (
  { id, email, name }: { readonly id: string; readonly email: string; readonly name: string },
  {
    language,
    createdAt,
    isActive,
  }: { readonly language: Language; readonly createdAt: Instant; readonly isActive: boolean },
): ImportedRow<'users'> => ({
  ...{ id, email, name, folded_name: fold(name), role: 'user', language },
  ...{ email_notify_ticket_status: isActive, email_notify_developer_comment: isActive },
  ...{ avatar_filename: null, avatar_type: null, avatar_updated_at: null },
  ...{ created_at: createdAt, last_login: null, is_active: isActive },
});
