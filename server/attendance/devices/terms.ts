import { deviceLimits } from '#contract/attendance/device.ts';
import type { AppContext } from '#server/app-context.ts';
import { termsOf, type Terms } from '../rolls/terms.ts';

/** What taps at devices are judged by (`record_taps.sql`). */
export interface DoorTerms extends Terms {
  /** Minutes before a class from which its taps are taken; by class type where they differ. */
  opens: number;
  opens_by: Record<string, number>;
  /** Minutes before a class from which its teacher may check in. */
  check_in_before: number;
  /** Unknown cards in a minute, after which answers say nothing. */
  unknown_cards: number;
  /** The device's clock when it sent was known: times are corrected by it. */
  corrected?: boolean;
  /** Taps of a revoked device that are held at most. */
  held_taps: number;
  /** Who accepts taps that were held; ids of users. */
  accepted_by?: number;
}

/** A device is no user: nobody's own mark. */
export function doorTermsOf(context: Pick<AppContext, 'clock' | 'settings'>): DoorTerms {
  const it = context.settings.current();
  return {
    ...termsOf(context, { email: '' }),
    opens: it.opens_before_minutes,
    opens_by: it.opens_before_by_class_type,
    check_in_before: it.check_in_before_minutes,
    unknown_cards: deviceLimits.unknownCards,
    held_taps: deviceLimits.heldTaps,
  };
}
