import { Section } from '../../design/page.tsx';
import { t } from '../../texts/texts.ts';
import { ActList } from '../../tickets/changing/act-list.tsx';

/** Acts, their actors and the numbers of their tickets. The effect of taking one back is shown before it happens. */
export const ActsPage = () => (
  <Section title={t('admin.acts')}>
    <ActList />
  </Section>
);
