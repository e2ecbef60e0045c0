import { t } from '../../texts/texts.ts';

/** Says which command makes the first developer, while there is none. */
export function FirstDeveloper() {
  return (
    <section className="mb-4 rounded-2xl border border-line bg-surface p-6">
      <h2 className="font-semibold">{t('waysIn.setupTitle')}</h2>
      <p className="mt-2 text-sm text-muted">{t('waysIn.setupLead')}</p>
      <pre className="mt-2 rounded-lg bg-sunken p-3 text-sm wrap-break-word whitespace-pre-wrap">
        <code>npm run kwit -- developer add me@example.com</code>
      </pre>
      <p className="mt-2 text-sm text-muted">{t('waysIn.setupThen')}</p>
    </section>
  );
}
