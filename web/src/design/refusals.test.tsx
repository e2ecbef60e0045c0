/** Provokes each refusal in a form: it says what to do in both languages, and marks the fields that it is about. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FAILURE_CODES, type FailureCode } from '../../../contract/errors.ts';
import { write } from '../backend/client.ts';
import { draw, ewa, service } from '../testing/render.tsx';
import { refusalOf } from '../texts/texts.ts';
import { useAttempt } from './form.tsx';
import { FormDialog, InputField } from './form-dialog.tsx';

/** Its readers: everybody, developers, people who are not signed in, or programs alone. Then where, and the fields that are marked. */
type Met = readonly [reader: 'all' | 'developers' | 'nobody' | 'programs', place: string, ...fields: string[]];

const MET: Record<FailureCode, Met> = {
  act_not_found: ['all', 'Undo in a toast; Admin, Acts'],
  already_decided: ['developers', 'a held mail that a colleague decided about'],
  already_merged: ['developers', 'Merge'],
  already_rotated: ['all', 'a token that was replaced elsewhere'],
  already_told: ['developers', 'Tell who asked'],
  already_undone: ['all', 'Undo'],
  answer_not_found: ['all', 'Answers'],
  assignee_not_found: ['developers', 'the menu of assignees'],
  attachments_required: ['programs', 'the app sends no empty upload'],
  attachments_too_large: ['all', 'files of a report or a comment'],
  calendar_exists: ['developers', 'Admin, Promises, a calendar', 'name'],
  calendar_in_use: ['developers', 'Admin, Promises, deleting a calendar'],
  calendar_not_found: ['developers', 'Admin, Promises'],
  cannot_be_added: ['developers', 'Who sees it, adding somebody', 'email'],
  cannot_be_mentioned: ['all', 'a comment'],
  cannot_lead: ['developers', 'Admin, Teams', 'members'],
  cannot_see_ticket: ['developers', 'the menu of assignees; a comment for somebody'],
  closure_summary_required: ['developers', 'closing', 'closure_summary'],
  comment_locked: ['all', 'taking a comment back'],
  comment_not_found: ['all', 'changing a comment'],
  domain_not_allowed: ['nobody', 'signing in; inviting', 'email'],
  external_reference_not_found: ['developers', 'removing a link'],
  feature_not_enabled: ['all', 'what the settings switch off'],
  field_exists: ['developers', 'Admin, Fields, a field', 'name'],
  field_in_use: ['developers', 'Admin, Fields, deleting'],
  field_needed: ['developers', 'closing; the dialog asks for the fields themselves'],
  field_not_found: ['developers', 'Admin, Fields'],
  file_not_found: ['all', 'opening a file'],
  file_too_large: ['all', 'a picture; an icon; a logo'],
  forbidden: ['all', 'a page that is not theirs'],
  git_connection_not_found: ['developers', 'Admin, Git connections'],
  headers_too_large: ['programs', 'the app sends few headers'],
  idempotency_key_reused: ['all', 'a report or a comment that is sent twice'],
  identity_not_found: ['developers', 'Admin, People, company accounts'],
  import_not_found: ['developers', 'Admin, Data, an import'],
  import_not_ready: ['developers', 'Admin, Data, running an import'],
  insufficient_scope: ['programs', 'tokens of programs'],
  internal_error: ['all', 'anywhere'],
  internal_words: ['developers', 'Merge; Split; Who sees it', 'note'],
  invalid_closure_summary_visibility: ['developers', 'closing', 'closure_summary'],
  invalid_filename: ['programs', 'addresses that the app does not make'],
  invalid_json: ['programs', 'the app sends JSON'],
  invalid_logout_token: ['programs', 'the company account'],
  invalid_or_expired_code: ['nobody', 'signing in', 'code'],
  invalid_parent_comment: ['all', 'a reply to a comment that was moved'],
  label_exists: ['developers', 'Admin, Labels', 'name'],
  label_in_use: ['developers', 'Admin, Labels, deleting'],
  label_not_found: ['developers', 'the menu of labels'],
  last_developer: ['developers', 'Admin, People'],
  limit_reached: ['all', 'tokens, views, templates, teams'],
  mail_delivery_failed: ['nobody', 'signing in; the test message'],
  mail_not_found: ['developers', 'Admin, Mail in'],
  managed_by_sign_in: ['developers', 'Admin, Teams'],
  merge_circle: ['developers', 'Merge'],
  merge_self: ['developers', 'Merge'],
  merged_on: ['developers', 'Unmerge'],
  no_backup_folder: ['developers', 'Admin, Data'],
  not_beside: ['developers', 'closing with others'],
  not_changed: ['developers', 'Tell who asked', 'what'],
  not_found: ['all', 'an address that is none'],
  not_live: ['developers', 'Tell who asked', 'what'],
  not_merged: ['developers', 'Unmerge'],
  not_proved: ['developers', 'How mails come in; the company account'],
  not_reopenable: ['all', 'Not solved'],
  notice_not_found: ['all', 'Inbox'],
  option_in_use: ['developers', 'Admin, Fields, a field', 'options'],
  outbox_entry_not_found: ['developers', 'Admin, Outbox'],
  passkey_exists: ['all', 'Profile, a passkey'],
  passkey_not_found: ['all', 'Profile, a passkey'],
  passkey_required: ['all', 'anywhere; the app asks for the passkey'],
  passkeys_bound: ['developers', 'Admin, General', 'app_url'],
  payload_too_large: ['all', 'an upload'],
  precondition_failed: ['all', 'a ticket that somebody else changed'],
  project_not_found: ['all', 'a report', 'project_id'],
  quota_exceeded: ['all', 'an upload'],
  range_not_satisfiable: ['programs', 'downloads in parts'],
  read_only: ['all', 'anything that changes something'],
  recent_sign_in_needed: ['developers', 'Admin, Sign-in; inviting developers'],
  related_ticket_not_found: ['all', 'a link', 'target'],
  reporters_differ: ['developers', 'Merge'],
  request_in_progress: ['all', 'a report or a comment that is sent twice'],
  request_timeout: ['all', 'an upload over a slow line'],
  secret_required: ['developers', 'Admin, E-mail', 'smtp_password', 'ses_secret_access_key'],
  service_unavailable: ['all', 'anywhere'],
  session_not_found: ['all', 'Profile, sessions'],
  sign_in_again: ['all', 'Profile, passkeys'],
  sign_in_provider_failed: ['nobody', 'signing in by the company account'],
  suggestion_not_found: ['developers', 'Admin, Glossary'],
  task_not_found: ['developers', 'To do'],
  team_exists: ['developers', 'Admin, Teams, a team', 'name'],
  team_in_use: ['developers', 'Admin, Teams, deleting; names the projects'],
  team_not_found: ['developers', 'Admin, Teams'],
  ticket_closed: ['developers', 'Merge'],
  ticket_locked: ['all', 'the report of a ticket that was taken on'],
  ticket_not_available: ['developers', 'To do'],
  ticket_not_found: ['all', 'a ticket that is gone'],
  ticket_relation_not_found: ['all', 'removing a link'],
  ticket_relation_self_ref: ['all', 'a link', 'target'],
  ticket_template_not_found: ['all', 'a report by a template'],
  token_not_found: ['all', 'Profile, tokens'],
  too_many_requests: ['all', 'signing in; anywhere'],
  unauthorized: ['all', 'anywhere; the app asks to sign in again over the page'],
  undo_expired: ['all', 'Admin, Acts'],
  unsupported_file_type: ['all', 'an upload'],
  unsupported_media_type: ['programs', 'the app sends what is taken'],
  url_not_allowed: ['developers', 'Admin, Webhooks', 'url', 'icon_url'],
  url_too_long: ['all', 'a list with many filters'],
  user_exists: ['developers', 'Admin, People, inviting', 'email'],
  user_not_found: ['all', 'Who sees it; a mention', 'email'],
  validation_error: ['all', 'any form; each field says its own problem', 'title'],
  view_not_found: ['developers', 'saved views'],
  webhook_not_found: ['developers', 'Admin, Webhooks'],
  would_be_orphaned: ['developers', 'Who sees it; Admin, Teams'],
  would_reveal: ['developers', 'a dialog asks first, with how many people'],
};

