import type { BuiltMail } from './build.mjs';
export interface Fault {
  readonly what: string;
  readonly words: string;
}
export function judge(mail: BuiltMail, actual: object): { right: boolean; faults: Fault[] };
