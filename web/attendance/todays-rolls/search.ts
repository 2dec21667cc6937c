/** Which of today's rolls are shown. */
export interface TodaysRollsSearch {
  text?: string;
  room?: string;
  /** One state, or several with commas. */
  state?: string;
}
