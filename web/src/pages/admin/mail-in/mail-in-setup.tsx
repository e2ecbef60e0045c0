import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { KwitError } from '../../../backend/client.ts';
import { changeMailIn, type MailInSettings, type MailInStatus, makeMailInSecret } from '../../../backend/mail-in.ts';
import { Button } from '../../../design/button.tsx';
import { refusalText } from '../../../design/feedback.tsx';
import { Switch } from '../../../design/field.tsx';
import { Form, Problem, useAct, useAttempt } from '../../../design/form.tsx';
import { InputField } from '../../../design/form-dialog.tsx';
import { Section } from '../../../design/page.tsx';
import { problemWith } from '../../../design/refused-field.ts';
import { toast } from '../../../design/toast.tsx';
import { t } from '../../../texts/texts.ts';
import { SecretDialog } from '../secret-dialog.tsx';
import { CheckSteps } from './check-steps.tsx';

/** The values of mail in, the steps that try them, and last of all the button that switches them on. */
export function MailInSetup({ settings, runs }: { settings: MailInSettings; runs: MailInStatus['checks'] }) {
  const client = useQueryClient();
  const [changed, setChanged] = useState<Partial<MailInSettings>>({});
  const values = { ...settings, ...changed };
  const set = (change: Partial<MailInSettings>) => {
    setChanged((before) => ({ ...before, ...change }));
    saving.forget();
  };
  const saving = useAttempt(async (force: boolean) => {
    try {
      await changeMailIn({ ...changed, ...(force ? { force } : {}) });
      setChanged({});
      toast({ text: t('admin.saved') });
    } finally {
      client.invalidateQueries({ queryKey: ['mail-in'] });
    }
  }, problemText);
  const { busy, error } = saving;
  return (
    <Section title={t('admin.mail-in-setup')} aside={<SecretButton />}>
      <Form onSubmit={() => saving.attempt(false)} className="flex flex-col">
        <div className="flex flex-col gap-5 p-4 md:p-5">
          <p className="text-sm text-muted">{t('mailIn.lead')}</p>
          <MailInFields values={values} set={set} problemOf={(name) => problemWith(error, name)} />
        </div>
        <CheckSteps values={values} runs={runs} set={set} />
        <div className="flex flex-wrap items-center gap-2 border-t border-line p-4 md:px-5">
          <Problem text={saving.problem} className="w-full text-sm" />
          <Button type="submit" look="primary" busy={busy} disabled={Object.keys(changed).length === 0}>
            {t('action.save')}
          </Button>
          {isUnproved(error) && (
            <Button look="danger" busy={busy} onClick={() => saving.attempt(true)}>
              {t('mailIn.force')}
            </Button>
          )}
          {settings.mail_in_domain !== null && (
            <Button look="quiet" onClick={() => set({ mail_in_domain: null })}>
              {t('mailIn.switchOff')}
            </Button>
          )}
        </div>
      </Form>
    </Section>
  );
}

const isUnproved = (error: unknown): boolean => error instanceof KwitError && error.code === 'not_proved';

const problemText = (error: unknown): string => (isUnproved(error) ? t('mailIn.notProved') : refusalText(error));

interface FieldsProps {
  values: MailInSettings;
  set: (change: Partial<MailInSettings>) => void;
  problemOf: (name: keyof MailInSettings) => string | undefined;
}

function MailInFields({ values, set, problemOf }: FieldsProps) {
  type ImapName = 'mail_in_imap_move' | 'mail_in_imap_token_url' | 'mail_in_imap_client_id';
  type TextName = 'mail_in_domain' | 'mail_in_report' | 'mail_in_reply' | 'mail_in_authserv_id' | ImapName;
  type SecretName = 'mail_in_imap_password' | 'mail_in_imap_client_secret' | 'mail_in_imap_refresh_token';
  const secret = (name: SecretName) => (
    <InputField
      label={t(`mailIn.field.${name}`)}
      error={problemOf(name)}
      type="password"
      autoComplete="new-password"
      value={values[name] ?? ''}
      onFocus={(event) => event.target.select()}
      onChange={(text) => set({ [name]: text })}
    />
  );
  const text = (name: TextName, { placeholder = '', hint = '' } = {}) => (
    <InputField
      label={t(`mailIn.field.${name}`)}
      hint={hint}
      error={problemOf(name)}
      spellCheck="false"
      autoComplete="off"
      placeholder={placeholder}
      value={values[name] ?? ''}
      onChange={(text) => set({ [name]: text.trim() === '' && !PARTS.has(name) ? null : text.trim() })}
    />
  );
  const { mail_in_domain: domain, mail_in_report: report, mail_in_reply: reply } = values;
  return (
    <>
      {text('mail_in_domain', { placeholder: 'kwit.example.com', hint: t('mailIn.domainHint') })}
      <div className="grid gap-5 sm:grid-cols-2">
        {text('mail_in_report', { hint: t('mailIn.reportHint', { address: `${report}@${domain ?? '…'}` }) })}
        {text('mail_in_reply', { hint: t('mailIn.replyHint', { address: `${reply}@${domain ?? '…'}` }) })}
      </div>
      <Switch
        label={t('mailIn.field.mail_in_subaddress')}
        hint={t('mailIn.subaddressHint')}
        checked={values.mail_in_subaddress}
        onChange={(mail_in_subaddress) => set({ mail_in_subaddress })}
      />
      {text('mail_in_authserv_id', { placeholder: 'mx.example.com', hint: t('mailIn.authservHint') })}
      {values.mail_in_imap_password !== undefined && (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            {secret('mail_in_imap_password')}
            {text('mail_in_imap_move', { hint: t('mailIn.moveHint') })}
          </div>
          {text('mail_in_imap_token_url', { placeholder: 'https://…/token', hint: t('mailIn.tokenHint') })}
          {values.mail_in_imap_token_url && (
            <div className="grid gap-5 sm:grid-cols-2">
              {text('mail_in_imap_client_id')}
              {secret('mail_in_imap_client_secret')}
              {secret('mail_in_imap_refresh_token')}
            </div>
          )}
        </>
      )}
      <Switch
        label={t('mailIn.field.mail_in_canary')}
        hint={t('mailIn.canaryHint')}
        checked={values.mail_in_canary ?? false}
        onChange={(mail_in_canary) => set({ mail_in_canary })}
      />
      <InputField
        label={t('mailIn.field.mail_in_raw_days')}
        error={problemOf('mail_in_raw_days')}
        type="number"
        className="max-w-32"
        min={1}
        max={365}
        required
        value={values.mail_in_raw_days || ''}
        onChange={(text) => set({ mail_in_raw_days: Number(text) })}
      />
    </>
  );
}

/** Settings that must have a value. */
const PARTS: ReadonlySet<string> = new Set(['mail_in_report', 'mail_in_reply']);

/** Makes the secret with which programs post mails, and shows it once. */
function SecretButton() {
  const [secret, setSecret] = useState<string>();
  const { act: make } = useAct(async () => setSecret((await makeMailInSecret()).secret));
  return (
    <>
      <Button small icon="lock" onClick={make} data-reach="mail-secret">
        {t('mailIn.makeSecret')}
      </Button>
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
