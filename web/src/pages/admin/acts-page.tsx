import { Section } from '../../design/page.tsx';
import { t } from '../../texts/texts.ts';
import { ActList } from '../../tickets/changing/act-list.tsx';

/** Who did what to how many. What would become of it is shown before it is taken back. */
export const ActsPage = () => (
  <Section title={t('admin.acts')}>
    <ActList />
  </Section>
);
