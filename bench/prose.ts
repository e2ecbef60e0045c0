/** Makes texts from a fixed seed. Words are as frequent as in a language: the n-th about 1/n as often as the first. */
import { chance } from '../proofs/size.ts';

const ONSETS = [
  'b',
  'c',
  'd',
  'dr',
  'g',
  'k',
  'kł',
  'l',
  'm',
  'n',
  'p',
  'pr',
  'r',
  's',
  'st',
  'sz',
  't',
  'tr',
  'w',
  'z',
];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'y', 'ó', 'ą'];
const WORDS = 20_000;
/** The words that the scenarios search for, and the share of tickets whose title has them. */
const PLANTED = [
  { word: 'drukarka', share: 0.5 },
  { word: 'toner', share: 0.05 },
  { word: 'serwerownia', share: 0.001 },
] as const;

export class Prose {
  readonly #chance = chance(20261121);
  readonly #words: readonly string[];

  constructor() {
    this.#words = Array.from({ length: WORDS }, (_, rank) =>
      Array.from({ length: rank < 400 ? 2 : 3 }, () => this.one(ONSETS) + this.one(VOWELS)).join(''),
    );
  }

  one<T>(among: readonly T[]): T {
    return among[Math.floor(this.#chance() * among.length)] as T;
  }

  words(count: number): string {
    const rank = () => Math.floor(Math.exp(this.#chance() * Math.log(WORDS))) - 1;
    return Array.from({ length: count }, () => this.#words[rank()]).join(' ');
  }

  title(): string {
    const planted = PLANTED.filter(({ share }) => this.#chance() < share).map(({ word }) => word);
    return [...planted, this.words(5)].join(' ');
  }
}
