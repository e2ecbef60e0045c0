/** The writes that the service acknowledged, and the requests that got no answer. */
export interface Journal {
  /** How many writes. */
  acknowledged: number;
  /** Tickets by their keys. */
  readonly tickets: Map<string, { readonly id: string; readonly number: number }>;
  /** Comments by their keys. */
  readonly comments: Map<string, KeptComment>;
  /** The ids of comments that were taken back. */
  readonly takenBack: Set<string>;
  readonly closed: Set<string>;
  /** The ids of answers of which the writers' person said that they helped. */
  readonly helped: Set<string>;
  /** By their keys, requests without an answer: the service may have done them or not. */
  readonly open: Map<string, OpenRequest>;
}

export interface KeptComment {
  readonly id: string;
  readonly ticket: string;
  readonly files: number;
  /** Whether it names the writers' colleague. */
  readonly isNaming: boolean;
  isEdited: boolean;
}

export interface OpenRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, string | boolean>> | null;
  readonly withFile: boolean;
  /** The refusal of what a request without an answer has done already. */
  readonly doneBefore?: string;
  /** Notes in the journal what was acknowledged. */
  readonly note: (answer: string) => void;
}

export const newJournal = (): Journal => ({
  acknowledged: 0,
  tickets: new Map(),
  comments: new Map(),
  takenBack: new Set(),
  closed: new Set(),
  helped: new Set(),
  open: new Map(),
});

export const contentOf = (key: string, { isEdited }: Pick<KeptComment, 'isEdited'>): string =>
  isEdited ? `Comment ${key}, in better words` : `Comment ${key}`;
