export const mails: readonly { readonly name: string; readonly envelope?: unknown }[];
