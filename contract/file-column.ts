/** A column of a file that is uploaded, as the page of the upload shows it. */
export interface FileColumn {
  name: string;
  isRequired: boolean;
  /** It is in the template. */
  example: string;
  /** Alternative headings, in lower case and letters only. */
  aliases: readonly string[];
  /** Other programs write it in an order of their own. */
  isDate?: true;
}
