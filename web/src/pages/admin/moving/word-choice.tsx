import type { UnknownWord, WordMeaning } from '../../../../../contract/imports.ts';
import type { TableWordList } from '../../../../../contract/table-words.ts';
import { CATEGORIES, PRIORITIES, STATUSES } from '../../../../../contract/words.ts';
import type { ImportOptions, ImportPreview } from '../../../backend/moving.ts';
import { Field } from '../../../design/field.tsx';
import { Select } from '../../../design/select.tsx';
import { maybeText, t } from '../../../texts/texts.ts';

const WORDS: Record<TableWordList, readonly string[]> = {
  status: STATUSES,
  category: CATEGORIES,
  priority: PRIORITIES,
};
const NOTHING = 'nothing';

interface WordChoiceProps {
  preview: ImportPreview;
  options: ImportOptions;
  onChange: (options: ImportOptions) => void;
}

/** What the words of the table mean that Kwit does not have. */
export function WordChoice({ preview, options, onChange }: WordChoiceProps) {
  const meanings = options.meanings ?? [];
  const isSame = (a: UnknownWord | WordMeaning) => (b: WordMeaning) => a.list === b.list && a.word === b.word;
  const unknown = preview.unknown_words.filter((word) => !meanings.some(isSame(word)));
  if (unknown.length + meanings.length === 0) return null;
  const mean = (word: UnknownWord | WordMeaning, means: string) => {
    const others = meanings.filter((one) => !isSame(word)(one));
    const added = means === NOTHING ? [] : [{ list: word.list, word: word.word, means }];
    onChange({ ...options, meanings: [...others, ...added] });
  };
  return (
    <div>
      <h4 className="text-sm font-semibold">{t('moving.words')}</h4>
      <p className="mt-1 mb-3 text-sm text-muted">
        {t(preview.product === 'trello' ? 'moving.listsLead' : 'moving.wordsLead')}
      </p>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {[...meanings, ...unknown].map((word) => (
          <Field
            key={`${word.list} ${word.word}`}
            label={t('moving.wordMeans', { word: word.word })}
            hint={'rows' in word ? t('moving.rows', { count: word.rows }) : undefined}
          >
            {(field) => (
              <Select
                label={t('moving.wordMeans', { word: word.word })}
                id={field.id}
                value={'means' in word ? word.means : NOTHING}
                onChoose={(means) => mean(word, means)}
                choices={[
                  {
                    value: NOTHING,
                    label: preview.product === 'trello' ? t('status.submitted') : t('moving.meansNothing'),
                  },
                  ...WORDS[word.list].map((value) => ({ value, label: maybeText(`${word.list}.${value}`) ?? value })),
                ]}
              />
            )}
          </Field>
        ))}
      </div>
    </div>
  );
}
