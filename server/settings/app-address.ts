import type { Runner, SettingsSource } from '#platform';
import { readSettings } from './effective-settings.ts';

/** Where people open Kwit, as this process read it last: at the start, and whenever the settings are shown or changed. */
export class AppAddress {
  #url = '';

  /** Reads it from the settings that hold now. */
  static async read(runner: Runner, source: SettingsSource): Promise<AppAddress> {
    const address = new AppAddress();
    const context = { actor: null, correlationId: 'start', source: 'start' };
    address.learn(await runner.read(context, (work) => readSettings(work, source)));
    return address;
  }

  learn({ app_url }: { readonly app_url: string }): void {
    this.#url = app_url;
  }

  /** Where people open Kwit; empty when nobody has said it. */
  get url(): string {
    return this.#url;
  }

  /** The origin of the app's pages; null when nobody has said where they are. */
  get origin(): string | null {
    return URL.canParse(this.#url) ? new URL(this.#url).origin : null;
  }

  get isSecure(): boolean {
    return this.#url.startsWith('https:');
  }
}
