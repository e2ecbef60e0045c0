import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type FormState,
  ListSettingField,
  NumberSettingField,
  SettingsForm,
  TextSettingField,
} from '../../administration/settings-form.tsx';
import { capabilitiesQuery, removeLogo, settingsQuery, uploadLogo } from '../../backend/settings.ts';
import { publicSettingsQuery } from '../../backend/sign-in.ts';
import { Button } from '../../design/button.tsx';
import { ChoiceChips } from '../../design/chips.tsx';
import { Switch } from '../../design/field.tsx';
import { PictureChoice } from '../../design/file-picker.tsx';
import { Icon } from '../../design/icon.tsx';
import { Logo } from '../../design/logo.tsx';
import { Section } from '../../design/page.tsx';
import { toastRefusal } from '../../design/toast.tsx';
import { Warning } from '../../design/warning.tsx';
import { maybeText, t } from '../../texts/texts.ts';

export function Application() {
  const settings = useQuery(settingsQuery).data;
  return (
    <>
      <Section title={t('admin.application')}>
        <SettingsForm>
          {(form) => (
            <>
              <LogoField />
              <TextSettingField form={form} name="app_name" label={t('administered.app_name')} />
              <AddressField form={form} />
              <ChoiceChips
                legend={t('administered.default_language')}
                value={form.value('default_language')}
                onChoose={(value: 'pl' | 'en') => form.set('default_language', value)}
                choices={[
                  { value: 'pl', label: 'Polski' },
                  { value: 'en', label: 'English' },
                ]}
              />
              <ListSettingField
                form={form}
                name="allowed_domains"
                label={t('setting.allowed_domains')}
                hint={t('setting.allowed_domains_hint')}
              />
              <ListSettingField
                form={form}
                name="developer_emails"
                label={t('administered.developer_emails')}
                hint={t('administered.developer_emails_hint')}
              />
              <Switch
                label={t('administered.share_closure_summaries')}
                hint={t('administered.share_closure_summaries_hint')}
                checked={form.value('share_closure_summaries')}
                onChange={(value) => form.set('share_closure_summaries', value)}
              />
              <NumberSettingField
                form={form}
                name="reopen_days"
                label={t('administered.reopen_days')}
                min={0}
                max={365}
              />
              <NumberSettingField
                form={form}
                name="outbox_retention_days"
                label={t('administered.outbox_retention_days')}
                max={3650}
              />
              <NumberSettingField
                form={form}
                name="storage_per_person_mb"
                label={t('administered.storage_per_person_mb')}
                emptyHint={t('administered.storage_per_person_mb_hint')}
                max={1_048_576}
              />
            </>
          )}
        </SettingsForm>
      </Section>
      {/* Waits for the form above, which would push it down. */}
      {settings && <Programs />}
      {settings && <CapabilityList />}
    </>
  );
}

/** Kwit takes its address from nobody's request: while none is set, the browser's own is one click away. */
function AddressField({ form }: { form: FormState }) {
  return (
    <>
      <TextSettingField
        form={form}
        name="app_url"
        label={t('administered.app_url')}
        hint={t('administered.app_url_hint')}
        placeholder={location.origin}
      />
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
  const client = useQueryClient();
  const settings = useQuery(publicSettingsQuery).data;
  const change = useMutation({
    mutationFn: async (file: File | undefined) => {
      if (file) await uploadLogo(file);
      else await removeLogo();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['settings'] }),
    onError: (error) => toastRefusal(error),
  });
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t('administered.logo')}</legend>
      <PictureChoice
        choose={t('administered.logoChange')}
        remove={settings?.app_logo_url && t('administered.logoRemove')}
        busy={change.isPending}
        onChoose={(file) => change.mutate(file)}
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
  const found = useQuery(capabilitiesQuery).data;
  if (!found) return null;
  return (
    <Section title={t('administered.capabilities')}>
      <ul className="grid gap-x-6 p-4 sm:grid-cols-2 md:p-5">
        {Object.entries(found.capabilities).map(([name, on]) => (
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

/** What programs and agents may do here. */
export function Programs() {
  return (
    <Section title={t('administered.programs')}>
      <SettingsForm>
        {(form) => (
          <>
            <NumberSettingField
              form={form}
              name="token_max_days"
              label={t('administered.token_max_days')}
              emptyHint={t('administered.token_max_days_hint')}
              max={MOST_DAYS}
            />
            <ChoiceChips
              legend={t('administered.mcp')}
              value={form.value('mcp')}
              onChoose={(value: 'off' | 'read' | 'write') => form.set('mcp', value)}
              choices={(['off', 'read', 'write'] as const).map((value) => ({
                value,
                label: t(`administered.mcp_${value}`),
              }))}
            />
            <ChoiceChips
              legend={t('administered.mcp_reporters_texts')}
              value={form.value('mcp_reporters_texts')}
              onChoose={(value: 'full' | 'developers_only') => form.set('mcp_reporters_texts', value)}
              choices={(['full', 'developers_only'] as const).map((value) => ({
                value,
                label: t(`administered.mcp_texts_${value}`),
              }))}
            />
            <p className="text-sm text-muted">{t('administered.mcp_hint')}</p>
          </>
        )}
      </SettingsForm>
    </Section>
  );
}
