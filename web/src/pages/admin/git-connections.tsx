import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FORGES } from '../../../../contract/words.ts';
import { ListSection } from '../../administration/list-section.tsx';
import {
  addGitConnection,
  changeGitConnection,
  type GitConnection,
  type GitConnectionDraft,
  gitConnectionsQuery,
  receivedPagesQuery,
  removeGitConnection,
  rotateGitSecret,
} from '../../backend/git-connections.ts';
import { Empty, Skeleton } from '../../design/feedback.tsx';
import { useAct, useAttempt } from '../../design/form.tsx';
import { FormDialog, InputField, SelectField } from '../../design/form-dialog.tsx';
import { MenuItem } from '../../design/menu.tsx';
import { ShowMore } from '../../design/pending.tsx';
import { Cell, Table, TableRow } from '../../design/table.tsx';
import { ago, moment } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { EndpointRow } from './endpoint-row.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** Connections to forges, which tell of the code behind tickets. */
export function GitConnections() {
  const query = useQuery(gitConnectionsQuery);
  const client = useQueryClient();
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const refresh = () => client.invalidateQueries({ queryKey: ['git-connections'] });
  return (
    <ListSection
      title={t('admin.git')}
      query={query}
      add={t('git.new')}
      onAdd={() => setAdding(true)}
      empty={t('git.none')}
      row={(connection) => (
        <ConnectionRow key={connection.id} connection={connection} onSecret={setSecret} onChanged={refresh} />
      )}
    >
      {adding && (
        <ConnectionDialog
          onClose={() => setAdding(false)}
          onMade={(made) => {
            setAdding(false);
            setSecret(made);
            refresh();
          }}
        />
      )}
      {secret && <SecretDialog secret={secret} once={t('git.secretOnce')} onClose={() => setSecret(undefined)} />}
    </ListSection>
  );
}

const addressOf = ({ id }: GitConnection): string => `${location.origin}/api/git/${id}`;

interface ConnectionRowProps {
  connection: GitConnection;
  onSecret: (secret: string) => void;
  onChanged: () => void;
}

function ConnectionRow({ connection, onSecret, onChanged }: ConnectionRowProps) {
  const { id, name, forge, is_active, last_received_at } = connection;
  const { act: toggle } = useAct(() => changeGitConnection(id, { is_active: !is_active }), ['git-connections']);
  return (
    <EndpointRow
      {...{ of: 'git', name, onSecret, onChanged }}
      logName={t('git.received')}
      log={<Received connectionId={id} />}
      moreLabel={t('git.more', { name })}
      items={
        <MenuItem icon={is_active ? 'close' : 'check'} onSelect={toggle}>
          {t(is_active ? 'git.switchOff' : 'git.switchOn')}
        </MenuItem>
      }
      rotate={() => rotateGitSecret(id)}
      remove={() => removeGitConnection(id)}
    >
      <span className="block truncate text-sm font-medium">{name}</span>
      <span className="block truncate text-sm text-muted">
        {!is_active && <span className="font-medium text-warning">{t('git.off')} · </span>}
        {t(`git.${forge}`)} ·{' '}
        {last_received_at === null ? t('git.never') : t('git.last', { when: ago(last_received_at) })}
      </span>
      <code title={t('git.addressHint')} className="block truncate text-xs text-muted select-all">
        {addressOf(connection)}
      </code>
    </EndpointRow>
  );
}

const TONES = { used: 'text-success', nothing: 'text-muted', unreadable: 'text-danger' } as const;

function Received({ connectionId }: { connectionId: string }) {
  const query = useInfiniteQuery(receivedPagesQuery(connectionId));
  if (!query.data) return <Skeleton lines={2} />;
  const received = query.data.pages.flatMap(({ items }) => items);
  if (received.length === 0) return <Empty text={t('git.nothing')} />;
  return (
    <div className="border-t border-line bg-sunken">
      <Table caption={t('git.received')} heads={[t('git.event'), t('git.state'), t('git.numbers'), t('outbox.when')]}>
        {received.map(({ id, event, state, numbers, at }) => (
          <TableRow key={id}>
            <Cell>
              <span className="font-mono text-xs">{event ?? '–'}</span>
            </Cell>
            <Cell>
              <span className={`font-medium ${TONES[state]}`}>{t(`git.states.${state}`)}</span>
            </Cell>
            <Cell>
              {numbers
                .map(({ number, state: of }) => (of === 'unknown' ? t('git.unknown', { number }) : `#${number}`))
                .join(', ')}
            </Cell>
            <Cell>
              <span className="whitespace-nowrap">{moment(at)}</span>
            </Cell>
          </TableRow>
        ))}
      </Table>
      <ShowMore pages={query} />
    </div>
  );
}

function ConnectionDialog({ onClose, onMade }: { onClose: () => void; onMade: (secret: string) => void }) {
  const [draft, setDraft] = useState<GitConnectionDraft>({ name: '', forge: 'github' });
  const saving = useAttempt(async () => onMade((await addGitConnection(draft)).secret));
  return (
    <FormDialog onClose={onClose} title={t('git.new')} disabled={!draft.name.trim()} attempt={saving}>
      <InputField
        name="name"
        label={t('git.name')}
        required
        longest={80}
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
      />
      <SelectField
        label={t('git.forge')}
        value={draft.forge}
        onChoose={(forge) => setDraft({ ...draft, forge })}
        choices={FORGES.map((value) => ({ value, label: t(`git.${value}`) }))}
      />
    </FormDialog>
  );
}
