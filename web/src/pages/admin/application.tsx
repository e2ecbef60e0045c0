import { useQuery } from '@tanstack/react-query';
import {
  ChoiceSetting,
  ListSetting,
  NumberSetting,
  SettingsForm,
  SwitchSetting,
  TextSetting,
  useSettingsForm,
} from '../../administration/settings-form.tsx';
import { capabilitiesQuery, removeLogo, settingsQuery, uploadLogo } from '../../backend/settings.ts';
import { publicSettingsQuery } from '../../backend/sign-in.ts';
import { Button } from '../../design/button.tsx';
import { PictureChoice } from '../../design/file-picker.tsx';
import { useAct } from '../../design/form.tsx';
import { Icon } from '../../design/icon.tsx';
import { Logo } from '../../design/logo.tsx';
import { Section } from '../../design/page.tsx';
import { Warning } from '../../design/warning.tsx';
import { LANGUAGE_NAMES, maybeText, t } from '../../texts/texts.ts';

export function Application() {
  const settings = useQuery(settingsQuery).data;
  return (
    <>
      <Section title={t('admin.application')}>
        <SettingsForm>
          <LogoField />
          <TextSetting name="app_name" />
          <AddressField />
          <ChoiceSetting name="default_language" words={['pl', 'en']} nameOf={(word) => LANGUAGE_NAMES[word]} />
          <ListSetting name="allowed_domains" />
          <ListSetting name="developer_emails" />
          <SwitchSetting name="share_closure_summaries" />
          <NumberSetting name="reopen_days" min={0} max={365} />
          <TextSetting name="zone" />
          <TextSetting name="live_environment" />
          <SwitchSetting name="show_version" />
          <NumberSetting name="undo_days" max={365} />
          <SwitchSetting name="tell_when_live" />
          <NumberSetting name="tellings_days" max={3650} />
          <NumberSetting name="outbox_retention_days" max={3650} />
          <NumberSetting name="storage_per_person_mb" optional max={1_048_576} />
        </SettingsForm>
      </Section>
      {/* Waits for the form above, which would push it down. */}
      {settings && <Programs />}
      {settings && <CapabilityList />}
    </>
  );
}

/** Kwit takes its address from nobody's request: while none is set, the browser's own is one click away. */
function AddressField() {
  const form = useSettingsForm();
  return (
    <>
      <TextSetting name="app_url" placeholder={location.origin} />
      {form.settings.app_url === '' && (
        <Warning
          text={t('administered.noAddress')}
          action={
            <Button small onClick={() => form.set('app_url', location.origin)}>
              {t('administered.useAddress', { address: location.origin })}
            </Button>
          }
        />
      )}
    </>
  );
}

function LogoField() {
  const settings = useQuery(publicSettingsQuery).data;
  const change = useAct(async (file?: File) => (file ? uploadLogo(file) : removeLogo()), ['settings']);
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t('administered.logo')}</legend>
      <PictureChoice
        choose={t('administered.logoChange')}
        remove={settings?.app_logo_url && t('administered.logoRemove')}
        busy={change.busy}
        onChoose={change.act}
      >
        <span className="flex h-14 w-24 items-center justify-center rounded-lg border border-line bg-page p-2">
          {settings?.app_logo_url ? (
            <img
              src={settings.app_logo_url}
              alt={t('administered.logo')}
              className="max-h-full max-w-full object-contain"
            />
          ) : (
            <Logo size={32} />
          )}
        </span>
      </PictureChoice>
    </fieldset>
  );
}

function CapabilityList() {
  const granted = useQuery(capabilitiesQuery).data;
  if (!granted) return null;
  return (
    <Section title={t('administered.capabilities')}>
      <ul className="grid gap-x-6 p-4 sm:grid-cols-2 md:p-5">
        {Object.entries(granted.capabilities).map(([name, on]) => (
          <li key={name} className="flex min-h-8 items-center gap-2.5 text-sm">
            <Icon name={on ? 'check' : 'close'} size={16} className={on ? 'text-success' : 'text-faint'} />
            {maybeText(`capability.${name}`) ?? <span className="font-mono text-xs">{name}</span>}
            <span className={on ? 'sr-only' : 'text-muted'}>{on ? t('administered.on') : t('administered.off')}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The longest life that a token may have at all, in days. */
const MOST_DAYS = 3650;

/** Rights of programs and agents. */
export function Programs() {
  return (
    <Section title={t('administered.programs')}>
      <SettingsForm>
        <NumberSetting name="token_max_days" optional max={MOST_DAYS} />
        <ChoiceSetting name="mcp" words={['off', 'read', 'write']} nameOf={(word) => t(`administered.mcp_${word}`)} />
        <ChoiceSetting
          name="mcp_reporters_texts"
          words={['full', 'developers_only']}
          nameOf={(word) => t(`administered.mcp_texts_${word}`)}
        />
        <p className="text-sm text-muted">{t('administered.mcp_hint')}</p>
      </SettingsForm>
    </Section>
  );
}
