import { Button } from '../../design/button.tsx';
import { Menu, MenuCheckbox, MenuLabel, MenuRadio, MenuRadioGroup, MenuSeparator } from '../../design/menu.tsx';
import { t } from '../../texts/texts.ts';
import {
  COLUMNS,
  DENSITIES,
  type Density,
  layRowsOut,
  toggleColumn,
  useRowLayout,
} from '../../tickets/showing/row-layout.ts';

/** How high the rows are, and what they show. A phone has room for one way only. */
export function RowLayoutMenu({ own }: { own: boolean }) {
  const { density, columns } = useRowLayout();
  return (
    <Menu
      align="end"
      label={t('list.columns')}
      trigger={
        <Button look="quiet" small icon="board" title={t('list.columns')} className="max-md:hidden">
          <span className="filter-bar-label">{t('list.columns')}</span>
        </Button>
      }
    >
      {COLUMNS.filter((column) => !own || column !== 'reporter').map((column) => (
        <MenuCheckbox key={column} checked={columns.includes(column)} onCheck={(shown) => toggleColumn(column, shown)}>
          {t(`column.${column}`)}
        </MenuCheckbox>
      ))}
      <MenuSeparator />
      <MenuLabel>{t('density.title')}</MenuLabel>
      <MenuRadioGroup value={density} onPick={(next: Density) => layRowsOut({ density: next })}>
        {DENSITIES.map((one) => (
          <MenuRadio key={one} value={one}>
            {t(`density.${one}`)}
          </MenuRadio>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}
