import type { Device, DeviceKind } from '#contract/attendance/device.ts';
import type { TapOutcome } from '#contract/attendance/tap-outcomes.ts';

export const devicesKey = ['devices'] as const;

export const kindTitles: Record<DeviceKind, string> = { reader: 'Reader', tablet: 'Tablet' };

/** The state of a device, in words and a colour. */
export function stateOf(
  device: Pick<Device, 'has_key' | 'revoked_at' | 'seen_at' | 'is_silent' | 'held' | 'kind'>,
): { text: string; colour: 'good' | 'bad' | 'dim' } {
  if (device.revoked_at !== null)
    return device.held > 0
      ? { text: `Revoked, ${device.held} taps held`, colour: 'bad' }
      : { text: 'Revoked', colour: 'dim' };
  if (device.held > 0) return { text: `${device.held} taps held`, colour: 'bad' };
  if (!device.has_key)
    return { text: device.kind === 'tablet' ? 'Needs a code' : 'Needs a key', colour: 'bad' };
  if (device.seen_at === null) return { text: 'Not seen yet', colour: 'dim' };
  return device.is_silent ? { text: 'Silent', colour: 'bad' } : { text: 'Active', colour: 'good' };
}

/** What a tap did, for administrators. */
export const outcomeTitles: Record<TapOutcome, string> = {
  present: 'Present',
  late: 'Late',
  absent: 'Too late: absent',
  already: 'Marked before',
  superseded: 'A later mark stands',
  elsewhere: 'Class in another room',
  nothing_now: 'No class now',
  not_checked_in: 'Teacher not checked in',
  unknown: 'Unknown card',
  archived: 'Archived person',
  old_card: 'Lost or replaced card',
  closed: 'Roll closed',
  teacher: 'Teacher checked in',
  repeat: 'Repetition',
  future: 'Time ahead of the server’s',
  stale: 'Too old',
  revoked: 'After the device was revoked',
  held: 'Held',
  dismissed: 'Dismissed',
  conflict: 'Number of another tap',
};
