/** The text of a mail of a list. */
export interface ListText {
  subject: string;
  paragraphs: string[];
}
