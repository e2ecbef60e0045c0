/** Which fields of a form a refusal is about. */
import type { FailureCode, FieldProblem } from '../../../contract/errors.ts';
import { KwitError } from '../backend/client.ts';
import { maybeText, t } from '../texts/texts.ts';

/** The problem of a field and its cure, in the language of the page. */
export const fieldProblemText = ({ code, limit }: FieldProblem): string =>
  maybeText(`invalid.${code}`, { limit: limit ?? '' }) ?? t('invalid.other');

/** The problem of one field of a form, where the service named it. */
export const problemWith = (error: unknown, field: string): string | undefined => {
  const problem = error instanceof KwitError ? error.details.find(({ path }) => path.startsWith(field)) : undefined;
  return problem && fieldProblemText(problem);
};

/** The fields that a refusal is about, by the names of the service, where its code says so. */
const FIELDS_OF: Partial<Record<FailureCode, readonly string[]>> = {
  calendar_exists: ['name'],
  cannot_be_added: ['email'],
  cannot_lead: ['members'],
  closure_summary_required: ['closure_summary'],
  domain_not_allowed: ['email'],
  field_exists: ['name'],
  internal_words: ['note'],
  invalid_closure_summary_visibility: ['closure_summary'],
  invalid_or_expired_code: ['code'],
  label_exists: ['name'],
  not_changed: ['what'],
  not_live: ['what'],
  option_in_use: ['options'],
  passkeys_bound: ['app_url'],
  project_not_found: ['project_id'],
  related_ticket_not_found: ['target'],
  secret_required: ['smtp_password', 'ses_secret_access_key'],
  team_exists: ['name'],
  ticket_relation_self_ref: ['target'],
  url_not_allowed: ['url', 'icon_url'],
  user_exists: ['email'],
  user_not_found: ['email'],
};

/** Whether a refusal is about this field of a form. */
export const isAboutField = (error: unknown, field: string): boolean =>
  error instanceof KwitError &&
  (problemWith(error, field) !== undefined || (FIELDS_OF[error.code as FailureCode]?.includes(field) ?? false));
