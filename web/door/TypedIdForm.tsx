import { useId, useState, type FormEvent } from 'react';
import type { Panel } from './text.ts';

/** As long as what is sent may be (contract/attendance/device.ts). */
const longest = 64;

/** For students without their card: the attendant, who knows the PIN, types their ID (R-DOOR-6). */
export function TypedIdForm({ panel, onTyped }: { panel: Panel; onTyped: (id: string) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [hasTyped, setTyped] = useState(false);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const typed = text.trim();
    setText('');
    if (typed === '') return;
    setTyped(true);
    onTyped(typed);
  }

  return (
    <form onSubmit={submit}>
      <label htmlFor={`${id}-typed`}>Student ID, for somebody without their card</label>
      <input
        id={`${id}-typed`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={longest}
        autoFocus
        required
      />
      <p role="status" className="answer" data-colour={hasTyped ? panel.colour : undefined}>
        {hasTyped && [panel.title, panel.line].filter(Boolean).join('. ')}
      </p>
      <button type="submit">Mark</button>
    </form>
  );
}
