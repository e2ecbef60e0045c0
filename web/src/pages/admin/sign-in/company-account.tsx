import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { NumberSetting, SettingsForm, SwitchSetting, useSettingsForm } from '../../../administration/settings-form.tsx';
import { checkCompanyAccount, type OidcCheckResult, type OidcDraft } from '../../../backend/company-account.ts';
import { changeSettings, type Settings, settingsQuery } from '../../../backend/settings.ts';
import { Button } from '../../../design/button.tsx';
import { copyText } from '../../../design/copy-text.ts';
import { useAttempt } from '../../../design/form.tsx';
import { Confirm, InputField, TextAreaField } from '../../../design/form-dialog.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Section } from '../../../design/page.tsx';
import { toast } from '../../../design/toast.tsx';
import { Warning } from '../../../design/warning.tsx';
import { language, t } from '../../../texts/texts.ts';

/** Signing in with the company's account: what to enter there, what to copy from there, and whether it answers. */
export function CompanyAccount() {
  const settings = useQuery(settingsQuery).data;
  const client = useQueryClient();
  const [isTurningOff, setTurningOff] = useState(false);
  // A new form after turning off: it holds no values of before.
  const [forms, setForms] = useState(0);
  return (
    <Section
      title={t('signInSettings.title')}
      aside={
        settings?.oidc_issuer && (
          <Button small look="quiet" onClick={() => setTurningOff(true)}>
            {t('signInSettings.turnOff')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4 p-4 pb-0 md:p-5 md:pb-0">
        <p className="text-sm text-muted">{t('signInSettings.lead')}</p>
        {settings && <Addresses origin={settings.app_url} />}
      </div>
      <SettingsForm key={forms}>
        <Fields />
      </SettingsForm>
      {isTurningOff && (
        <Confirm
          title={t('signInSettings.turnOff')}
          effect={t('signInSettings.turnOffEffect')}
          action={t('signInSettings.turnOff')}
          onClose={() => setTurningOff(false)}
          onConfirm={async () => {
            client.setQueryData(settingsQuery.queryKey, await changeSettings({ oidc_issuer: null }));
            client.invalidateQueries({ queryKey: ['settings'] });
            setForms(forms + 1);
            toast({ text: t('signInSettings.turnedOff') });
          }}
        />
      )}
    </Section>
  );
}

function Addresses({ origin }: { origin: string }) {
  if (origin === '')
    return (
      <Warning
        text={t('signInSettings.addressMissing')}
        action={
          <Link to="/admin/$section" params={{ section: 'application' }} className="font-medium underline">
            {t('signInSettings.addressSet')}
          </Link>
        }
      />
    );
  return (
    <ul className="flex flex-col gap-3 rounded-lg border border-line bg-sunken p-3">
      <Copied name={t('signInSettings.callback')} value={`${origin}/api/auth/oidc/callback`} />
      <Copied name={t('signInSettings.backchannel')} value={`${origin}/api/auth/oidc/backchannel-logout`} />
    </ul>
  );
}

function Copied({ name, value }: { name: string; value: string }) {
  const copy = () => copyText(value, t('signInSettings.copied'));
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3">
      <span className="min-w-0">
        <span className="block text-sm text-muted">{name}</span>
        <span className="block font-mono text-sm wrap-anywhere select-all">{value}</span>
      </span>
      <Button small onClick={copy}>
        {t('signInSettings.copy')}
      </Button>
    </li>
  );
}

type TextName =
  | 'oidc_issuer'
  | 'oidc_email_claim'
  | 'oidc_client_id'
  | 'oidc_client_secret'
  | 'oidc_scopes'
  | 'oidc_groups_claim';

/** Where nothing stands, there is none. */
const NULLS: readonly TextName[] = ['oidc_issuer', 'oidc_email_claim'];

function Fields() {
  const form = useSettingsForm();
  const text = (name: TextName, label: string, hint?: ReactNode) => (
    <InputField
      label={label}
      hint={hint}
      error={form.problemOf(name)}
      type={name === 'oidc_client_secret' ? 'password' : 'text'}
      autoComplete={name === 'oidc_client_secret' ? 'new-password' : 'off'}
      spellCheck="false"
      value={form.value(name) ?? ''}
      onFocus={(event) => name === 'oidc_client_secret' && event.target.select()}
      onChange={(text) => form.set(name, NULLS.includes(name) && text.trim() === '' ? null : text.trim())}
    />
  );
  const label = form.value('oidc_label');
  const labels = typeof label === 'string' ? { pl: label, en: label } : label;
  return (
    <>
      {text('oidc_issuer', t('signInSettings.issuer'), t('signInSettings.issuerHint'))}
      <div className="grid gap-5 sm:grid-cols-2">
        {text('oidc_client_id', t('signInSettings.clientId'))}
        {text('oidc_client_secret', t('signInSettings.clientSecret'), t('signInSettings.clientSecretHint'))}
      </div>
      {text('oidc_scopes', t('signInSettings.scopes'))}
      <Check />
      <div className="grid gap-5 sm:grid-cols-2">
        {(['en', 'pl'] as const).map((buttonLanguage) => (
          <InputField
            key={buttonLanguage}
            label={t(buttonLanguage === 'en' ? 'signInSettings.label' : 'signInSettings.labelPl')}
            error={form.problemOf('oidc_label')}
            longest={60}
            value={labels[buttonLanguage]}
            onChange={(text) => form.set('oidc_label', { ...labels, [buttonLanguage]: text })}
          />
        ))}
      </div>
      <details className="rounded-lg border border-line">
        <summary className="cursor-pointer px-3 py-2 font-medium max-md:py-3">{t('signInSettings.more')}</summary>
        <div className="flex flex-col gap-5 border-t border-line p-3">
          <SwitchSetting
            name="oidc_auto_create"
            label={t('signInSettings.autoCreate')}
            hint={t('signInSettings.autoCreateHint')}
          />
          <SwitchSetting
            name="oidc_trust_email"
            label={t('signInSettings.trustEmail')}
            hint={t('signInSettings.trustEmailHint')}
          />
          {text('oidc_email_claim', t('signInSettings.emailClaim'), t('signInSettings.emailClaimHint'))}
          {text('oidc_groups_claim', t('signInSettings.groupsClaim'))}
          <Lines
            name="oidc_required_groups"
            label={t('signInSettings.requiredGroups')}
            hint={t('signInSettings.requiredGroupsHint')}
            shown={form.value('oidc_required_groups')}
            read={(lines) => lines}
          />
          <Lines
            name="oidc_developer_groups"
            label={t('signInSettings.developerGroups')}
            hint={t('signInSettings.developerGroupsHint')}
            shown={form.value('oidc_developer_groups')}
            read={(lines) => lines}
          />
          <Lines
            name="oidc_teams"
            label={t('signInSettings.teams')}
            hint={t('signInSettings.teamsHint')}
            shown={Object.entries(form.value('oidc_teams')).map(([group, team]) => `${group} = ${team}`)}
            read={teamsIn}
          />
          <NumberSetting name="oidc_session_hours" label={t('signInSettings.sessionHours')} max={168} />
        </div>
      </details>
    </>
  );
}

const teamsIn = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf('=');
      return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );

type LineName = 'oidc_required_groups' | 'oidc_developer_groups' | 'oidc_teams';

interface LinesProps<N extends LineName> {
  name: N;
  label: string;
  hint: string;
  shown: readonly string[];
  read: (lines: string[]) => Settings[N];
}

/** A list of which each line of the field is one: names of groups have spaces and commas. */
function Lines<N extends LineName>({ name, label, hint, shown, read }: LinesProps<N>) {
  const form = useSettingsForm();
  const [text, setText] = useState(shown.join('\n'));
  return (
    <TextAreaField
      label={label}
      hint={hint}
      error={form.problemOf(name)}
      spellCheck="false"
      className="min-h-14! font-mono text-sm"
      value={text}
      onChange={(text) => {
        setText(text);
        const lines = text.split('\n').map((line) => line.trim());
        form.set(name, read(lines.filter((line) => line !== '')));
      }}
    />
  );
}

/** Asks the provider with the values of the form, saved or not, and says what it found in words. */
function Check() {
  const form = useSettingsForm();
  const [result, setResult] = useState<OidcCheckResult>();
  const issuer = form.value('oidc_issuer');
  const { attempt, busy, problem } = useAttempt(async () => {
    setResult(undefined);
    const secret = form.value('oidc_client_secret');
    const draft: OidcDraft = {
      oidc_issuer: issuer ?? '',
      oidc_client_id: form.value('oidc_client_id'),
      oidc_scopes: form.value('oidc_scopes'),
      // The form shows a mask of a stored secret.
      ...(secret === form.settings.oidc_client_secret ? {} : { oidc_client_secret: secret }),
    };
    setResult(await checkCompanyAccount(draft, language()));
  });
  return (
    <div className="flex flex-col items-start gap-3">
      <Button icon="refresh" busy={busy} disabled={!issuer} onClick={attempt} data-reach="try-account">
        {t('signInSettings.check')}
      </Button>
      <div role="status" className="w-full">
        {problem && <p className="text-sm text-danger">{problem}</p>}
        {result && (
          <div
            className={`rounded-lg px-3 py-2 text-sm ${result.ok ? 'bg-success-soft text-success' : 'bg-warning-soft text-warning'}`}
          >
            <p className="font-semibold">{t(result.ok ? 'signInSettings.checkOk' : 'signInSettings.checkFailed')}</p>
            <ul className="mt-1 flex flex-col gap-1 text-ink">
              {result.steps.map(({ name, ok, text }) => (
                <li key={name + text} className="flex items-start gap-2 wrap-anywhere">
                  <Icon name={ok ? 'check' : 'warning'} size={16} />
                  <span>{text}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </div>
  );
}
