/** The kind of this subscriber, with which its channels begin. */
export const KIND = 'webhook';

/** The channel of a webhook. Its one destination has the same name. */
export const channelOf = (id: string): string => `${KIND}:${id}`;

/** The id of the webhook that a channel belongs to. */
export const webhookOf = (channel: string): string => channel.slice(KIND.length + 1);
