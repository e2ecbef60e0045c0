import type { JsonSchema } from './json-schema.ts';
import { pascalCase } from './pascal-case.ts';

/** The parameters that several operations take alike, each once under its name, and references to them. */
export class RepeatedParameters {
  readonly components: Readonly<Record<string, JsonSchema>>;
  readonly #nameOf: ReadonlyMap<string, string>;

  /** @param all the parameters of all operations, a parameter for each operation that takes it. */
  constructor(all: readonly JsonSchema[]) {
    const alike = [...Map.groupBy(all, (one) => JSON.stringify(one))].filter(([, those]) => those.length > 1);
    const byFrequency = alike.toSorted(([, a], [, b]) => b.length - a.length);
    const components: Record<string, JsonSchema> = {};
    const nameOf = new Map<string, string>();
    for (const [text, [first]] of byFrequency) {
      const name = first && pascalCase(String(first.name).replaceAll('-', '_'));
      // A name stands for the parameter that most operations take under it.
      if (!first || !name || name in components) continue;
      components[name] = first;
      nameOf.set(text, name);
    }
    this.components = Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    this.#nameOf = nameOf;
  }

  refer(parameter: JsonSchema): JsonSchema {
    const name = this.#nameOf.get(JSON.stringify(parameter));
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
  }
}
