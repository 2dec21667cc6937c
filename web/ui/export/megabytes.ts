/** "1.2": what of a file has come, in megabytes. */
export const megabytes = new Intl.NumberFormat('en', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
