// oxlint-disable-next-line no-control-regex -- taking them off is the purpose.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/**
 * A text for a terminal, of a file or an error that repeats one: without the control characters that
 * would command it. Lines and tabs stay.
 */
export const printable = (text: string): string => text.replaceAll(controls, '');
