import { type FormEvent, useState } from 'react';
import { makeToken, type TokenDraft } from '../../backend/api-tokens.ts';
import { Button } from '../../design/button.tsx';
import { ChoiceChips } from '../../design/chips.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx';
import { refusalText } from '../../design/feedback.tsx';
import { Field, Input } from '../../design/field.tsx';
import { toast } from '../../design/toast.tsx';
import { t } from '../../texts/texts.ts';

/** How long a token may live. `usual` is 90 days, or as long as the team allows. */
const LIVES = { usual: undefined, month: 30, year: 365, endless: null } as const;
type Life = keyof typeof LIVES;

interface NewTokenDialogProps {
  onClose: () => void;
  /** Called with the token, which the page shows once. */
  onMade: (token: string) => void;
}

export function NewTokenDialog({ onClose, onMade }: NewTokenDialogProps) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<TokenDraft['scope']>('read');
  const [life, setLife] = useState<Life>('usual');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const days = LIVES[life];
    try {
      const draft = { name: name.trim(), scope, ...(days === undefined ? {} : { expires_in_days: days }) };
      onMade((await makeToken(draft)).token);
    } catch (error) {
      setProblem(refusalText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title={t('token.new')} description={t('token.rights')}>
      <form onSubmit={submit} className="contents">
        <DialogBody>
          <Field label={t('token.name')} hint={t('token.nameHint')} error={problem}>
            {(field) => (
              <Input
                {...field}
                required
                longest={80}
                autoComplete="off"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <ChoiceChips
            legend={t('token.scope')}
            value={scope}
            onChoose={setScope}
            choices={(['read', 'write', 'admin'] as const).map((value) => ({
              value,
              label: t(`token.scope_${value}`),
            }))}
          />
          <ChoiceChips
            legend={t('token.life')}
            value={life}
            onChoose={setLife}
            choices={(['month', 'usual', 'year', 'endless'] as const).map((value) => ({
              value,
              label: t(`token.life_${value}`),
            }))}
          />
        </DialogBody>
        <DialogFooter>
          <Button look="quiet" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" look="primary" busy={busy} disabled={name.trim() === ''}>
            {t('token.make')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

export function ShownTokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token);
      toast({ text: t('token.copied') });
    } catch {
      // Outside a secure context the browser has no clipboard; the user can select the text.
    }
  };
  return (
    <Dialog open onClose={onClose} title={t('token.shown')} description={t('token.shownOnce')}>
      <DialogBody>
        <code className="rounded-lg border border-line bg-sunken px-3 py-2 font-mono text-sm break-all select-all">
          {token}
        </code>
      </DialogBody>
      <DialogFooter>
        <Button onClick={copy}>{t('token.copy')}</Button>
        <Button look="primary" onClick={onClose}>
          {t('token.kept')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
