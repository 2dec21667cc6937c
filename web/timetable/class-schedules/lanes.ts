/** A block of a day; times `HH:mm`. */
interface Block {
  start_time: string;
  end_time: string;
}

/** The position of a block among overlapping ones: lane, and number of lanes. */
export interface Placed<It> {
  it: It;
  lane: number;
  lanes: number;
}

/** Lays out the blocks of a day: overlapping ones side by side, consecutive ones in one lane. */
export function placed<It extends Block>(blocks: It[]): Placed<It>[] {
  const inOrder = blocks.toSorted(
    (a, b) => a.start_time.localeCompare(b.start_time) || a.end_time.localeCompare(b.end_time),
  );
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
