import { SORTS } from '../../../../contract/words.ts'
import { Button } from '../../design/button.tsx'
import { Menu, MenuChoice, MenuLabel, MenuLine, MenuPick } from '../../design/menu.tsx'
import { t } from '../../texts/texts.ts'
import { GROUPS, type Group, type Sort, type TicketSearch, usualSort } from '../../tickets/filtering/ticket-search.ts'

interface ArrangeProps {
  search: TicketSearch
  onChange: (change: Partial<TicketSearch>) => void
}

/** In which order, and in which groups. */
export function Arrange({ search, onChange }: ArrangeProps) {
  const order = search.order ?? 'desc'
  const usual = usualSort(search) ?? ''
  return (
    <Menu
      align="end"
      label={t('list.arrange')}
      trigger={
        <Button look="quiet" small icon="list">
          {t('list.arrange')}
        </Button>
      }
    >
      <MenuLabel>{t('list.sortBy')}</MenuLabel>
      <MenuPick
        value={search.sort ?? usual}
        onPick={(sort: Sort | '') => onChange({ sort: sort === usual || sort === '' ? undefined : sort })}
      >
        {usual === '' && <MenuChoice value="">{t('sort.best')}</MenuChoice>}
        {SORTS.map((sort) => (
          <MenuChoice key={sort} value={sort}>
            {t(`sort.${sort}`)}
          </MenuChoice>
        ))}
      </MenuPick>
      <MenuLine />
      <MenuPick
        value={order}
        onPick={(next: 'asc' | 'desc') => onChange({ order: next === 'desc' ? undefined : next })}
      >
        <MenuChoice value="desc">{t('sort.desc')}</MenuChoice>
        <MenuChoice value="asc">{t('sort.asc')}</MenuChoice>
      </MenuPick>
      <MenuLabel>{t('list.groupBy')}</MenuLabel>
      <MenuPick value={search.group ?? ''} onPick={(group: Group | '') => onChange({ group: group || undefined })}>
        <MenuChoice value="">{t('list.noGroups')}</MenuChoice>
        {GROUPS.map((group) => (
          <MenuChoice key={group} value={group}>
            {t(`field.${group}`)}
          </MenuChoice>
        ))}
      </MenuPick>
    </Menu>
  )
}
