import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ROLES, type Role } from '../../../../../contract/words.ts';
import { InviteButton, InviteFields, useInviting } from '../../../administration/inviting/invite-fields.tsx';
import { type PeopleWanted, peoplePagesQuery } from '../../../backend/people.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../design/dialog.tsx';
import { Empty } from '../../../design/feedback.tsx';
import { Input } from '../../../design/field.tsx';
import { Form } from '../../../design/form.tsx';
import { Section } from '../../../design/page.tsx';
import { Pending, ShowMore } from '../../../design/pending.tsx';
import { Select } from '../../../design/select.tsx';
import { useDebounced } from '../../../design/use-debounced.ts';
import { t } from '../../../texts/texts.ts';
import { useSearchKey } from '../../../tickets/filtering/use-search-key.ts';
import { useSectionSearch } from '../entries.tsx';
import { PERSON_STATES, PersonRow, type PersonState } from './person-row.tsx';

/** The people page. Its filter, and whether somebody is being invited, stand in the address. */
export function PeoplePage() {
  const [search, go] = useSectionSearch('users');
  const filter = filterOf(search);
  return (
    <>
      <PeopleList filter={filter} onFilter={go} onInvite={() => go({ ...filter, open: 'invite' })} />
      {search.open === 'invite' && <InviteDialog onClose={() => go(filter)} />}
    </>
  );
}

const REST_MS = 200;

interface PeopleListProps {
  filter: PeopleFilter;
  onFilter: (filter: PeopleFilter) => void;
  onInvite: () => void;
}

export function PeopleList({ filter, onFilter, onInvite }: PeopleListProps) {
  // A query is sent once the typing rests.
  const q = useDebounced(filter.q, REST_MS);
  const query = useInfiniteQuery({
    ...peoplePagesQuery(peopleQueryOf({ ...filter, q })),
    placeholderData: keepPreviousData,
  });
  const people = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Section
      title={t('admin.users')}
      count={query.data?.pages[0]?.total}
      aside={
        <Button small icon="plus" onClick={onInvite}>
          {t('user.invite')}
        </Button>
      }
    >
      <Filters filter={filter} onFilter={onFilter} />
      {!query.data && <Pending query={query} />}
      {query.data && people.length === 0 && <Empty text={t('account.none')} />}
      <ul>
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </ul>
      <ShowMore pages={query} />
    </Section>
  );
}

const ALL = 'all';

function Filters({ filter, onFilter }: Omit<PeopleListProps, 'onInvite'>) {
  // The address follows a moment later: what is typed must not wait for it.
  const [text, setText] = useState(filter.q);
  const searchKey = useSearchKey();
  return (
    <div className="grid gap-2 border-b border-line p-3 md:grid-cols-[minmax(0,1fr)_12rem_12rem] md:px-5">
      <Input
        {...searchKey}
        type="search"
        aria-label={t('account.search')}
        placeholder={t('account.search')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onFilter({ ...filter, q: event.target.value });
        }}
      />
      <Select
        label={t('account.filterRole')}
        value={filter.role ?? ALL}
        onChoose={(role) => onFilter({ ...filter, role: role === ALL ? undefined : role })}
        choices={[
          { value: ALL, label: t('account.allRoles') },
          ...ROLES.map((value) => ({ value, label: t(`role.${value}`) })),
        ]}
      />
      <Select
        label={t('account.filterState')}
        value={filter.state ?? ALL}
        onChoose={(state) => onFilter({ ...filter, state: state === ALL ? undefined : state })}
        choices={[
          { value: ALL, label: t('account.allStates') },
          ...PERSON_STATES.map((value) => ({ value, label: t(`userState.${value}`) })),
        ]}
      />
    </div>
  );
}

/** Which people the page shows. It stands in the address. */
interface PeopleFilter {
  /** Part of a name or address. */
  q: string;
  role: Role | undefined;
  state: PersonState | undefined;
}

type Search = { q?: string | undefined; role?: string | undefined; state?: string | undefined };

/** Reads the filter from the address; a word that it does not know filters nothing. */
export const filterOf = ({ q, role, state }: Search): PeopleFilter => ({
  q: q ?? '',
  role: ROLES.find((candidate) => candidate === role),
  state: PERSON_STATES.find((personState) => personState === state),
});

export const peopleQueryOf = ({ q, role, state }: PeopleFilter): PeopleWanted => ({
  q: q.trim() || undefined,
  role,
  ...(state === undefined ? {} : { is_active: state === 'former' ? '0' : '1' }),
  ...(state === 'active' || state === 'invited' ? { has_signed_in: state === 'active' ? '1' : '0' } : {}),
});

/** Invites one person or a pasted list. It stays open while somebody is refused. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const inviting = useInviting(onClose);
  return (
    <Dialog onClose={onClose} title={t('account.inviteTitle')}>
      <Form onSubmit={inviting.submit} className="contents">
        <DialogBody>
          <InviteFields inviting={inviting} />
        </DialogBody>
        <DialogFooter>
          <Button look="quiet" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <InviteButton inviting={inviting} />
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
