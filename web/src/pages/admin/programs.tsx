import { NumberSettingField, SettingsForm } from '../../administration/settings-form.tsx';
import { ChoiceChips } from '../../design/chips.tsx';
import { Section } from '../../design/page.tsx';
import { t } from '../../texts/texts.ts';

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
