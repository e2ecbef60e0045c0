/** The app's storage in the browser. Where the browser forbids it, or has no room, the page remembers it until it is closed. */
export interface KeyedStorage {
  get: (name: string) => string | null;
  set: (name: string, value: string) => void;
  remove: (name: string) => void;
  names: () => string[];
}

/** @param ofBrowser throws where storage is forbidden, already when it is asked for. */
function withMemory(ofBrowser: () => Storage): KeyedStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(work: (storage: Storage) => T, otherwise: T): T => {
    try {
      return work(ofBrowser());
    } catch {
      return otherwise;
    }
  };
  return {
    get: (name) => memory.get(name) ?? attempt((storage) => storage.getItem(name), null),
    set: (name, value) => {
      const isStored = attempt((storage) => {
        storage.setItem(name, value);
        return true;
      }, false);
      if (isStored) memory.delete(name);
      else memory.set(name, value);
    },
    remove: (name) => {
      memory.delete(name);
      attempt((storage) => storage.removeItem(name), undefined);
    },
    names: () => [...memory.keys(), ...attempt((storage) => Object.keys(storage), [])],
  };
}

/** For all tabs, until somebody empties it. */
export const local = withMemory(() => localStorage);
/** For this tab, over reloads. */
export const ofTab = withMemory(() => sessionStorage);
