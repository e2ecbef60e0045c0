import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { makeToken, rotateToken, type TokenDraft, tokensQuery } from '../../backend/api-tokens.ts';
import { Button } from '../../design/button.tsx';
import { ChoiceChips } from '../../design/chips.tsx';
import { copyText } from '../../design/copy-text.ts';
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx';
import { useAct, useAttempt } from '../../design/form.tsx';
import { FormDialog, InputField } from '../../design/form-dialog.tsx';
import { Pending, ShowMore } from '../../design/pending.tsx';
import { TokenRow, useRevoking } from '../../session/tokens/token-row.tsx';
import { t } from '../../texts/texts.ts';

/** The user's tokens for programs: to make, to see once, to replace and to revoke. */
export function OwnTokens() {
  const client = useQueryClient();
  const query = useInfiniteQuery(tokensQuery);
  const { isGoing, revoke } = useRevoking();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string>();
  const show = (token: string) => {
    setMade(token);
    setMaking(false);
    client.invalidateQueries({ queryKey: ['tokens'] });
  };
  const rotate = useAct(async (id: string) => show((await rotateToken(id)).token));
  const tokens = query.data?.pages.flatMap(({ items }) => items).filter((token) => !isGoing(token));
  return (
    <>
      <p className="text-sm text-muted">{t('token.what')}</p>
      {!query.data && <Pending query={query} lines={2} />}
      <ul>
        {tokens?.map((token) => (
          <TokenRow key={token.id} token={token}>
            <Button small look="quiet" busy={rotate.doing?.[0] === token.id} onClick={() => rotate.act(token.id)}>
              {t('token.rotate')}
            </Button>
            <Button small look="quiet" onClick={() => revoke(token)}>
              {t('token.revoke')}
            </Button>
          </TokenRow>
        ))}
      </ul>
      <ShowMore pages={query} />
      <div>
        <Button icon="plus" onClick={() => setMaking(true)} data-reach="new-token" data-opens>
          {t('token.new')}
        </Button>
      </div>
      {making && <NewTokenDialog onClose={() => setMaking(false)} onMade={show} />}
      {made && <ShownTokenDialog token={made} onClose={() => setMade(undefined)} />}
    </>
  );
}

/** How long a token may live. `usual` is 90 days, or as long as the team allows. */
const LIVES = { usual: undefined, month: 30, year: 365, endless: null } as const;
type Life = keyof typeof LIVES;

interface NewTokenDialogProps {
  onClose: () => void;
  /** Called with the token, which the page shows once. */
  onMade: (token: string) => void;
}

function NewTokenDialog({ onClose, onMade }: NewTokenDialogProps) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<TokenDraft['scope']>('read');
  const [life, setLife] = useState<Life>('usual');
  const making = useAttempt(async () => {
    const days = LIVES[life];
    const draft = { name: name.trim(), scope, ...(days === undefined ? {} : { expires_in_days: days }) };
    onMade((await makeToken(draft)).token);
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('token.new')}
      description={t('token.rights')}
      disabled={name.trim() === ''}
      submit={t('token.make')}
      attempt={making}
    >
      <InputField
        name="name"
        label={t('token.name')}
        hint={t('token.nameHint')}
        required
        longest={80}
        autoComplete="off"
        value={name}
        onChange={setName}
      />
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
    </FormDialog>
  );
}

function ShownTokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const copy = () => copyText(token, t('token.copied'));
  return (
    <Dialog onClose={onClose} title={t('token.shown')} description={t('token.shownOnce')}>
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
