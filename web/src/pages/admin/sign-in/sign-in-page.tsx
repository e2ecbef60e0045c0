import { useQuery } from '@tanstack/react-query';
import { CODE_SIGN_IN, PASSKEY_REQUIRED_OF } from '../../../../../contract/words.ts';
import { ChoiceSetting, SettingsForm } from '../../../administration/settings-form.tsx';
import { attemptsQuery, type SignInAttempt } from '../../../backend/company-account.ts';
import { Empty } from '../../../design/feedback.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Section } from '../../../design/page.tsx';
import { Pending } from '../../../design/pending.tsx';
import { ago } from '../../../texts/dates.ts';
import { language, maybeText, t } from '../../../texts/texts.ts';
import { CompanyAccount } from './company-account.tsx';

/** The ways to sign in: the company's account, codes and passkeys, and what came of the last attempts. */
export function SignInPage() {
  return (
    <>
      <CompanyAccount />
      <Section title={t('signInSettings.ways')}>
        <SettingsForm>
          <div className="flex flex-col gap-1.5">
            <ChoiceSetting
              name="code_sign_in"
              label={t('signInSettings.codeSignIn')}
              words={CODE_SIGN_IN}
              nameOf={(word) => t(`signInSettings.codeSignIn_${word}`)}
            />
            <p className="text-sm text-muted">{t('signInSettings.codeSignInHint')}</p>
          </div>
          <div className="flex flex-col gap-1.5">
            <ChoiceSetting
              name="require_passkey"
              label={t('signInSettings.requirePasskey')}
              words={PASSKEY_REQUIRED_OF}
              nameOf={(word) => t(`signInSettings.requirePasskey_${word}`)}
            />
            <p className="text-sm text-muted">{t('signInSettings.requirePasskeyHint')}</p>
          </div>
        </SettingsForm>
      </Section>
      <Attempts />
    </>
  );
}

/** The last sign-ins with the company's account: who came, with which claims, and what is wrong in words. */
function Attempts() {
  const attempts = useQuery(attemptsQuery(language()));
  return (
    <Section title={t('signInSettings.attempts')} count={attempts.data?.length}>
      {!attempts.data ? (
        <Pending query={attempts} lines={3} />
      ) : attempts.data.length === 0 ? (
        <Empty text={t('signInSettings.noAttempts')} />
      ) : (
        <>
          <p className="px-4 pt-3 text-sm text-muted md:px-5">{t('signInSettings.attemptsLead')}</p>
          <ul>
            {attempts.data.map((attempt) => (
              <Attempt key={attempt.at + JSON.stringify(attempt.claims)} attempt={attempt} />
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

const localName = (claims: Readonly<Record<string, unknown>>): string =>
  String(
    [claims.name, claims.email, claims.preferred_username, claims.sub].find((claim) => typeof claim === 'string') ??
      '?',
  );

function Attempt({ attempt }: { attempt: SignInAttempt }) {
  const { at, outcome, error, claims, problems } = attempt;
  const isIn = outcome === 'signed_in';
  return (
    <li className="flex flex-col gap-1 border-b border-line px-4 py-3 last:border-b-0 md:px-5">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className={isIn ? 'text-success' : 'text-danger'}>
          <Icon name={isIn ? 'check' : 'warning'} />
        </span>
        <span className="font-medium wrap-anywhere">{localName(claims as Record<string, unknown>)}</span>
        <span className="text-sm text-muted">
          {t(`signInSettings.outcome.${outcome}`)} · {ago(at)}
        </span>
      </p>
      {error && <p className="text-sm">{maybeText(`entering.error.${error}`) ?? error}</p>}
      {problems.map((problem) => (
        <p key={problem} className="text-sm text-warning">
          {problem}
        </p>
      ))}
      <details className="text-sm">
        <summary className="cursor-pointer text-muted max-md:min-h-11 max-md:py-3">
          {t('signInSettings.claims')}
        </summary>
        <pre className="mt-1 overflow-x-auto rounded-lg border border-line bg-sunken p-3 font-mono text-xs">
          {JSON.stringify(claims, null, 2)}
        </pre>
      </details>
    </li>
  );
}
