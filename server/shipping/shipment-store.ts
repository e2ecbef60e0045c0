import { insertOnce, Store } from '#platform';

const insert = insertOnce('shipments');

export class ShipmentStore extends Store {
  /** @returns false where it was recorded before. */
  readonly add = this.changesAny(insert);
}
