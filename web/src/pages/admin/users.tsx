import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../../../contract/users.ts'
import { ROLES } from '../../../../contract/words.ts'
import { enqueue, hasPendingChange } from '../../backend/change-queue.ts'
import { changePerson, peopleQuery } from '../../backend/people.ts'
import { Avatar } from '../../design/avatar.tsx'
import { Empty, LoadFailed, Skeleton } from '../../design/feedback.tsx'
import { Input, Select } from '../../design/field.tsx'
import { Section } from '../../design/page.tsx'
import { toast } from '../../design/toast.tsx'
import { toastRefusal } from '../../design/toast-refusal.ts'
import { useMe } from '../../session/me.ts'
import { ago } from '../../texts/dates.ts'
import { foldText } from '../../texts/fold.ts'
import { t } from '../../texts/texts.ts'

export function Users() {
  const found = useQuery(peopleQuery)
  const [text, setText] = useState('')
  const people = (found.data ?? []).filter((person) =>
    foldText(`${person.name} ${person.email}`).includes(foldText(text.trim())),
  )
  return (
    <Section title={t('admin.users')} {...(found.data ? { count: found.data.length } : {})}>
      <div className="border-b border-line p-3 md:px-5">
        <Input
          type="search"
          aria-label={t('user.search')}
          placeholder={t('user.search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {found.error && !found.data && <LoadFailed error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <Skeleton />}
      {found.data && people.length === 0 && <Empty icon="people" text={t('user.none')} />}
      <ul>
        {people.map((person) => (
          <Person key={person.id} person={person} />
        ))}
      </ul>
    </Section>
  )
}

function Person({ person }: { person: User }) {
  const client = useQueryClient()
  const me = useMe()
  const setRole = async (role: User['role'], undoable = true) => {
    client.setQueryData(peopleQuery.queryKey, (people) =>
      people?.map((one) => (one.id === person.id ? { ...one, role } : one)),
    )
    try {
      await enqueue(person.id, () => changePerson(person.id, { role }))
      toast({
        text: t('user.changed', { name: person.name, role: t(`role.${role}`) }),
        ...(undoable ? { undo: () => setRole(person.role, false) } : {}),
      })
    } catch (error) {
      toastRefusal(error, person.name)
    }
    if (!hasPendingChange(person.id)) client.invalidateQueries({ queryKey: ['people'] })
    if (person.id === me.id) client.invalidateQueries({ queryKey: ['me'] })
  }
  return (
    <li className="flex min-h-14 items-center gap-x-3 gap-y-1 border-b max-md:flex-wrap border-line px-4 py-2 last:border-b-0 md:px-5">
      <Avatar name={person.name} url={person.avatar_url} size={32} />
      {/* On a phone the name has a line of its own: a truncated address tells nobody apart. */}
      <span className="min-w-0 flex-1 max-md:basis-[calc(100%-3rem)]">
        <span className="block font-medium max-md:line-clamp-2 md:truncate">
          {person.name}
          {person.id === me.id && (
            <span className="ml-1.5 font-normal text-muted">({t('assignee.me').toLowerCase()})</span>
          )}
        </span>
        <span className="block text-sm text-muted max-md:line-clamp-2 md:truncate">{person.email}</span>
      </span>
      <span className="text-sm text-muted max-md:min-w-0 max-md:flex-1 max-md:pl-11 max-md:text-xs md:whitespace-nowrap">
        {person.last_login ? t('user.seen', { when: ago(person.last_login) }) : t('user.never')}
      </span>
      <Select
        label={t('user.roleOf', { name: person.name })}
        value={person.role}
        onChoose={(role) => setRole(role)}
        choices={ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
        className="w-36! shrink-0 text-sm!"
      />
    </li>
  )
}
