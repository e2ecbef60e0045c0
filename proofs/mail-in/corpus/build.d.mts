export interface BuiltMail {
  readonly name: string;
  readonly raw: Buffer;
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly expected: { readonly kind: string; readonly reason?: string; readonly text?: string; readonly why: string };
  readonly values: Readonly<Record<string, string>>;
  readonly large: boolean;
}
export type Values = Readonly<Record<string, string>>;
export function buildAll(set: string, values?: Values | ((name: string) => Values)): Promise<BuiltMail[]>;
export function built(mail: unknown, values?: Values): BuiltMail;
export function losing(values: Values, carriers: readonly string[]): Values;
