/** The period of *Teacher away* and *Room closed* in the address. */
export interface AwaySearch {
  from?: string | undefined;
  to?: string | undefined;
  from_time?: string | undefined;
  to_time?: string | undefined;
}
