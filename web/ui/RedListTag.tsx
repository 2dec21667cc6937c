/** Beside the name of a student who is on the red list. */
export function RedListTag() {
  return (
    <span className="at-tag" data-tone="bad">
      Red list
    </span>
  );
}
