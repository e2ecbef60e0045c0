import { SORTS } from '../../../../contract/words.ts';
import { Button } from '../../design/button.tsx';
import { Menu, MenuLabel, MenuRadio, MenuRadioGroup, MenuSeparator } from '../../design/menu.tsx';
import { t } from '../../texts/texts.ts';
import {
  GROUPS,
  type Group,
  type Sort,
  sortedBy,
  type TicketSearch,
  usualSort,
} from '../../tickets/filtering/ticket-search.ts';

interface ArrangeProps {
  search: TicketSearch;
  onChange: (change: Partial<TicketSearch>) => void;
}

/** The menu for sorting and grouping. */
export function Arrange({ search, onChange }: ArrangeProps) {
  const order = search.order ?? 'desc';
  const usual = usualSort(search) ?? '';
  return (
    <Menu
      align="end"
      label={t('list.arrange')}
      trigger={
        <Button look="quiet" small icon="list" title={t('list.arrange')}>
          <span className="filter-bar-label">{t('list.arrange')}</span>
        </Button>
      }
    >
      <MenuLabel>{t('list.sortBy')}</MenuLabel>
      <MenuRadioGroup value={search.sort ?? usual} onPick={(sort: Sort | '') => onChange(sortedBy(sort, search))}>
        {usual === '' && <MenuRadio value="">{t('sort.best')}</MenuRadio>}
        {SORTS.map((sort) => (
          <MenuRadio key={sort} value={sort}>
            {t(`sort.${sort}`)}
          </MenuRadio>
        ))}
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuRadioGroup
        value={order}
        onPick={(next: 'asc' | 'desc') => onChange({ order: next === 'desc' ? undefined : next })}
      >
        <MenuRadio value="desc">{t('sort.desc')}</MenuRadio>
        <MenuRadio value="asc">{t('sort.asc')}</MenuRadio>
      </MenuRadioGroup>
      <MenuLabel>{t('list.groupBy')}</MenuLabel>
      <MenuRadioGroup
        value={search.group ?? ''}
        onPick={(group: Group | '') => onChange({ group: group || undefined })}
      >
        <MenuRadio value="">{t('list.noGroups')}</MenuRadio>
        {GROUPS.map((group) => (
          <MenuRadio key={group} value={group}>
            {t(`field.${group}`)}
          </MenuRadio>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}
