/**
 * Text without control characters: PostgreSQL refuses NUL, a workbook with any of them cannot be
 * opened (nor with U+FFFE and U+FFFF), and no field needs them.
 */
// oxlint-disable-next-line no-control-regex -- matching them is the purpose.
export const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/;
