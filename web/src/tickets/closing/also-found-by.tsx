import { t } from '../../texts/texts.ts';
import type { useAlsoFoundBy } from './use-also-found-by.ts';
import { WordChips } from './word-chips.tsx';

interface AlsoFoundByProps {
  found: ReturnType<typeof useAlsoFoundBy>;
  isShared: boolean;
}

/** The words by which an answer is to be found, as chips, and who will find it by them. */
export const AlsoFoundBy = ({ found: offers, isShared }: AlsoFoundByProps) => (
  <WordChips
    label={t('foundBy.also')}
    hint={t(isShared ? 'foundBy.everybody' : 'foundBy.readers')}
    words={offers.words}
    onChange={offers.setChosen}
  />
);
