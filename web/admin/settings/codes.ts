import { dateFormat, numberFormat } from '#contract/formats.ts';

export type CodeKind = 'locale' | 'currency';

/** Languages whose dates and numbers are offered; any other tag can be typed. */
const locales =
  'en-AU en-CA en-GB en-IE en-IN en-NZ en-SG en-US en-ZA de-AT de-CH de-DE es-ES es-MX fr-BE fr-CA fr-CH fr-FR it-IT nl-BE nl-NL pt-BR pt-PT da-DK fi-FI nb-NO sv-SE cs-CZ hu-HU pl-PL ro-RO el-GR tr-TR uk-UA ar-EG fa-IR he-IL hi-IN bn-BD id-ID ms-MY ja-JP ko-KR th-TH vi-VN zh-CN zh-TW'.split(
    ' ',
  );

export const codes = (kind: CodeKind): string[] =>
  kind === 'locale' ? locales : Intl.supportedValuesOf('currency');

const names = {
  locale: new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }),
  currency: new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' }),
};
/** A language as those who speak it call it: who looks for theirs need not know its English name. */
const ownName = (code: string): string | undefined =>
  new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code);

/**
 * The name of a code; of a language its own name before the English one, with today and a number: "Deutsch
 * (Deutschland), German (Germany), 30. Nov. 2026, 1.234,50".
 */
export function codeText(kind: CodeKind, code: string, today: string): string {
  const name = names[kind].of(code);
  if (kind === 'currency') return name ?? '';
  const date = dateFormat(code, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${today}T00:00:00Z`),
  );
  const number = numberFormat(code, { minimumFractionDigits: 2 }).format(1234.5);
  const all = new Set([ownName(code), name, date, number]);
  return [...all].filter(Boolean).join(', ');
}
