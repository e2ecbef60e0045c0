import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ROLES } from '../../../../../contract/words.ts';
import { enqueue, hasPendingChange } from '../../../backend/change-queue.ts';
import type { Page } from '../../../backend/client.ts';
import { changePerson, type ListedUser, PEOPLE_PAGES, signOutPerson } from '../../../backend/people.ts';
import { Avatar } from '../../../design/avatar.tsx';
import { IconButton } from '../../../design/button.tsx';
import { classes } from '../../../design/class-names.ts';
import { Confirm } from '../../../design/form-dialog.tsx';
import { Menu, MenuItem } from '../../../design/menu.tsx';
import { onDemand, PartPlace } from '../../../design/on-demand.tsx';
import { Select } from '../../../design/select.tsx';
import { toast, toastRefusal } from '../../../design/toast.tsx';
import { useMe } from '../../../session/me.ts';
import { ago } from '../../../texts/dates.ts';
import { t } from '../../../texts/texts.ts';

const DIALOGS = {
  address: onDemand(async () => (await import('./person-dialogs.tsx')).AddressDialog),
  data: onDemand(async () => (await import('./person-dialogs.tsx')).PersonDataDialog, 'personData'),
  identities: onDemand(async () => (await import('./person-dialogs.tsx')).IdentitiesDialog, 'signInSettings'),
};

/** One line for each person, so that thirty are seen at a glance; on a phone the name has a line of its own. */
export function PersonRow({ person }: { person: ListedUser }) {
  const me = useMe();
  const { setRole, setActive } = useChangePerson(person);
  const [asking, setAsking] = useState(false);
  const [showing, setShowing] = useState<keyof typeof DIALOGS>();
  const Shown = showing && DIALOGS[showing];
  const isMe = person.id === me.id;
  return (
    <li className="flex items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1 last:border-b-0 max-md:flex-wrap max-md:py-2 md:px-5">
      <span className={classes('flex', !person.is_active && 'grayscale')}>
        <Avatar name={person.name} url={person.avatar_url} size={24} />
      </span>
      <span className="min-w-0 flex-1 max-md:basis-[calc(100%-3rem)] md:flex md:items-baseline md:gap-2">
        <span
          className={classes('font-medium max-md:line-clamp-2 md:truncate', !person.is_active && 'text-muted')}
          title={person.name}
        >
          {person.name}
          {isMe && <span className="ml-1.5 font-normal text-muted">({t('assignee.me').toLowerCase()})</span>}
        </span>
        <span className="block min-w-0 text-sm text-muted max-md:line-clamp-2 md:truncate" title={person.email}>
          {person.email}
        </span>
      </span>
      <State person={person} />
      <Select
        label={t('account.roleOf', { name: person.name })}
        value={person.role}
        onChoose={setRole}
        choices={ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
        className="h-8! w-44! shrink-0 text-sm! max-md:h-11!"
      />
      <Menu
        align="end"
        label={person.name}
        trigger={<IconButton icon="more" small label={t('account.more', { name: person.name })} />}
      >
        {/* The service lets nobody deactivate themselves. */}
        {!isMe && (
          <MenuItem icon={person.is_active ? 'lock' : 'user'} onSelect={() => setActive(!person.is_active)}>
            {t(person.is_active ? 'account.deactivate' : 'account.activate')}
          </MenuItem>
        )}
        <MenuItem icon="out" disabled={!person.is_active} onSelect={() => setAsking(true)}>
          {t('account.signOut')}
        </MenuItem>
        <MenuItem icon="mail" onSelect={() => setShowing('address')}>
          {t('account.address')}
        </MenuItem>
        <MenuItem icon="people" onSelect={() => setShowing('identities')}>
          {t('account.identities')}
        </MenuItem>
        <MenuItem icon="file" onSelect={() => setShowing('data')}>
          {t('account.data')}
        </MenuItem>
      </Menu>
      {asking && <SignOutQuestion person={person} onClose={() => setAsking(false)} />}
      <PartPlace>{Shown && <Shown person={person} onClose={() => setShowing(undefined)} />}</PartPlace>
    </li>
  );
}

export const PERSON_STATES = ['active', 'invited', 'former'] as const;
export type PersonState = (typeof PERSON_STATES)[number];

export function stateOf({ is_active, last_login }: Pick<ListedUser, 'is_active' | 'last_login'>): PersonState {
  if (!is_active) return 'former';
  return last_login === null ? 'invited' : 'active';
}

function State({ person }: { person: ListedUser }) {
  const state = stateOf(person);
  const { last_login, mail_paused_at } = person;
  if (state !== 'active')
    return (
      <Sign
        tone={state === 'former' ? 'bg-sunken text-muted' : 'bg-info-soft text-info'}
        text={t(`userState.${state}`)}
      />
    );
  if (mail_paused_at)
    return <Sign tone="bg-warning-soft text-warning" text={t('account.mailPaused')} title={ago(mail_paused_at)} />;
  return (
    <span className="text-sm text-muted max-md:min-w-20 max-md:flex-1 max-md:text-xs md:whitespace-nowrap">
      {last_login && t('account.seen', { when: ago(last_login) })}
    </span>
  );
}

const Sign = ({ tone, text, title }: { tone: string; text: string; title?: string }) => (
  <span className="text-xs max-md:flex-1" title={title}>
    <span className={`inline-block rounded-full px-2 leading-6 font-medium whitespace-nowrap ${tone}`}>{text}</span>
  </span>
);

/** Sessions that have ended cannot be brought back, so the page asks. */
function SignOutQuestion({ person, onClose }: { person: ListedUser; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <Confirm
      title={t('account.signOut')}
      effect={t('account.signOutEffect', { name: person.name })}
      action={t('account.signOut')}
      onClose={onClose}
      onConfirm={async () => {
        await signOutPerson(person.id);
        client.invalidateQueries({ queryKey: ['audit'] });
        toast({ text: t('account.signedOut', { name: person.name }) });
      }}
    />
  );
}

type Change = { role: ListedUser['role'] } | { is_active: boolean };

/** Changes a person: at once on the page, with Undo, and back when the service refuses. */
function useChangePerson(person: ListedUser) {
  const client = useQueryClient();
  const me = useMe();
  const changedBy = (patch: Change) => (entry: ListedUser) => (entry.id === person.id ? { ...entry, ...patch } : entry);
  const change = async (wish: Change, before?: Change): Promise<void> => {
    client.setQueriesData<InfiniteData<Page<ListedUser>>>(
      { queryKey: PEOPLE_PAGES },
      (list) =>
        list && { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(changedBy(wish)) })) },
    );
    try {
      await enqueue(person.id, () => changePerson(person.id, wish));
      toast({ text: sentence(person.name, wish), ...(before ? { undo: () => change(before) } : {}) });
    } catch (error) {
      toastRefusal(error, person.name);
    }
    if (!hasPendingChange(person.id)) client.invalidateQueries({ queryKey: ['people'] });
    client.invalidateQueries({ queryKey: ['audit'] });
    if (person.id === me.id) client.invalidateQueries({ queryKey: ['me'] });
  };
  return {
    setRole: (role: ListedUser['role']) => change({ role }, { role: person.role }),
    setActive: (is_active: boolean) => change({ is_active }, { is_active: person.is_active }),
  };
}

function sentence(name: string, patch: Change): string {
  if ('role' in patch) return t('account.changed', { name, role: t(`role.${patch.role}`) });
  return t(patch.is_active ? 'account.activated' : 'account.deactivated', { name });
}
