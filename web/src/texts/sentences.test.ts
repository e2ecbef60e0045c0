/** Builds a sentence of every action, refusal, notice and state, in both languages. */
import type { TSchema } from 'typebox';
import { expect, test } from 'vitest';
import { AUDIT_DETAILS } from '../../../contract/audit.ts';
import { AUDIT_ACTIONS } from '../../../contract/audit-words.ts';
import { CalendarChanges } from '../../../contract/calendars.ts';
import { TaskChange } from '../../../contract/dev-tasks.ts';
import { FAILURE_CODES } from '../../../contract/errors.ts';
import { FieldChanges } from '../../../contract/fields.ts';
import { GitConnectionChange } from '../../../contract/git.ts';
import { LabelChanges } from '../../../contract/labels.ts';
import { MailInSettingsChange } from '../../../contract/mail-in.ts';
import { ProjectChange } from '../../../contract/projects.ts';
import { CAPABILITIES } from '../../../contract/setting-words.ts';
import { SettingsChange } from '../../../contract/settings.ts';
import { TABLE_COLUMNS, TABLE_PROBLEMS } from '../../../contract/table-words.ts';
import { TemplateChange } from '../../../contract/templates.ts';
import { TicketChanges } from '../../../contract/tickets.ts';
import { ViewChange } from '../../../contract/views.ts';
import { WebhookChange } from '../../../contract/webhooks.ts';
import {
  BACKUP_OUTCOMES,
  ENTRY_NAMES,
  SIGN_IN_ERRORS,
  TELLING_STATES,
  UNSENT_REASONS,
} from '../../../contract/words.ts';
import { importedColumnName, problemSentence } from '../pages/admin/moving/row-preview.tsx';
import { recordSentence } from '../pages/admin/records.tsx';
import { changeSentence } from '../ticket/conversation/timeline.tsx';
import { changedName } from './changed-name.ts';
import { loadTexts, maybeText, refusalOf, switchLanguage, type TextPart } from './texts.ts';

/** Changes of an action beside those that a form sends. */
const BESIDE = {
  settings: ['app_logo', 'mail_in_secret', 'glossary', 'read_only'],
  acts: [
    ...[
      'attachment',
      'comment',
      'created',
      'due_at',
      'external_references',
      'following',
      'icon',
      'merged',
      'taken_over',
    ],
    ...['merged_into', 'beside', 'split_into', 'people', 'related_tickets', 'options', 'secret', 'role', 'email'],
    ...['changes', 'first_steps', 'identity', 'live', 'state'],
    ...['email_notify_ticket_status', 'email_notify_developer_comment', 'members.01a22db2-4a15-74d5-9780-0f436643f013'],
    ...['revoked', 'rotated', 'linked', 'added', 'removed', 'invited', 'deleted', 'changed', 'erased', 'signed_out'],
  ],
};
const namesOf = ({ properties = {} }: TSchema & { properties?: object }): string[] =>
  // Not stored: they say how the rest is written.
  Object.keys(properties).filter((name) => !['confirm', 'also', 'closure_found_by'].includes(name));

const CHANGED = new Set([
  ...[SettingsChange, MailInSettingsChange, ProjectChange, FieldChanges, CalendarChanges, WebhookChange].flatMap(
    namesOf,
  ),
  ...[GitConnectionChange, TicketChanges, TaskChange, LabelChanges, TemplateChange, ViewChange].flatMap(namesOf),
  ...BESIDE.settings,
  ...BESIDE.acts,
]);

/** Each value that the details of an action may have, as far as there are few. */
function detailsOf(schema: TSchema): object[] {
  const { properties = {} } = schema as { properties?: Record<string, { enum?: string[]; type?: string }> };
  return Object.entries(properties).reduce<object[]>(
    (all, [name, { enum: words, type }]) => {
      const values =
        words ??
        (type === 'boolean'
          ? [true, false]
          : type === 'integer'
            ? [1, 2, 5]
            : type === 'array'
              ? [[...CHANGED]]
              : ['x']);
      return all.flatMap((details) => values.map((value) => ({ ...details, [name]: value })));
    },
    [{}],
  );
}