const NAMES = [...new Set(Object.values(MET).flatMap(([, , ...fields]) => fields))];

function EveryField() {
  const saving = useAttempt(() => write('POST', '/teams', { json: {} }));
  return (
    <FormDialog title="Form" onClose={() => {}} attempt={saving}>
      {NAMES.map((name) => (
        <InputField key={name} name={name} label={name} value="" onChange={() => {}} />
      ))}
    </FormDialog>
  );
}

const DETAILS = [{ path: 'title', code: 'maxLength', message: 'Too long.', limit: 300 }];

test('no refusal is left out', () => {
  expect(Object.keys(MET).toSorted()).toEqual([...FAILURE_CODES].toSorted());
});

for (const language of ['en', 'pl'] as const)
  test(`each refusal says what to do and marks its fields, ${language}`, async () => {
    let code: FailureCode = 'not_found';
    const more = () => (code === 'validation_error' ? { details: DETAILS } : {});
    service({ 'POST /teams': () => ({ refused: 409, error: code, ...more() }) });
    await draw(<EveryField />, { ...ewa, language });
    await expect.element(page.getByRole('dialog')).toBeVisible();
    const find = (selector: string) => [...document.querySelectorAll<HTMLInputElement>(`dialog ${selector}`)];
    const said = () => find('[role=alert]')[0]?.textContent ?? '';
    for (code of FAILURE_CODES) {
      find('button[type=submit]')[0]?.click();
      const hasCome = () => said() !== '' && (code === 'validation_error' || said() === refusalOf(code));
      await expect.poll(hasCome, { message: code, interval: 5 }).toBe(true);
      expect(said(), code).toMatch(/^\p{Lu}.{8,}[.!?]/u);
      expect(said(), code).not.toMatch(/[a-z]_[a-z]|\{\{|undefined/);
      const marked = find('[aria-invalid=true]');
      const fields = NAMES.filter((name) => MET[code].slice(2).includes(name));
      expect([code, ...marked.map(({ name }) => name)]).toEqual([code, ...fields]);
      if (marked[0]) await expect.poll(() => document.activeElement, { message: code, interval: 5 }).toBe(marked[0]);
    }
  });
