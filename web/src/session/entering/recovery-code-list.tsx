import { Button } from '../../design/button.tsx';
import { copyText } from '../../design/copy-text.ts';
import { t } from '../../texts/texts.ts';

/** The codes that stand for a passkey, each once. Kwit shows them this one time. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const copy = () => copyText(codes.join('\n'), t('entering.copied'));
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">{t('entering.recoveryLead')}</p>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-lg border border-line bg-sunken px-3 py-2 font-mono text-sm select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={copy}>{t('entering.copyCodes')}</Button>
        <a
          download="kwit-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`}
          className="inline-flex min-h-9 items-center rounded-lg px-2 text-sm font-medium text-accent underline underline-offset-2 max-md:min-h-11"
        >
          {t('entering.saveCodes')}
        </a>
      </div>
    </div>
  );
}
