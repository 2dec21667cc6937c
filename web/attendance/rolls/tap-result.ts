/** The result of the last tap, shown in the tap panel. */
export interface TapResult {
  tone: 'good' | 'known' | 'bad';
  text: string;
  student?: { name: string; student_id: string; profile_image: string | null };
  /** The card or ID of an unknown student. */
  tapped?: string;
  /** The card or ID of a tap, or the undo, that waits for the network. */
  pending?: string;
  /** It says what an undo has done, which a later command makes untrue. */
  isUndo?: true;
  /** Incremented with each tap, so that a repeated result is announced again. */
  number: number;
}
