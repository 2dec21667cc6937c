/** What a mail says, from its subject on. */
export interface ListText {
  subject: string;
  paragraphs: string[];
}
