import {
  cardReasonTitles,
  statedCardReasons,
  type CardReason,
} from '#contract/people/card-reasons.ts';

/** What a form offers for a card that ends. */
export const reasonChoices = statedCardReasons.map((value) => ({
  value,
  label: cardReasonTitles[value],
}));

/** Those of a former card, with its present one, which may follow from another change. */
export const choicesFor = (reason: CardReason) =>
  reasonChoices.some(({ value }) => value === reason)
    ? reasonChoices
    : [{ value: reason, label: cardReasonTitles[reason] }, ...reasonChoices];
