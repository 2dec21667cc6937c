/** A block of a day; times `HH:mm`. */
interface Block {
  start_time: string;
  end_time: string;
}

export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Where a block stands among those that overlap it: its lane, of how many. */
export interface Placed<It> {
  it: It;
  lane: number;
  lanes: number;
}

/** Puts blocks of one day side by side where they overlap; back to back they share a lane. */
export function placed<It extends Block>(blocks: It[]): Placed<It>[] {
  const inOrder = blocks.toSorted((one, other) => one.start_time.localeCompare(other.start_time) || one.end_time.localeCompare(other.end_time));
  const result: Placed<It>[] = [];
  let group: Placed<It>[] = [];
  let ends: string[] = [];
  const close = () => {
    for (const block of group) block.lanes = ends.length;
    result.push(...group);
    group = [];
    ends = [];
  };
  for (const it of inOrder) {
    if (group.length && ends.every((end) => end <= it.start_time)) close();
    const free = ends.findIndex((end) => end <= it.start_time);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = it.end_time;
    group.push({ it, lane, lanes: 0 });
  }
  close();
  return result;
}
