// Loaded before a node (`node --import`): its clock is a day ahead.
const DAY_MS = 86_400_000;
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + DAY_MS);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + DAY_MS;
  }
};
