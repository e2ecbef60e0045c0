interface ChoiceChipsProps<V extends string> {
  legend: string;
  value: V;
  choices: readonly { value: V; label: string }[];
  onChoose: (value: V) => void;
}

/** A radio group that shows its choices as chips. */
export function ChoiceChips<V extends string>({ legend, value, choices, onChoose }: ChoiceChipsProps<V>) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex h-9 cursor-pointer items-center rounded-full border border-line bg-surface px-3.5 text-sm select-none hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-accent-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent max-md:h-11"
          >
            <input
              type="radio"
              name={legend}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChoose(choice.value)}
              className="sr-only"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
