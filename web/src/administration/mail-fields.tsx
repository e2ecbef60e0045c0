import { ChoiceChips } from '../design/chips.tsx';
import { Warning } from '../design/warning.tsx';
import { t } from '../texts/texts.ts';
import { type FormState, NumberSettingField, TextSettingField } from './settings-form.tsx';

/** By which provider mail leaves, and what that provider needs to know. */
export function MailFields({ form }: { form: FormState }) {
  return (
    <>
      <ChoiceChips
        legend={t('setting.mail_provider')}
        value={form.value('mail_provider') ?? 'none'}
        onChoose={(value: 'smtp' | 'ses' | 'none') => form.set('mail_provider', value === 'none' ? null : value)}
        choices={[
          { value: 'smtp', label: 'SMTP' },
          { value: 'ses', label: 'Amazon SES' },
          { value: 'none', label: t('setting.noMail') },
        ]}
      />
      {form.settings.mail_problem !== null && <Warning text={t('setting.mailProblem')} />}
      {form.value('mail_provider') === 'smtp' && <Smtp form={form} />}
      {form.value('mail_provider') === 'ses' && <Ses form={form} />}
    </>
  );
}

function Smtp({ form }: { form: FormState }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <TextSettingField form={form} name="smtp_host" label={t('setting.smtp_host')} />
        <NumberSettingField form={form} name="smtp_port" label={t('setting.smtp_port')} max={65_535} />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextSettingField form={form} name="smtp_user" label={t('setting.smtp_user')} />
        <TextSettingField
          form={form}
          name="smtp_pass"
          label={t('setting.smtp_pass')}
          hint={t('setting.secretHint')}
          secret
        />
      </div>
      <TextSettingField form={form} name="smtp_from" label={t('setting.from')} placeholder="Kwit <kwit@example.com>" />
    </>
  );
}

function Ses({ form }: { form: FormState }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextSettingField form={form} name="ses_region" label={t('setting.ses_region')} placeholder="eu-central-1" />
        <TextSettingField
          form={form}
          name="ses_endpoint"
          label={t('setting.ses_endpoint')}
          hint={t('field.optional')}
        />
        <TextSettingField form={form} name="ses_access_key_id" label={t('setting.ses_access_key_id')} secret />
        <TextSettingField
          form={form}
          name="ses_secret_access_key"
          label={t('setting.ses_secret_access_key')}
          hint={t('setting.secretHint')}
          secret
        />
      </div>
      <TextSettingField
        form={form}
        name="ses_session_token"
        label={t('setting.ses_session_token')}
        hint={t('field.optional')}
        secret
      />
      <TextSettingField form={form} name="ses_from" label={t('setting.from')} placeholder="Kwit <kwit@example.com>" />
    </>
  );
}
