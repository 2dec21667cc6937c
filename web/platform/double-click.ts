const controls =
  'a, button, input, select, textarea, label, summary, tr, [role=button], [role=menuitem], [role=option], [role=tab]';

const controlOf = ({ target }: Event): EventTarget | null =>
  (target instanceof Element && target.closest(controls)) || target;

/**
 * Lets the second click of a double click act only where the first one did: where the first has opened another page,
 * something else is below the pointer by then (R-ROLL-28).
 * @returns the function that ends this.
 */
export function guardDoubleClicks(): () => void {
  let first: EventTarget | null = null;
  const onClick = (event: MouseEvent) => {
    const control = controlOf(event);
    if (event.detail < 2) {
      first = control;
    } else if (control !== first) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  window.addEventListener('click', onClick, { capture: true });
  return () => window.removeEventListener('click', onClick, { capture: true });
}
