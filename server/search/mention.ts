/** How a comment names somebody: `<@user-id>` (docs/rules/comments.md#mentions). */
export const MENTION = /<@([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})>/g

/** A text without whom it names: an id is no word that anybody looks for. */
export const withoutMentions = (text: string): string => text.replace(MENTION, ' ')
