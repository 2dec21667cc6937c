import { deviceLimits } from '#contract/attendance/device.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Parameters } from '#server/platform/database/tables.ts';
import { termsOf, type Terms } from '../rolls/terms.ts';

type Given = {
  [Name in keyof Parameters['door_terms']]: NonNullable<Parameters['door_terms'][Name]>;
};

/**
 * The terms by which taps at devices are judged: the type `door_terms` of the database, whose `marks` stand beside
 * the others (`as_door_terms.sql`); `tables.ts` describes its fields.
 */
export type DoorTerms = Terms &
  Pick<Given, 'opens' | 'opens_by' | 'check_in_before' | 'unknown_cards' | 'held_taps'> &
  Partial<Pick<Given, 'corrected' | 'accepted_by'>>;

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
