interface Battery {
  /** 0 to 1. */
  level: number;
}
declare global {
  interface Navigator {
    /** Chromium. */
    getBattery?: () => Promise<Battery>;
  }
}

/** @returns what the battery of this device has, in percent; undefined where the browser does not say. */
export function watchBattery(): () => number | undefined {
  let battery: Battery | undefined;
  navigator.getBattery?.().then(
    (found) => {
      battery = found;
    },
    () => {},
  );
  return () => (battery ? Math.round(battery.level * 100) : undefined);
}