const FIELDS = [
  // The words of an answer are no field of the history.
  ...namesOf(TicketChanges).filter((name) => !name.startsWith('closure_')),
  ...['merged_status', 'merged_into', 'merged_from', 'beside', 'attachment_removed', 'people', 'due_at'],
  'fields.serial',
];

/** Two values of the fields whose values are no words of people. */
const VALUES: Record<string, [string, string]> = {
  status: ['submitted', 'in_progress'],
  merged_status: ['submitted', 'closed'],
  category: ['bug', 'feature'],
  planned_date: ['2026-01-02', '2026-01-03'],
  due_at: ['2026-01-02T12:00:00.000Z', '2026-01-03T12:00:00.000Z'],
  estimated_hours: ['1', '2.5'],
  restricted: ['true', 'false'],
  closure_shared: ['true', 'false'],
  order_index: ['1', '2'],
};

const at = '2026-11-20T12:00:00.000Z';
const line = { id: 'h', user_id: 'u', user_name: 'Ewa', changed_at: at, created_at: at, act_id: null, via: null };

type Said = [what: string, text: string | undefined];

/** Every sentence that is made of a word at run time, by what it says. */
function sentences(): Said[] {
  const said = (group: string, words: readonly string[]): Said[] =>
    words.map((word) => [`${group}.${word}`, maybeText(`${group}.${word.replace('.', '_')}`)]);
  return [
    ...AUDIT_ACTIONS.flatMap((action) =>
      detailsOf(AUDIT_DETAILS[action]).flatMap((details) =>
        [() => 'Ada', () => undefined].map(
          (nameOf): Said => [
            `${action} ${JSON.stringify(details)}`,
            recordSentence({ ...line, at, action, target_type: 'user', target_id: 'x', details } as never, nameOf),
          ],
        ),
      ),
    ),
    ...said('recordAction', AUDIT_ACTIONS),
    ...FAILURE_CODES.map((code): Said => [`refusal ${code}`, refusalOf(code)]),
    ...said('entering.error', SIGN_IN_ERRORS),
    ...said('recordError', SIGN_IN_ERRORS),
    ...said('outboxEvent', ENTRY_NAMES),
    ...said(
      'telling.of',
      ENTRY_NAMES.filter((name) => /^(ticket|comment|answer|wait)\./.test(name)),
    ),
    ...said('telling.state', TELLING_STATES),
    ...said('telling.unsent', UNSENT_REASONS),
    ...said('capability', CAPABILITIES),
    ...said('moving.outcome', [...BACKUP_OUTCOMES, 'running', 'killed']),
    ...TABLE_COLUMNS.map((column): Said => [column, importedColumnName(column)]),
    ...TABLE_PROBLEMS.map(
      (code): Said => [code, problemSentence({ code, line: 2, column: 'title', value: 'x', bound: 3 } as never)],
    ),
    ...[...CHANGED].map((name): Said => [`changed ${name}`, changedName(name)]),
    ...FIELDS.flatMap((field) => {
      const [old, now] = VALUES[field] ?? ['low', 'high'];
      return [
        [old, null],
        [null, now],
        [old, now],
      ].map(
        ([old_value, new_value]): Said => [
          `history ${field}`,
          changeSentence([{ ...line, field, old_value, new_value } as never], () => 'Jan'),
        ],
      );
    }),
  ];
}

const PARTS: TextPart[] = [
  'acts',
  'admin',
  'app',
  'data',
  'entering',
  'operating',
  'personData',
  'refusals',
  'telling',
];

test.each(['en', 'pl'] as const)(
  'no sentence has a placeholder, a key, an underscore or nothing (%s)',
  async (language) => {
    await Promise.all([switchLanguage(language), ...PARTS.map((part) => loadTexts(part))]);
    const wrong = sentences().filter(
      ([, text]) =>
        !text || /\{\{|[a-z]_|_[a-z]|\bunknown\b|undefined|\bnull\b|\bNaN\b|\[object|^[a-z]+\.[a-z]/.test(text),
    );
    expect(wrong).toEqual([]);
  },
);
