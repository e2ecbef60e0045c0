import type { Mutant } from './mutant.ts'

const GATE = 'server/http/connection/read-gate.ts'
const READS = ['server/http/connection/read-gate.test.ts', 'server/http/expensive-reads.api.test.ts']

/** Defences against whoever asks for more than their share. */
export const LIMITS: readonly Mutant[] = [
  {
    breaks: 'a search takes its turn',
    file: 'server/http/request-context.ts',
    from: ' || q !== undefined',
    to: '',
    tests: READS,
  },
  {
    breaks: 'the event loop comes round between two reads',
    file: GATE,
    from: 'setImmediate(() => this.#end(personId, performance.now() - began))',
    to: 'this.#end(personId, performance.now() - began)',
    tests: READS,
  },
  {
    breaks: 'whoever has had a turn goes to the end of the line',
    file: GATE,
    from: '    this.#line.delete(personId)\n    const',
    to: '    if (reads.size < 2) this.#line.delete(personId)\n    const',
    tests: READS,
  },
  {
    breaks: 'of who has many reads waiting one runs at a time',
    file: GATE,
    from: 'this.#floods(personId) ? 1 : this.#mostOfOne',
    to: 'this.#mostOfOne',
    tests: READS,
  },
  {
    breaks: 'who has many reads waiting rests after each',
    file: GATE,
    from: 'const REST = 2\n',
    to: 'const REST = 0\n',
    tests: READS,
  },
]
