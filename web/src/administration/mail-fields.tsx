import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SmtpOauth } from '../../../contract/smtp-oauth.ts';
import { KwitError } from '../backend/client.ts';
import { testMail } from '../backend/settings.ts';
import { Button } from '../design/button.tsx';
import { ChoiceChips } from '../design/chips.tsx';
import { refusalText } from '../design/feedback.tsx';
import { Field, Input, Switch } from '../design/field.tsx';
import { Form, useAttempt } from '../design/form.tsx';
import { InputField } from '../design/form-dialog.tsx';
import { Warning } from '../design/warning.tsx';
import { useMe } from '../session/me.ts';
import { t } from '../texts/texts.ts';
import { NumberSetting, TextSetting, useSettingsForm } from './settings-form.tsx';

/** By which provider mail leaves, and what that provider needs to know. */
export function MailFields() {
  const form = useSettingsForm();
  return (
    <>
      <ChoiceChips
        legend={t('setting.mail_provider')}
        value={form.value('mail_provider') ?? 'none'}
        onChoose={(value: 'smtp' | 'ses' | 'none') => form.set('mail_provider', value === 'none' ? null : value)}
        choices={[
          { value: 'smtp', label: PROVIDERS.smtp },
          { value: 'ses', label: PROVIDERS.ses },
          { value: 'none', label: t('setting.noMail') },
        ]}
      />
      {form.settings.mail_problem !== null && <Warning text={t('setting.mailProblem')} />}
      {form.value('mail_provider') === 'smtp' && <Smtp />}
      {form.value('mail_provider') === 'ses' && <Ses />}
    </>
  );
}

const NO_OAUTH = { tenant: '', client_id: '', client_secret: '' };

/** The authority that gives Kwit its tokens: a directory at Microsoft by its name, any other by an address. */
function Oauth({ oauth, onChange }: { oauth: SmtpOauth; onChange: (oauth: SmtpOauth) => void }) {
  const { problemOf } = useSettingsForm();
  const { tenant, token_url, scope, ...client } = oauth;
  const choose = (text: string) => {
    const provider = text.includes('://') ? { token_url: text } : { tenant: text };
    onChange({ ...client, ...provider, ...(scope ? { scope } : {}) });
  };
  const field = (name: 'client_id' | 'client_secret' | 'scope', optional = false) => (
    <InputField
      label={t(`setting.oauth.${name}`)}
      hint={optional ? t('field.optional') : undefined}
      required={!optional}
      type={name === 'client_secret' ? 'password' : 'text'}
      autoComplete={name === 'client_secret' ? 'new-password' : 'off'}
      spellCheck="false"
      value={oauth[name] ?? ''}
      onFocus={(event) => name === 'client_secret' && event.target.select()}
      onChange={(text) => {
        const { [name]: _, ...rest } = oauth;
        onChange(text === '' && optional ? (rest as SmtpOauth) : { ...oauth, [name]: text });
      }}
    />
  );
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <InputField
        label={t('setting.oauth.provider')}
        hint={t('setting.oauth.providerHint')}
        error={problemOf('smtp_oauth')}
        required
        spellCheck="false"
        value={tenant ?? token_url ?? ''}
        onChange={choose}
      />
      {field('client_id')}
      {field('client_secret')}
      {field('scope', true)}
    </div>
  );
}

function Smtp() {
  const form = useSettingsForm();
  const oauth = form.value('smtp_oauth');
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <TextSetting name="smtp_host" />
        <NumberSetting name="smtp_port" max={65_535} />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextSetting name="smtp_user" />
        {oauth === null && <TextSetting name="smtp_pass" hint={t('setting.secretHint')} secret />}
      </div>
      <Switch
        label={t('setting.smtp_oauth')}
        hint={t('setting.smtpOauthHint')}
        checked={oauth !== null}
        onChange={(isOn) => form.set('smtp_oauth', isOn ? (form.settings.smtp_oauth ?? NO_OAUTH) : null)}
      />
      {oauth !== null && <Oauth oauth={oauth} onChange={(next) => form.set('smtp_oauth', next)} />}
      <TextSetting name="smtp_from" label={t('setting.from')} placeholder="Kwit <kwit@example.com>" />
    </>
  );
}

function Ses() {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextSetting name="ses_region" placeholder="eu-central-1" />
        <TextSetting name="ses_endpoint" hint={t('field.optional')} />
        <TextSetting name="ses_access_key_id" secret />
        <TextSetting name="ses_secret_access_key" hint={t('setting.secretHint')} secret />
      </div>
      <TextSetting name="ses_session_token" hint={t('field.optional')} secret />
      <TextSetting name="ses_from" label={t('setting.from')} placeholder="Kwit <kwit@example.com>" />
    </>
  );
}

const PROVIDERS = { smtp: 'SMTP', ses: 'Amazon SES' };

/** Why no mail was sent: the provider's own words where it refused. */
const reasonOf = (error: unknown): string =>
  error instanceof KwitError && error.code === 'mail_delivery_failed'
    ? t('mailTest.refused', { reason: error.message })
    : refusalText(error);

interface Props {
  /** Changes that are not stored: a test would go out without them, so it waits. */
  isDirty: boolean;
}

/** Sends a test mail with the stored settings, and shows the provider's own words when it refuses. */
export function MailTestForm({ isDirty }: Props) {
  const me = useMe();
  const client = useQueryClient();
  const [to, setTo] = useState(me.email);
  const [result, setResult] = useState<{ good: boolean; text: string }>();
  const sending = useAttempt(async () => {
    setResult(undefined);
    const { mode } = await testMail(to.trim());
    client.invalidateQueries({ queryKey: ['setup'] });
    setResult(
      mode === 'dev-fallback'
        ? { good: false, text: t('mailTest.stayed') }
        : { good: true, text: t('mailTest.sent', { to: to.trim(), mode: PROVIDERS[mode] }) },
    );
  }, reasonOf);
  const said = sending.problem === undefined ? result : { good: false, text: sending.problem };
  return (
    <Form onSubmit={sending.attempt} className="flex flex-col gap-3 p-4 md:p-5">
      <p className="text-sm text-muted">{t('mailTest.lead')}</p>
      <div className="flex items-end gap-2">
        <Field label={t('mailTest.to')} className="flex-1">
          {(field) => <Input {...field} type="email" value={to} onChange={(event) => setTo(event.target.value)} />}
        </Field>
        <Button
          type="submit"
          icon="send"
          busy={sending.busy}
          disabled={isDirty}
          className="h-10"
          data-reach="test-mail"
        >
          {t('mailTest.send')}
        </Button>
      </div>
      {said && (
        <p role="status" className={`text-sm ${said.good ? 'text-success' : 'text-danger'}`}>
          {said.text}
        </p>
      )}
    </Form>
  );
}
