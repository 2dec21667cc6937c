import {
  settingNames,
  settings,
  settingValues,
  type SettingsPatch,
  type SettingValues,
} from '#contract/settings.ts';
import type { Database } from '#server/platform/database/pool.ts';

/** The institute's settings, as requests read them. */
export interface InstituteSettings {
  /** The current values, without a query. */
  current(): Readonly<SettingValues>;
  /** The hash of the institute's picture; null for none. */
  logo(): string | null;
  /** Reads them again. */
  reload(): Promise<void>;
  /** Stops the timer that reads changes of other processes, and a running read. */
  stop(): Promise<void>;
}

/** Every process sees a change within twice this time. */
const rereadMs = 4000;

const defaults = Object.fromEntries(settingNames.map((name) => [name, settings[name].default]));

/**
 * Reads the settings, and repeats that every few seconds: notifications may be lost, and some engines have
 * none.
 * @param fixed the values from the environment, which take precedence.
 */
export async function createSettings(
  database: Database,
  fixed: SettingsPatch,
): Promise<InstituteSettings> {
  let values: SettingValues;
  let logo: string | null = null;
  /** One read at a time, so that an older one never replaces a newer one. */
  let reading: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    const rows = await database.selectFrom('institute_setting').select(['name', 'value']).execute();
    const picture = await database.selectFrom('institute_logo').select('hash').executeTakeFirst();
    logo = picture?.hash ?? null;
    const stored = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    values = Object.freeze(settingValues.parse({ ...defaults, ...validOf(stored), ...fixed }));
  }
  const reload = () => (reading = reading.catch(() => {}).then(read));

  values = settingValues.parse({ ...defaults, ...fixed });
  await reload();
  // Without the database the previous values stay in force.
  const timer = setInterval(() => void reload().catch(() => {}), rereadMs);
  timer.unref();
  return {
    current: () => values,
    logo: () => logo,
    reload,
    async stop() {
      clearInterval(timer);
      await reading.catch(() => {});
    },
  };
}

/** Without values of another version that this one does not accept. */
function validOf(stored: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    settingNames
      .filter((name) => settings[name].schema.safeParse(stored[name]).success)
      .map((name) => [name, stored[name]]),
  );
}
