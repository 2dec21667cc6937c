/** Which of today's rolls are shown. */
export interface TodaysRollsSearch {
  text?: string;
  room?: string;
  state?: string;
}
