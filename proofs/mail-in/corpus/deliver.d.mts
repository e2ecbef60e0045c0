export interface Mta {
  deliver(from: string, to: readonly string[], raw: Buffer): Promise<{ to: string; code: number; text: string }[]>;
  quit(): Promise<void>;
}
export function connect(port: number, host?: string, options?: { lmtp?: boolean; name?: string }): Promise<Mta>;
