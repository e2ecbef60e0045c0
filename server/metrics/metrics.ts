/** What is measured, and how Prometheus reads it: the text format 0.0.4. No package, for it is these few lines. */

export type Labels = Readonly<Record<string, string>>

/** One line: the family's name, with a suffix where there is one, its labels and its value. */
export interface Sample {
  readonly suffix?: string
  readonly labels?: Labels
  readonly value: number
}

interface Family {
  /** Lower case with underscores, the unit at the end: `kwit_mails_total`, `process_cpu_seconds_total`. */
  readonly name: string
  /** One sentence for whoever reads the page. */
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
}

type Reading = number | Iterable<Sample>

/** The families that this process shows. Each is read when somebody asks; nothing is kept for it in between. */
export class Metrics {
  readonly #families = new Map<string, Family & { read(): Reading | Promise<Reading> }>()

  /** Shows a family from now on. @throws Error when its name is taken: a mistake in the code. */
  expose(family: Family, read: () => Reading | Promise<Reading>): void {
    if (this.#families.has(family.name)) throw new Error(`The metric ${family.name} is there already.`)
    this.#families.set(family.name, { ...family, read })
  }

  /** All families as text. One that cannot be read now (the database is away) is left out, not the others. */
  async text(): Promise<string> {
    const families = [...this.#families.values()].map(async (family) => ({ family, reading: await family.read() }))
    const read = await Promise.allSettled(families)
    return read.map((one) => (one.status === 'fulfilled' ? written(one.value.family, one.value.reading) : '')).join('')
  }
}

function written({ name, help, type }: Family, reading: Reading): string {
  const samples = typeof reading === 'number' ? [{ value: reading }] : reading
  let lines = `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`
  for (const { suffix = '', labels, value } of samples) lines += `${name}${suffix}${inBraces(labels)} ${value}\n`
  return lines
}

function inBraces(labels: Labels | undefined): string {
  if (labels === undefined) return ''
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/["\\\n]/g, escaped)}"`)
  return `{${pairs.join()}}`
}

const escaped = (character: string) => (character === '\n' ? '\\n' : `\\${character}`)
