import { randomBytes } from 'node:crypto'

/** Who looks. Ada reports, Jan reports something else; Dev and Ewa are developers. */
export const EYES = ['anonymous', 'ada', 'jan', 'dev', 'ewa'] as const
export type Eye = (typeof EYES)[number]

export const NOBODY: readonly Eye[] = []
export const DEVELOPERS: readonly Eye[] = ['dev', 'ewa']
export const JAN_AND_DEVELOPERS: readonly Eye[] = ['jan', 'dev', 'ewa']
export const ADA_AND_DEVELOPERS: readonly Eye[] = ['ada', 'dev', 'ewa']
export const SIGNED_IN: readonly Eye[] = ['ada', 'jan', 'dev', 'ewa']

interface Canary {
  readonly where: string
  readonly text: string
  readonly eyes: readonly Eye[]
}

/** Texts that stand in one place each, and those to whose eyes they may come. */
export class Canaries {
  readonly all: Canary[] = []

  /** A new text, in lower-case letters and digits, so that it fits into names, addresses and domains alike. */
  plant(where: string, eyes: readonly Eye[]): string {
    return this.put(where, eyes, `canary${String(this.all.length).padStart(2, '0')}${randomBytes(5).toString('hex')}`)
  }

  /** A text that Kwit made up itself: an id, a secret. */
  put(where: string, eyes: readonly Eye[], text: string): string {
    this.all.push({ where, text, eyes })
    return text
  }

  hiddenFrom(eye: Eye): readonly Canary[] {
    return this.all.filter(({ eyes }) => !eyes.includes(eye))
  }

  /** Where those stand that are in a text, in upper or lower case. */
  in(text: string): string[] {
    const lower = text.toLowerCase()
    return this.all.filter((canary) => lower.includes(canary.text.toLowerCase())).map(({ where }) => where)
  }

  /** Where those stand that this eye is to see, all of them. */
  expectedOf(eye: Eye): string[] {
    return this.all.filter(({ eyes }) => eyes.includes(eye)).map(({ where }) => where)
  }
}
