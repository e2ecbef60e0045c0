import { CODE_SIGN_IN, PASSKEY_REQUIRED_OF } from '../../../../../contract/words.ts';
import { SettingsForm } from '../../../administration/settings-form.tsx';
import { ChoiceChips } from '../../../design/chips.tsx';
import { Section } from '../../../design/page.tsx';
import { t } from '../../../texts/texts.ts';
import { Attempts } from './attempts.tsx';
import { CompanyAccount } from './company-account.tsx';

/** The ways to sign in: the company's account, codes and passkeys, and what came of the last attempts. */
export function SignInPage() {
  return (
    <>
      <CompanyAccount />
      <Section title={t('signInSettings.ways')}>
        <SettingsForm>
          {(form) => (
            <>
              <div className="flex flex-col gap-1.5">
                <ChoiceChips
                  legend={t('signInSettings.codeSignIn')}
                  value={form.value('code_sign_in')}
                  onChoose={(value: (typeof CODE_SIGN_IN)[number]) => form.set('code_sign_in', value)}
                  choices={CODE_SIGN_IN.map((value) => ({ value, label: t(`signInSettings.codeSignIn_${value}`) }))}
                />
                <p className="text-sm text-muted">{t('signInSettings.codeSignInHint')}</p>
              </div>
              <div className="flex flex-col gap-1.5">
                <ChoiceChips
                  legend={t('signInSettings.requirePasskey')}
                  value={form.value('require_passkey')}
                  onChoose={(value: (typeof PASSKEY_REQUIRED_OF)[number]) => form.set('require_passkey', value)}
                  choices={PASSKEY_REQUIRED_OF.map((value) => ({
                    value,
                    label: t(`signInSettings.requirePasskey_${value}`),
                  }))}
                />
                <p className="text-sm text-muted">{t('signInSettings.requirePasskeyHint')}</p>
              </div>
            </>
          )}
        </SettingsForm>
      </Section>
      <Attempts />
    </>
  );
}
