/** What subscribers of this kind begin their channels with. */
export const KIND = 'webhook'

/** The channel of a webhook, and its only destination there. */
export const channelOf = (id: string): string => `${KIND}:${id}`

/** The webhook of a channel. */
export const webhookOf = (channel: string): string => channel.slice(KIND.length + 1)
