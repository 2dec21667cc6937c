import type { PayRunPreview } from '#contract/pay/pay-run.ts';

const counted = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;

/** The entries of a possible run, in words. @param amount formats an amount. */
export function previewText(
  { lines, corrections, corrected, pending }: Omit<PayRunPreview, 'first_corrections'>,
  amount: string,
): string {
  const left =
    pending === 0
      ? ''
      : ` ${counted(pending, 'check-in of these days is', 'check-ins of these days are')} pending and not in it.`;
  if (lines + corrections === 0) return `Nothing is to be exported.${left}`;
  return (
    `${counted(lines, 'check-in', 'check-ins')} and ` +
    `${counted(corrections, 'correction', 'corrections')} of ` +
    (corrections === 0
      ? 'earlier runs'
      : `${counted(corrected, 'check-in', 'check-ins')} in earlier runs`) +
    `, together ${amount}.${left}`
  );
}
