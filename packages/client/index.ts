export type { EventOptions, KwitEvent } from './events.ts';
export type { components, operations, paths, webhooks } from './interface.ts';
export { type ItemOf, Kwit, type KwitOptions, type ListParameters, type ListPath, type NamedBlob } from './kwit.ts';
export { errorOf, errorOfResponse, KwitError, type KwitErrorCode, orThrow } from './kwit-error.ts';
